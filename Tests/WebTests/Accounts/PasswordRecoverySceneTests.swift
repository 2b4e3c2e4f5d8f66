import Fixtures
import Testing

@Blocking
struct PasswordRecoverySceneTests {
    private let site: ServedSite
    private let member: Client
    private let codes: [String]

    init() throws {
        site = try ServedSite()
        member = try site.visitor()
        codes = try member.post("/signup", ServedSite.credentials()).page.codes
    }

    private func form(_ code: String, password: String = "새로운 비밀번호") -> FormBody {
        ["nickname": "하늘이네", "code": code, "new_password": password]
    }

    @Test func aCodeSignsInHereAndOutEverywhereElse() throws {
        let visitor = try site.visitor()
        #expect(try visitor.post("/recovery", form(codes[0])).redirection() == "/my/profile")
        let page = try visitor.get("/my/profile").page
        #expect(page.alert?.title == "비밀번호를 바꿨어요")
        #expect(page.value(of: "nickname") == "하늘이네")
        #expect(try member.get("/my/profile").status == 303)
        let new = ServedSite.credentials("하늘이네", "새로운 비밀번호")
        #expect(try site.post("/signin", new).status == 303)
        #expect(try site.post("/signin", ServedSite.credentials()).status == 403)
    }

    @Test func theProfileCountsTheCodesAndAsksForNewOnesInTime() throws {
        #expect(try member.get("/my/profile").page.texts.contains("복구 코드 10개 남음"))
        let visitor = try site.visitor()
        for code in codes.prefix(8) {
            let before = try visitor.get("/my/profile").page
            #expect(!before.html.contains("codes-left"))
            #expect(try visitor.post("/recovery", form(code)).status == 303)
        }
        let page = try visitor.get("/my/profile").page
        #expect(page.texts.filter { $0 == "복구 코드 2개 남음" }.count == 1)
        #expect(page.tags("a").filter { $0["href"] == "/my/recovery-codes" }.count == 2)
        let english = try visitor.get("/my/profile", ["Accept-Language": "en"])
        #expect(english.page.texts.contains("2 recovery codes left"))
    }

    @Test func missingFieldsAreNamedAndTheRestKept() throws {
        let answer = try site.post("/recovery", form(codes[0], password: ""))
        #expect(answer.status == 422)
        #expect(answer.page.alert?.lines == ["~ 비밀번호를 입력해주세요."])
        #expect(answer.page.value(of: "code") == codes[0])
    }

    @Test func renewedCodesAreShownOnceForThePassword() throws {
        let wrong = try member.post("/my/recovery-codes", ["password": "틀린 비밀번호"])
        #expect(wrong.status == 403)
        #expect(wrong.page.codes.isEmpty)
        let answer = try member.post("/my/recovery-codes", ["password": ServedSite.password])
        #expect(answer.status == 200)
        #expect(answer["Cache-Control"] == "no-store")
        #expect(answer.page.codes.count == 10)
        #expect(try site.post("/recovery", form(codes[0])).status == 403)
        #expect(try site.post("/recovery", form(answer.page.codes[0])).status == 303)
    }
}
