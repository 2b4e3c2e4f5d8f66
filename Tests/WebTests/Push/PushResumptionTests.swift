import Fixtures
import Market
import Testing

@testable import Web

/// Who signs in again in a browser that was told of news before.
@Blocking
struct PushResumptionTests {
    private static let endpoint = "https://fcm.googleapis.com/fcm/send/dpH5:APA91b-_x"

    private let site: ServedSite
    private let member: Client

    init() throws {
        site = try ServedSite(.memory) { $0.push = PushOptions(key: "BKey", services: .usual) }
        member = try site.member("민지")
    }

    private func subscribe() throws {
        let form = FormBody.urlencoded(["endpoint": Self.endpoint])
        #expect(try member.post("/push", form).status == 204)
    }

    private func endpoints() async throws -> [String] {
        try await site.storage.pushSubscriptions(of: 1, at: site.clock.now).map(\.endpoint)
    }

    /// What push.js sends of what was decided in its browser before.
    private func resume(
        of account: String = "1", after endings: String = "0"
    ) throws -> Int {
        let form = FormBody.urlencoded([
            "endpoint": Self.endpoint, "account": account, "endings": endings,
        ])
        return try member.post("/push", form).status
    }

    @Test func whoSignsInAgainIsToldAsBefore() async throws {
        try subscribe()
        _ = try member.press("/signout")
        #expect(try await endpoints().isEmpty)
        let answer = try member.post("/signin", ServedSite.credentials("민지"))
        let page = try #require(answer["Location"])
        let first = try member.get(page).page.tags("script").first { $0["data-account"] != nil }
        #expect(first?["data-account"] == "1" && first?["src"]?.hasPrefix("/push.js?v=") == true)
        #expect(try resume() == 204)
        #expect(try await endpoints() == [Self.endpoint])
        #expect(try !member.get(page).text.contains("push.js"))
    }

    /// However old the page is that asks.
    @Test func whatHoldsNoMoreIs409() async throws {
        try subscribe()
        _ = try member.press("/push/deletion")
        #expect(try resume() == 409)
        #expect(try resume(of: "2", after: "1") == 409)
        #expect(try await endpoints().isEmpty)
        #expect(try resume(after: "1") == 204)
        #expect(try await endpoints() == [Self.endpoint])
        // Who presses the button decides anew.
        _ = try member.press("/push/deletion")
        try subscribe()
    }

    @Test(arguments: [
        ("", "0"), ("1", ""), ("-1", "0"), ("1", "-1"), ("1", "99999999999999999999"), ("민지", "0"),
        ("1 OR 1=1", "0"),
    ])
    func aDecisionThatIsNoneIs400(_ account: String, _ endings: String) async throws {
        #expect(try resume(of: account, after: endings) == 400)
        #expect(try await endpoints().isEmpty)
    }
}
