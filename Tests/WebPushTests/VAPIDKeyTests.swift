import Testing

@testable import WebPush

struct VAPIDKeyTests {
    @Test func aKeyIsMadeAndKnownAgain() async throws {
        let secret = try await VAPIDKey.newSecret()
        #expect(secret.hasPrefix("-----BEGIN PRIVATE KEY-----\n"))
        let key = try await VAPIDKey(secret: secret)
        // An uncompressed point: 65 bytes, the first of which is 4.
        #expect(key.publicKey.utf8.count == 87 && key.publicKey.hasPrefix("B"))
        #expect(try await VAPIDKey(secret: secret).publicKey == key.publicKey)
        #expect(try await VAPIDKey(secret: VAPIDKey.newSecret()).publicKey != key.publicKey)
    }

    @Test(arguments: [
        "", "secret", "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n",
    ])
    func anInvalidKeyIsRefused(_ secret: String) async throws {
        await #expect(throws: WebPushError.programFailed("openssl")) {
            try await VAPIDKey(secret: secret)
        }
    }

    /// An Ed25519 key (RFC 8410 section 10.3).
    @Test func anotherKindOfKeyIsRefused() async throws {
        let secret = """
            -----BEGIN PRIVATE KEY-----
            MC4CAQAwBQYDK2VwBCIEINTuctv5E1hK1bbY8fdp+K06/nwoy/HU++CXqI9EdVhC
            -----END PRIVATE KEY-----

            """
        await #expect(throws: WebPushError.noKey) { try await VAPIDKey(secret: secret) }
    }

    private func bytes(_ parts: [UInt8]...) -> [UInt8] { parts.flatMap { $0 } }

    @Test func numbersOfASignatureHave32BytesEach() {
        let (short, long) = ([UInt8](repeating: 7, count: 31), [UInt8](repeating: 0x80, count: 32))
        // In DER a number with its first bit set gets a leading zero, and a small one is shorter.
        let der = bytes([0x30, 68, 0x02, 31], short, [0x02, 33, 0], long)
        #expect(VAPIDKey.signature(der: der) == bytes([0], short, long))
    }

    @Test func anInvalidSignatureIsNil() {
        let one: [UInt8] = [0x02, 1, 1]
        let right = bytes([0x30, 6], one, one)
        #expect(VAPIDKey.signature(der: right)?.count == 64)
        for end in right.indices { #expect(VAPIDKey.signature(der: Array(right[..<end])) == nil) }
        let tooLong = bytes([0x02, 34], [UInt8](repeating: 1, count: 34))
        let wrong = [
            bytes(right, [0]), bytes([0x31, 6], one, one), bytes([0x30, 6], one, [0x03, 1, 1]),
            bytes([0x30, 3], one), bytes([0x30, 9], one, one, one),
            bytes([0x30, 39], tooLong, one), bytes([0x30, 5, 0x02, 0], one),
            bytes([0x30, 6], one, [0x02, 2, 1]),
        ]
        for der in wrong { #expect(VAPIDKey.signature(der: der) == nil, "\(der)") }
    }
}
