/// Pairs of `application/x-www-form-urlencoded`, in order (WHATWG URL §5.1).
public struct Query: Sendable {
    /// A decoded name with its decoded value.
    public typealias Pair = (name: String, value: String)

    /// All pairs, repeated names included.
    public let pairs: [Pair]

    /// Decodes what stands behind the question mark of an address.
    public init(_ text: String) {
        self.init(Array(text.utf8).span)
    }

    /// Decodes; invalid UTF-8 becomes U+FFFD, a `%` that begins no escape stays.
    init(_ bytes: Span<UInt8>) {
        var pairs: [Pair] = []
        Query.forEachPair(in: bytes) { name, value in
            pairs.append(
                (String(decoding: name, as: UTF8.self), String(decoding: value, as: UTF8.self)))
            return true
        }
        self.pairs = pairs
    }

    /// The first value of that name.
    public subscript(name: String) -> String? {
        pairs.first { $0.name == name }?.value
    }

    /// All values of that name.
    public func all(_ name: String) -> [String] {
        pairs.filter { $0.name == name }.map(\.value)
    }

    /// Calls `use` with decoded names and values until it returns false.
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
