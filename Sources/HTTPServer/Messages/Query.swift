/// Pairs of `application/x-www-form-urlencoded`, in order (WHATWG URL §5.1).
public struct Query: Sendable {
    public typealias Pair = (name: String, value: String)
    public let pairs: [Pair]

    /// Decodes; what is no UTF-8 becomes U+FFFD, a `%` that begins no escape stays.
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

    /// Hands over decoded names and values until `use` answers false.
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
        var decoded: [UInt8] = []
        decoded.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            if bytes[index] == .percent, let byte = bytes.percentEscape(at: index) {
                decoded.append(byte)
                index += 3
                continue
            }
            decoded.append(bytes[index] == .plus ? .space : bytes[index])
            index += 1
        }
        return decoded
    }
}

extension Span<UInt8> {
    /// The byte that `%XX` at `index` stands for; nil when it is no escape.
    func percentEscape(at index: Int) -> UInt8? {
        guard index + 2 < count, let high = self[index + 1].hexValue,
            let low = self[index + 2].hexValue
        else { return nil }
        return high << 4 | low
    }
}
