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
