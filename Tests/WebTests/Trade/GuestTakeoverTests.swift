import Fixtures
import Market
import Testing

/// After signing up in the browser of their guest listings, a member takes over all of them in one step.
@Blocking
struct GuestTakeoverTests {
    private let site: ServedSite
    private let guest: Client
    private let path = "/items/posted/takeover"

    init() throws {
        site = try ServedSite()
        guest = try site.visitor()
    }

    /// Posts in the guest's browser, and returns the listing's path.
    private func post(_ title: String, _ password: String = "달빛1234") throws -> String {
        let form = FilledForm.lamp.with("title", title).with("password", password)
        return try guest.post(form)
    }

    private func signUp() throws -> Page {
        try guest.post("/signup", ServedSite.credentials("바다네")).page
    }

    private func takeOver(_ fields: KeyValuePairs<String, String> = [:]) throws -> Answer {
        try guest.post(path, .urlencoded(fields))
    }

    @Test func theCodesOfANewAccountOfferIt() throws {
        _ = [try post("원목 책장"), try post("원목 의자")]
        let page = try signUp()
        #expect(page.links.contains(path))
        #expect(page.texts.contains("다음 화면에서 비회원으로 올린 글 2개도 내 계정으로 가져올 수 있어요."))
        let stranger = try site.visitor()
        stranger.set(cookie: "posted-items", to: "1.2")
        let other = try stranger.post("/signup", ServedSite.credentials("지수")).page
        #expect(!other.links.contains(path))
    }

    @Test func signingUpOnTheWayGoesOnFromThere() throws {
        let item = try post("원목 책장")
        let fields: KeyValuePairs<String, String> = [
            "nickname": "바다네", "password": ServedSite.password, "return": "/rules",
        ]
        let codes = try guest.post("/signup", .urlencoded(fields)).page
        #expect(codes.links.contains(path + "?return=/rules"))
        let offer = try guest.get(path + "?return=/rules").page
        #expect(offer.value(of: "return") == "/rules")
        #expect(try takeOver(["return": "/rules"])["Location"] == "/rules")
        #expect(try guest.get("/rules").page.alert?.title == "내 글로 가져왔어요")
        #expect(try guest.get("/my/items").page.links.contains(item))
        #expect(try guest.get(path + "?return=/rules")["Location"] == "/rules")
        #expect(try takeOver(["return": "//evil.example/"])["Location"] == "/my/items")
    }

    @Test func waitingAskersAreNotForgottenBySigningUp() throws {
        let item = try post("원목 책장")
        _ = try site.member("지수").ask(about: item)
        #expect(try guest.get("/").page.unreadMessages == "1")
        _ = try signUp()
        #expect(try guest.get("/").page.unreadMessages == "1")
        let chats = try guest.get("/chats").page
        #expect(chats.links.contains(path + "?return=/chats"))
        #expect(chats.texts.contains("안 읽은 문의 1개") && chats.unreadMessages == "1")
        #expect(!chats.texts.contains { $0.hasPrefix("아직 나눈 이야기가 없어요.") })
        #expect(try takeOver(["return": "/chats"])["Location"] == "/chats")
        let own = try guest.get("/chats").page
        #expect(own.unreadMessages == "1" && own.texts.contains("원목 책장"))
        #expect(!own.links.contains(path + "?return=/chats"))
    }

    @Test func justPostedItemsNeedNoPassword() throws {
        let items = [try post("원목 책장"), try post("원목 의자", "햇빛1234")]
        _ = try signUp()
        let page = try guest.get(path).page
        #expect(page.texts.contains("원목 책장") && page.texts.contains("원목 의자"))
        #expect(!page.asksForPassword)
        let answer = try takeOver()
        #expect(answer["Location"] == "/my/items")
        let own = try guest.get("/my/items").page
        #expect(own.alert?.title == "내 글로 가져왔어요")
        #expect(own.alert?.lines == ["글 2개와 그 채팅이 이 계정에 있어요."])
        for item in items { #expect(own.links.contains(item)) }
        #expect(try guest.get(path)["Location"] == "/items/posted")
        #expect(try takeOver()["Location"] == "/my/items")
    }

    @Test func laterTheyNeedTheirPasswords() async throws {
        let (first, other) = (try post("원목 책장"), try post("원목 의자", "햇빛1234"))
        site.clock.advance(by: 31 * 60)
        _ = try signUp()
        #expect(try guest.get(path).page.asksForPassword)
        let missing = try takeOver()
        #expect(missing.status == 422)
        let wrong = try takeOver(["password": "틀린비밀번호"])
        #expect(wrong.status == 403)
        #expect(wrong.page.alert?.title == "비밀번호가 틀렸습니다")
        let some = try takeOver(["password": "달빛1234"])
        #expect(some.status == 403)
        #expect(some.page.texts.contains("글 1개를 내 글로 가져왔어요. 남은 글은 아래에 있어요."))
        #expect(some.page.texts.contains("원목 의자") && !some.page.texts.contains("원목 책장"))
        #expect(try guest.get("/my/items").page.links.contains(first))
        #expect(try takeOver(["password": "햇빛1234"]).status == 303)
        #expect(try guest.get("/my/items").page.links.contains(other))
    }

    @Test func aFormSentAgainProvesNothing() throws {
        let form = FilledForm.lamp.with("submission_key", "key")
        _ = try guest.post("/items", form.multipart)
        site.clock.advance(by: 60)
        let stranger = try site.visitor()
        let again = form.with("password", "햇빛1234")
        #expect(try stranger.post("/items", again.multipart).status == 303)
        _ = try stranger.post("/signup", ServedSite.credentials("낯선 사람"))
        #expect(try stranger.get(path).page.asksForPassword)
        #expect(try stranger.post(path, ["password": "햇빛1234"]).status == 403)
    }

    @Test(arguments: ["", ".", ":", "1", "1.", "1.9999999999.x", "1.9999999999.AAAA:1", "x.y.z"])
    func aBrowsersClaimProvesNothing(forged: String) throws {
        let item = try post("원목 책장")
        let stranger = try site.member("낯선 사람")
        stranger.set(cookie: "posted-items", to: String(item.dropFirst("/items/".count)))
        stranger.set(cookie: "new-items", to: forged)
        #expect(try stranger.press(path).status == 422)
        #expect(try stranger.post(path, ["listed": "1"]).status == 422)
    }

    @Test func hiddenItemsAreNotOffered() async throws {
        let paths = [try post("원목 책장"), try post("원목 의자")]
        _ = try signUp()
        let offer = try guest.get("/items/posted").page
        #expect(offer.links.contains(path) && offer.texts.contains("글 2개 내 글로 가져오기"))
        for id in [1, 2] as [Item.ID] {
            try await site.storage.setHidden(true, id, at: site.clock.now)
        }
        // Their own pages say why.
        let links = try guest.get("/items/posted").page.links
        #expect(paths.allSatisfy { links.contains($0) } && !links.contains(path))
    }

    @Test func itTakesAnAccount() throws {
        _ = try post("원목 책장")
        #expect(try guest.get(path)["Location"] == "/signin?return=/items/posted/takeover")
        #expect(try takeOver(["password": "달빛1234"]).status == 403)
    }
}
