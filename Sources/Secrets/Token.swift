import CSodium

/// Unguessable texts for sessions and similar uses.
public enum Token {
    /// The given number of random bytes from the operating system, in base64url.
    public static func random(bytes count: Int = 24) -> String {
        Base64URL.encode(randomBytes(count))
    }

    /// The given number of random bytes from the operating system.
    public static func randomBytes(_ count: Int) -> [UInt8] {
        _ = Sodium.isReady
        var bytes = [UInt8](repeating: 0, count: max(0, count))
        randombytes_buf(&bytes, bytes.count)
        return bytes
    }
}

/// Base64 with the URL-safe alphabet and without padding (RFC 4648, section 5).
public enum Base64URL {
    /// The bytes as text: four characters for three bytes, and no `=` at the end.
    public static func encode(_ bytes: [UInt8]) -> String {
        let variant = sodium_base64_VARIANT_URLSAFE_NO_PADDING
        // Includes the terminating zero.
        var text = [CChar](repeating: 0, count: sodium_base64_encoded_len(bytes.count, variant))
        sodium_bin2base64(&text, text.count, bytes, bytes.count, variant)
        return String(decoding: text.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}

/// The single access to libsodium, which must be initialised before its first use.
enum Sodium {
    /// Safe to use from any thread any number of times: Swift initialises it once.
    static let isReady: Bool = sodium_init() >= 0
}
