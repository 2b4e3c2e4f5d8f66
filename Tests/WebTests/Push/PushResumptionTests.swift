import Fixtures
import Market
import Testing

@testable import Web

/// Signing in again in a browser that received pushes before.
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
        #expect(try member.post("/push", ["endpoint": Self.endpoint]).status == 204)
    }

    private func endpoints() async throws -> [String] {
        try await site.storage.pushSubscriptions(of: 1, at: site.clock.now).map(\.endpoint)
    }

    /// Sends what push.js sends about an earlier decision in its browser.
    private func resume(
        of account: String = "1", after endings: String = "0"
    ) throws -> Int {
        let form: FormBody = ["endpoint": Self.endpoint, "account": account, "endings": endings]
        return try member.post("/push", form).status
    }

    @Test func pushesGoOnAfterSigningInAgain() async throws {
        try subscribe()
        _ = try member.press("/signout")
        #expect(try await endpoints().isEmpty)
        let answer = try member.post("/signin", ServedSite.credentials("민지"))
        let page = try #require(answer["Location"])
        #expect(try goesOn(member.get(page).page))
        #expect(try resume() == 204)
        #expect(try await endpoints() == [Self.endpoint])
        site.clock.advance(by: 59)
        #expect(try goesOn(member.get(page).page))
        site.clock.advance(by: 1)
        #expect(try !member.get(page).text.contains("push.js"))
    }

    /// Whether a page lets push.js check whether to resume.
    private func goesOn(_ page: Page, of account: String = "1") -> Bool {
        page.tags("script").contains {
            $0["data-account"] == account && $0["src"]?.hasPrefix("/push.js?v=") == true
        }
    }

    /// The value by which push.js distinguishes one sign-in from another.
    @Test func thePagesOfASignInSayTheSame() throws {
        func since() throws -> String? {
            try member.get("/").page.tags("script").compactMap { $0["data-since"] }.first
        }
        let first = try #require(try since())
        site.clock.advance(by: 30)
        #expect(try since() == first)
        _ = try member.press("/signout")
        _ = try member.post("/signin", ServedSite.credentials("민지"))
        let second = try #require(try since())
        #expect(second != first)
    }

    @Test func aPressBeforeTheSignInIsNoHindrance() throws {
        let item = try site.member("지수").post()
        let ways: [(form: FormBody, title: String)] = [
            (
                [
                    "nickname": "민지", "password": ServedSite.password,
                    "carried-to": item + "/interest",
                ], "관심 글에 담았어요"
            ),
            (
                [
                    "nickname": "민지", "password": ServedSite.password,
                    "carried-to": "/my/searches", "carried.query": "/?category=9",
                ], "새 글이 올라오면 나의 장터에서 알려드릴게요"
            ),
        ]
        for way in ways {
            let visitor = try site.visitor()
            let answer = try visitor.post("/signin", way.form)
            let page = try visitor.get(try #require(answer["Location"])).page
            #expect(page.alert?.title == way.title && goesOn(page))
        }
    }

    @Test func aSuspendedMemberGoesOnToo() async throws {
        try await site.storage.setSuspended(true, 1, at: site.clock.now)
        let visitor = try site.visitor()
        #expect(try visitor.post("/signin", ServedSite.credentials("민지")).status == 303)
        let page = try visitor.get("/").page
        #expect(page.alert?.title == "지금은 쓸 수 없어요" && goesOn(page))
    }

    @Test func theSignUpAndTheRecoveryAreSignInsToo() throws {
        let codes = try site.visitor().post("/signup", ServedSite.credentials("지수")).page
        #expect(goesOn(codes, of: "2"))
        site.clock.advance(by: 3_600)
        let visitor = try site.visitor()
        let form: FormBody = ["nickname": "지수", "code": codes.codes[0], "new_password": "새로운 비밀번호"]
        #expect(try visitor.post("/recovery", form).status == 303)
        #expect(try goesOn(visitor.get("/my/profile").page, of: "2"))
    }

    @Test func guestsHaveNothingToResume() throws {
        #expect(try !site.visitor().get("/").text.contains("push.js"))
    }

    /// However old the page that asks is.
    @Test func anOutdatedDecisionIs409() async throws {
        try subscribe()
        _ = try member.press("/push/deletion")
        #expect(try resume() == 409)
        #expect(try resume(of: "2", after: "1") == 409)
        #expect(try await endpoints().isEmpty)
        #expect(try resume(after: "1") == 204)
        #expect(try await endpoints() == [Self.endpoint])
        // Pressing the button is a new decision.
        _ = try member.press("/push/deletion")
        try subscribe()
    }

    @Test(arguments: [
        ("", "0"), ("1", ""), ("-1", "0"), ("1", "-1"), ("1", "99999999999999999999"), ("민지", "0"),
        ("1 OR 1=1", "0"),
    ])
    func anInvalidDecisionIs400(_ account: String, _ endings: String) async throws {
        #expect(try resume(of: account, after: endings) == 400)
        #expect(try await endpoints().isEmpty)
    }
}
