/// The pairs of `application/x-www-form-urlencoded` text, in order (WHATWG URL §5.1).
public struct Query: Sendable {
    /// A decoded name with its decoded value.
    public typealias Pair = (name: String, value: String)

    /// All pairs, repeated names included.
    public let pairs: [Pair]

    /// Decodes the part of a URL after its question mark.
    public init(_ text: String) {
        self.init(Array(text.utf8).span)
    }

    /// Decodes the pairs; invalid UTF-8 becomes U+FFFD, and a `%` that begins no escape stays.
    init(_ bytes: Span<UInt8>) {
        var pairs: [Pair] = []
        Query.forEachPair(in: bytes) { name, value in
            pairs.append(
                (String(decoding: name, as: UTF8.self), String(decoding: value, as: UTF8.self)))
            return true
        }
        self.pairs = pairs
    }

    /// The first value with that name.
    public subscript(name: String) -> String? {
        pairs.first { $0.name == name }?.value
    }

    /// All values with that name.
    public func all(_ name: String) -> [String] {
        pairs.filter { $0.name == name }.map(\.value)
    }

    /// Calls `use` with each decoded name and value until it returns false.
    static func forEachPair(in bytes: Span<UInt8>, _ use: ([UInt8], [UInt8]) -> Bool) {
        var start = 0
        while start < bytes.count {
            let end = bytes.firstIndex(of: UInt8(ascii: "&"), from: start) ?? bytes.count
            if start < end {
                let equals = bytes.firstIndex(of: .equals, in: start..<end) ?? end
                let name = decode(bytes.extracting(start..<equals))
                let value = decode(bytes.extracting(min(equals + 1, end)..<end))
                guard use(name, value) else { return }
            }
            start = end + 1
        }
    }

    private static func decode(_ bytes: Span<UInt8>) -> [UInt8] {
        bytes.percentDecoded(plusIsSpace: true) { byte, _ in byte != nil }
    }
}
