import Testing

@testable import Secrets

@Suite struct TokenTests {
    @Test func tokensDiffer() {
        #expect(Set((0..<1000).map { _ in Token.random() }).count == 1000)
    }

    @Test(arguments: [(-1, 0), (0, 0), (1, 2), (16, 22), (24, 32), (32, 43)])
    func lengthFollowsTheBytes(_ bytes: Int, _ length: Int) {
        #expect(Token.random(bytes: bytes).count == length)
    }

    /// RFC 4648, section 10, and the two characters that differ from base64.
    @Test(arguments: [
        ("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foob", "Zm9vYg"),
        ("fooba", "Zm9vYmE"), ("foobar", "Zm9vYmFy"),
    ])
    func base64IsWithoutPadding(_ text: String, _ encoded: String) {
        #expect(Base64URL.encode(Array(text.utf8)) == encoded)
    }

    @Test func base64IsSafeInURLs() {
        #expect(Base64URL.encode([0xFB, 0xEF, 0xFF]) == "--__")
    }
}
