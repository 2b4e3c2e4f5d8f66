import Testing

@testable import WebPush

/// How many tokens are signed and kept, whatever services visitors name.
struct VAPIDTokensTests {
    private static let now: Int64 = 1_795_260_000

    private func tokens() async throws -> VAPIDTokens {
        VAPIDTokens(
            key: try await VAPIDKey(secret: VAPIDKey.newSecret()),
            contact: "mailto:me@market.example")
    }

    @Test func tokensSignedInAMinuteAreLimited() async throws {
        var tokens = try await tokens()
        for number in 0..<VAPIDTokens.mostPerMinute {
            let token = try await tokens.authorization(for: "https://\(number)", at: Self.now)
            #expect(token != nil)
        }
        let another = try await tokens.authorization(for: "https://a", at: Self.now + 59)
        #expect(another == nil)
        // A token that is signed already is used again.
        let first = try await tokens.authorization(for: "https://0", at: Self.now + 59)
        #expect(first != nil)
        let later = try await tokens.authorization(for: "https://a", at: Self.now + 60)
        #expect(later != nil)
        #expect(tokens.tokens.count == VAPIDTokens.mostPerMinute + 1)
    }

    @Test func aClockThatIsSetBackStopsNothing() async throws {
        var tokens = try await tokens()
        for number in 0...VAPIDTokens.mostPerMinute {
            _ = try await tokens.authorization(for: "https://\(number)", at: Self.now)
        }
        let token = try await tokens.authorization(for: "https://a", at: Self.now - 3_600)
        #expect(token != nil)
    }

    @Test func thoseThatEndFirstMakeRoomAndThoseThatHaveEndedGo() async throws {
        var tokens = try await tokens()
        for number in 0...VAPIDTokens.most {
            let now = Self.now + Int64(number) * 60
            _ = try await tokens.authorization(for: "https://\(number)", at: now)
        }
        #expect(tokens.tokens.count == VAPIDTokens.most)
        let end = Self.now + VAPIDTokens.lifetime + Int64(VAPIDTokens.most) * 60
        _ = try await tokens.authorization(for: "https://a", at: end)
        #expect(tokens.tokens.count == 1)
    }
}
