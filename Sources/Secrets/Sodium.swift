import CSodium

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
