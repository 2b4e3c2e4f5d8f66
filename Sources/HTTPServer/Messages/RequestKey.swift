/// The parts of a request that determine its answer: the request line and the values of some fields.
/// Requests with the same key get the same answer, as long as the answer depends on nothing else.
public struct RequestKey: Hashable, Sendable {
    /// The request line and field values as received, separated by line feeds, which none of them contains.
    private let bytes: [UInt8]
    private let digest: UInt64

    /// Random, so that nobody can construct many keys with one digest.
    private static let seed = UInt64.random(in: .min ... .max)

    /// - Parameter names: the fields to include; each value of a repeated field counts.
    public init(of request: Request, fields names: [StaticString]) {
        bytes = request.keyBytes(fields: names)
        digest = bytes.withUnsafeBytes { Self.digest($0) }
    }

    /// Whether the bytes are the same; the digests are compared first.
    public static func == (one: RequestKey, other: RequestKey) -> Bool {
        one.digest == other.digest && one.bytes == other.bytes
    }

    /// Hashes the digest, which was made once.
    public func hash(into hasher: inout Hasher) { hasher.combine(digest) }

    /// Eight bytes at a time, each folded by a 128-bit multiplication, as wyhash does.
    static func digest(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
        var digest = seed ^ UInt64(bytes.count)
        var place = 0
        while place + 8 <= bytes.count {
            digest = fold(digest ^ bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self))
            place += 8
        }
        var rest: UInt64 = 0
        while place < bytes.count {
            rest = rest << 8 | UInt64(bytes[place])
            place += 1
        }
        return fold(digest ^ rest)
    }

    private static func fold(_ value: UInt64) -> UInt64 {
        let product = value.multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
        return product.high ^ product.low
    }
}

extension Request {
    fileprivate func keyBytes(fields names: [StaticString]) -> [UInt8] {
        let (head, fields) = (headers.bytes, headers.fields)
        let span = head.span
        var bytes: [UInt8] = []
        bytes.reserveCapacity(256)
        bytes.append(copying: span.extracting(lineRange))
        for (number, name) in names.enumerated() {
            for field in fields where span.extracting(field.name.wide).matches(name) {
                // The field's number, since any of the fields may be missing.
                bytes.append(.lineFeed)
                bytes.append(UInt8(truncatingIfNeeded: number))
                bytes.append(copying: span.extracting(field.value.wide))
            }
        }
        return bytes
    }
}
