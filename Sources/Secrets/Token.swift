import CSodium

/// Unguessable texts for sessions and the like.
public enum Token {
    /// So many random bytes from the operating system, in base64url.
    public static func random(bytes count: Int = 24) -> String {
        Base64URL.encode(randomBytes(count))
    }

    /// So many random bytes from the operating system.
    public static func randomBytes(_ count: Int) -> [UInt8] {
        Sodium.randomBytes(max(0, count))
    }
}

/// Base64 with the URL-safe alphabet and without padding (RFC 4648, section 5).
public enum Base64URL {
    private static let alphabet = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    public static func encode(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count * 4 + 2) / 3)
        var bits: UInt32 = 0
        var bitCount = 0
        for byte in bytes {
            bits = bits << 8 | UInt32(byte)
            bitCount += 8
            while bitCount >= 6 {
                bitCount -= 6
                text.append(alphabet[Int(bits >> UInt32(bitCount) & 0x3F)])
            }
        }
        if bitCount > 0 { text.append(alphabet[Int(bits << UInt32(6 - bitCount) & 0x3F)]) }
        return String(decoding: text, as: UTF8.self)
    }
}

/// The one gate to the library, which must be initialised before its first use.
enum Sodium {
    /// Safe from any thread and any number of times: the language runs it once.
    static let isReady: Bool = sodium_init() >= 0

    static func randomBytes(_ count: Int) -> [UInt8] {
        _ = isReady
        var bytes = [UInt8](repeating: 0, count: count)
        randombytes_buf(&bytes, count)
        return bytes
    }
}
