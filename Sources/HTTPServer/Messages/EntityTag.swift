/// A validator that identifies one state of a representation (RFC 9110 §8.8.3).
public struct EntityTag: Sendable, Hashable {
    /// The text between the quotes.
    public let value: String
    /// A weak tag promises equivalent content, not the same bytes.
    public let isWeak: Bool

    /// Nil if the value holds quotes, blanks or control bytes (etagc of §8.8.3).
    public init?(_ value: String, isWeak: Bool = false) {
        var value = value
        let isTag = value.withUTF8 { $0.allSatisfy { $0 > 32 && $0 != .quote && $0 != 127 } }
        guard isTag else { return nil }
        self.value = value
        self.isWeak = isWeak
    }

    /// A strong tag: the 128-bit FNV-1a hash of the bytes in 32 hexadecimal digits. It tells
    /// versions of one file apart; it does not withstand deliberate collisions.
    public init(digestOf bytes: [UInt8]) {
        var digest = FNV1a()
        bytes.withUnsafeBytes { digest.add($0) }
        self = digest.tag
    }

    /// The tag of the same content compressed: other bytes, so another strong tag (§8.8.3.3).
    var gzipped: EntityTag { EntityTag(checked: value + "-gzip", isWeak: isWeak) }

    private init(checked value: String, isWeak: Bool) {
        self.value = value
        self.isWeak = isWeak
    }

    fileprivate init(digest: UInt128) {
        let digits = String(digest, radix: 16)
        value = String(repeating: "0", count: 32 - digits.count) + digits
        isWeak = false
    }

    /// Strong comparison (RFC 9110 §8.8.3.2): both strong and equal.
    public func matchesStrongly(_ other: EntityTag) -> Bool {
        !isWeak && !other.isWeak && value == other.value
    }

    /// Weak comparison (RFC 9110 §8.8.3.2): equal, whether weak or not.
    public func matchesWeakly(_ other: EntityTag) -> Bool { value == other.value }

    /// Parses a list, up to the first malformed tag.
    static func list(_ text: String) -> [EntityTag] {
        let bytes = Array(text.utf8)
        var tags: [EntityTag] = []
        var index = 0
        while index < bytes.count {
            if bytes[index].isBlank || bytes[index] == .comma {
                index += 1
                continue
            }
            let isWeak = bytes[index...].starts(with: [UInt8(ascii: "W"), .slash])
            if isWeak { index += 2 }
            guard index < bytes.count, bytes[index] == .quote,
                let end = bytes[(index + 1)...].firstIndex(of: .quote),
                let tag = EntityTag(
                    String(decoding: bytes[(index + 1)..<end], as: UTF8.self), isWeak: isWeak)
            else { break }
            tags.append(tag)
            index = end + 1
        }
        return tags
    }
}

/// The FNV-1a hash of 128 bits, over bytes that come in pieces.
struct FNV1a {
    private static let prime: UInt128 = 0x0000_0000_0100_0000_0000_0000_0000_013b
    private var hash: UInt128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d

    mutating func add(_ bytes: UnsafeRawBufferPointer) {
        for byte in bytes { hash = (hash ^ UInt128(byte)) &* FNV1a.prime }
    }

    var tag: EntityTag { EntityTag(digest: hash) }
}

extension Request {
    /// Whether the request has a precondition on an entity tag (RFC 9110 §13.1): If-Match or If-None-Match.
    public var isConditional: Bool {
        headers["if-match"] != nil || headers["if-none-match"] != nil
    }

    /// Whether the preconditions allow changing the representation with this tag, compressed or not; if they
    /// do not, the answer is 412.
    public func mayChange(_ tag: EntityTag) -> Bool {
        let tags = [tag, tag.gzipped]
        return headers.ifMatch(tags) ?? true && headers.ifNoneMatch(tags) ?? true
    }
}

extension Headers {
    /// If-Match (RFC 9110 §13.1.1): whether it lists one of the current tags; nil if the field is absent.
    func ifMatch(_ tags: @autoclosure () -> [EntityTag]) -> Bool? {
        list("if-match").map { lists($0, tags()) { $0.matchesStrongly($1) } }
    }

    /// If-None-Match (RFC 9110 §13.1.2): whether it lists none of the current tags; nil if the field is absent.
    func ifNoneMatch(_ tags: @autoclosure () -> [EntityTag]) -> Bool? {
        list("if-none-match").map { !lists($0, tags()) { $0.matchesWeakly($1) } }
    }

    private func lists(
        _ list: String, _ tags: [EntityTag], by matches: (EntityTag, EntityTag) -> Bool
    ) -> Bool {
        guard list != "*" else { return true }
        return EntityTag.list(list).contains { named in tags.contains { matches(named, $0) } }
    }
}
