import Fixtures
import Foundation
import Testing

/// What a guest's button asks for is done after they sign in, and in no other way.
@Blocking
struct ResumptionTests {
    private let site: ServedSite
    /// Has an account, but is not signed in.
    private let guest: Client
    private let path: String

    init() throws {
        site = try ServedSite()
        _ = try site.member("하늘이네")
        guest = try site.visitor()
        path = try site.post()
    }

    /// The filled-in form of a page on the way to an account.
    private func filled(
        _ page: Page, nickname: String = "하늘이네", password: String = ServedSite.password
    ) -> FilledForm {
        .credentials(on: page, nickname, password)
    }

    /// A sign-in that carries an empty form for that path.
    private func carrying(_ action: String) -> FilledForm {
        FilledForm(["nickname": "하늘이네", "password": ServedSite.password, "carried-to": action])
    }

    private func interests() throws -> Bool {
        try site.get(path).page.texts.contains("관심 1")
    }

    @Test func aHeartIsPressedBySigningIn() throws {
        let asked = try guest.press(path + "/interest").page
        #expect(try guest.post("/signin", filled(asked).urlencoded).redirection() == path)
        #expect(try guest.get(path).page.alert?.title == "관심 글에 담았어요")
        #expect(try guest.get("/my/interests").page.itemPaths == [path])
    }

    @Test func aChangeOfMindLeadsBackToTheListing() throws {
        let asked = try site.post(
            path + "/interest", [:], ["Referer": "http://\(site.host)\(path)"]
        ).page
        #expect(asked.tags("a").first { $0["class"] == "up" }?["href"] == path)
    }

    @Test func aWrongPasswordOnTheWayForgetsNoPress() throws {
        let asked = try guest.press(path + "/interest").page
        let wrong = filled(asked, password: "틀린 비밀번호").urlencoded
        let again = try guest.post("/signin", wrong)
        #expect(again.status == 403)
        #expect(again.page.texts.contains("로그인하거나 가입하면 이 글을 관심 글에 담을 수 있어요."))
        #expect(try !interests())
        #expect(try guest.post("/signin", filled(again.page).urlencoded)["Location"] == path)
        #expect(try interests())
    }

    @Test func aNewcomersHeartGoesThroughTheSignUp() throws {
        let asked = try guest.press(path + "/interest")
        #expect(asked.status == 403 && asked["Cache-Control"] == "no-store")
        #expect(asked.page.alert == nil && asked.page.texts.contains("가입하기"))
        #expect(asked.page.texts.contains("로그인하거나 가입하면 이 글을 관심 글에 담을 수 있어요."))
        let button = try #require(asked.page.tags("button").first { $0["name"] == "begin" })
        #expect(button["formaction"] == "/signin")
        // A row below the form, as on the page of everybody who signs up, that sends the form.
        let signUp = try #require(asked.page.tags("form").first { $0["action"] == "/signup" })
        #expect(button["form"] == "account-form" && signUp["id"] == button["form"])
        #expect(guest.cookie("session") == nil)
        let codes = try guest.post("/signup", filled(asked.page, nickname: "바다네").urlencoded)
        #expect(codes.status == 200)
        #expect(codes.page.alert?.title == "관심 글에 담았어요")
        #expect(codes.page.links.contains(path))
        #expect(try interests())
    }

    @Test func whoeverHasSignedInHereBeforeSignsInFirst() throws {
        _ = try guest.post("/signin", ServedSite.credentials())
        _ = try guest.press("/signout")
        let asked = try guest.press(path + "/interest").page
        let button = try #require(asked.tags("button").first { $0["name"] == "begin" })
        #expect(button["formaction"] == "/signup")
        // A row below the form, as on the page of everybody who signs in, that sends the form.
        let signIn = try #require(asked.tags("form").first { $0["action"] == "/signin" })
        #expect(button["form"] == "account-form" && signIn["id"] == button["form"])
        let rows = try #require(
            asked.html.stretches(from: "<ul class=\"choices\">", to: "</ul>").first)
        #expect(Page(html: rows).texts == ["처음이에요. 가입하기", "비밀번호를 잊었어요", "비회원으로 올린 글"])
        let form = filled(asked, nickname: "바다네", password: "")
        let signUp = try guest.post("/signup", form.with("begin", "1").urlencoded)
        #expect(signUp.status == 200)
        #expect(signUp["Cache-Control"] == "no-store")
        #expect(signUp.page.alert == nil)
        #expect(signUp.page.value(of: "nickname") == "바다네")
        #expect(guest.cookie("session") == nil)
    }

    @Test func aNewcomersSearchGoesThroughTheSignUp() throws {
        let asked = try guest.post("/my/searches", ["query": "/?category=9"]).page
        let codes = try guest.post("/signup", filled(asked, nickname: "바다네").urlencoded)
        #expect(codes.page.alert?.title == "새 글이 올라오면 나의 장터에서 알려드릴게요")
        #expect(codes.page.links.contains("/?category=9"))
        #expect(try guest.get("/my/searches").page.texts.contains("가구"))
    }

    @Test func theSignUpLeadsBackToTheSignInWithAPress() throws {
        let asked = try guest.press(path + "/interest").page
        let signUp = try guest.post("/signup", filled(asked).with("begin", "1").urlencoded).page
        #expect(signUp.tags("button").contains { $0["formaction"] == "/signin" })
        let signIn = try guest.post("/signin", filled(signUp).with("begin", "1").urlencoded)
        #expect(signIn.status == 200)
        #expect(guest.cookie("session") == nil)
        _ = try guest.post("/signin", filled(signIn.page).urlencoded)
        #expect(try interests())
    }

    @Test func aGuestWhoHasAnAccountPostsWithIt() throws {
        let buttons = try guest.get("/items/new").page.tags("button")
        #expect(buttons.contains { $0["name"] == "sign-in" })
        let asked = try guest.post("/items", FilledForm.lamp.with("sign-in", "1").multipart)
        #expect(asked.status == 403)
        // It was the guest's own choice, so nothing has gone wrong.
        #expect(asked.page.alert == nil)
        #expect(asked.page.texts.contains("적은 내용은 그대로 있어요."))
        #expect(asked.page.value(of: "carried.title") == "북유럽풍 장스탠드")
        #expect(!asked.text.contains("달빛1234"))
        let resumed = try guest.post("/signin", filled(asked.page).urlencoded).page
        #expect(resumed.actions.contains("/items"))
        #expect(resumed.texts.contains("글 이어서 쓰기"))
        let form = try guest.post("/items", FilledForm().with(hiddenFieldsOf: resumed).multipart)
        #expect(form.status == 200)
        #expect(form.page.value(of: "title") == "북유럽풍 장스탠드")
        let item = try guest.post(FilledForm.lamp.with("of_account", "1"))
        #expect(try guest.get("/my/items").page.links.contains(item))
        // A form for an account offers no sign-in.
        let own = try guest.get("/items/new").page
        #expect(own.tags("button").allSatisfy { $0["name"] != "sign-in" })
    }

    @Test func aNewcomerWhoSignsUpFirstGoesBackToAFormWithoutFaults() throws {
        let blank = FilledForm(["title": "", "content": "", "stock": "1", "sign-in": "1"])
        let asked = try guest.post("/items", blank.multipart).page
        let codes = try guest.post("/signup", filled(asked, nickname: "바다네").urlencoded).page
        #expect(codes.texts.contains("글 이어서 쓰기"))
        let form = try guest.post("/items", FilledForm().with(hiddenFieldsOf: codes).multipart)
        #expect(form.status == 200)
        #expect(form.page.alert == nil)
        #expect(form.page.value(of: "of_account") == "1")
        #expect(try guest.get("/my/items").page.itemPaths.isEmpty)
    }

    @Test func typedTextIsShownBesideTheCodesOfANewAccount() throws {
        let typed = FilledForm(["nickname": "바다네", "about": "역 근처에 살아요."])
        let asked = try guest.post("/my/profile", typed.multipart).page
        let codes = try guest.post("/signup", filled(asked, nickname: "바다네").urlencoded).page
        #expect(codes.texts.contains("역 근처에 살아요."))
        #expect(codes.actions.contains("/my/profile"))
        #expect(try guest.get("/my/profile").page.value(of: "about") != "역 근처에 살아요.")
    }

    // MARK: - Refusals

    @Test func refusalsSayWhyAsToAMember() throws {
        let owner = try site.visitor()
        _ = try owner.post("/signin", ServedSite.credentials("하늘이네"))
        let own = try owner.post()
        let pressed = try owner.press(own + "/interest")
        #expect(pressed.page.alert?.lines == ["내가 올린 글이에요."])
        let asked = try guest.press(own + "/interest").page
        let answer = try guest.post("/signin", filled(asked).urlencoded)
        #expect(answer.status == pressed.status)
        #expect(answer.page.alert?.isFailure == true)
        #expect(answer.page.alert?.lines == pressed.page.alert?.lines)
        #expect(answer.page.texts.contains("북유럽풍 장스탠드"))
        #expect(guest.cookie("session") != nil)
        #expect(try guest.get("/my").status == 200)
    }

    @Test(arguments: ["/signin", "/signup"])
    func anInvalidSearchSaysWhyItIsNotSaved(by page: String) throws {
        let nickname = page == "/signin" ? "하늘이네" : "바다네"
        let asked = try guest.post("/my/searches", ["query": "/?view=grid"]).page
        let answer = try guest.post(page, filled(asked, nickname: nickname).urlencoded)
        #expect(answer.page.alert?.lines == ["찾는 말이나 카테고리, 가격을 먼저 정하고 눌러주세요."])
        #expect(answer.page.codes.isEmpty == (page == "/signin"))
        #expect(guest.cookie("session") != nil)
    }

    @Test(arguments: ["/items/99/interest", "/items/x/interest"])
    func aPressOnADeletedItemStillSignsIn(action: String) throws {
        let answer = try guest.post("/signin", carrying(action).urlencoded)
        #expect(answer.status == 404)
        #expect(answer.page.alert?.title == "없는 페이지예요")
        #expect(answer.page.alert?.lines == ["글이 지워졌거나 주소가 잘못되었어요."])
        #expect(answer.page.texts.contains("하던 일을 이어서 할까요?"))
        #expect(guest.cookie("session") != nil)
    }

    @Test func aNewcomerReadsTheirCodesWhateverIsGone() throws {
        let form = carrying("/items/99/interest").with("nickname", "바다네")
        let page = try guest.post("/signup", form.urlencoded).page
        #expect(page.codes.count == 10)
        #expect(page.alert?.title == "없는 페이지예요")
        #expect(page.actions.contains("/items/99/interest"))
    }

    // MARK: - Password recovery

    /// The filled-in recovery form of a page, with one of 바다네's codes.
    private func recovering(_ page: Page, by code: String) -> FilledForm {
        filled(page, nickname: "바다네").with("code", code)
            .with("new_password", "새로운 비밀번호")
    }

    private func codes() throws -> [String] {
        try site.visitor().post("/signup", ServedSite.credentials("바다네")).page.codes
    }

    /// The recovery form, as reached by the button of a page that asks to sign in; a newcomer's press is
    /// asked about by the sign-up, which leads there.
    private func recovery(after page: Page) throws -> Answer {
        var asked = page
        if asked.tags("form").contains(where: { $0["action"] == "/signup" }) {
            asked = try guest.post("/signin", filled(asked).with("begin", "1").urlencoded).page
        }
        let buttons = asked.tags("button").filter { $0["name"] == "begin" }
        #expect(buttons.map { $0["formaction"] } == ["/signup", "/recovery"])
        let form = filled(asked, nickname: "바다네", password: "").with("begin", "1")
        return try guest.post("/recovery", form.urlencoded)
    }

    @Test func aHeartIsPressedByANewPassword() throws {
        let code = try #require(codes().first)
        let begun = try recovery(after: guest.press(path + "/interest").page)
        #expect(begun.status == 200)
        #expect(begun["Cache-Control"] == "no-store")
        #expect(begun.page.alert == nil)
        #expect(begun.page.value(of: "nickname") == "바다네")
        #expect(begun.page.texts.contains("로그인하거나 가입하면 이 글을 관심 글에 담을 수 있어요."))
        let wrong = recovering(begun.page, by: "0000-0000-0000-0000")
        let again = try guest.post("/recovery", wrong.urlencoded)
        #expect(again.status == 403)
        #expect(try !interests())
        let answer = try guest.post("/recovery", recovering(again.page, by: code).urlencoded)
        #expect(answer.status == 303)
        #expect(answer["Location"] == path)
        #expect(try guest.get(path).page.alert?.title == "관심 글에 담았어요")
        #expect(try interests())
    }

    @Test func typedTextIsConfirmedAfterANewPassword() throws {
        let code = try #require(codes().first)
        let typed = FilledForm(["nickname": "파도네", "about": "역 근처에 살아요."])
        let begun = try recovery(after: guest.post("/my/profile", typed.multipart).page)
        let form = recovering(begun.page, by: code)
        let answer = try guest.post("/recovery", form.urlencoded)
        #expect(answer.status == 200)
        #expect(answer.page.alert?.title == "비밀번호를 바꿨어요")
        #expect(answer.page.texts.contains("역 근처에 살아요."))
        #expect(answer.page.actions.contains("/my/profile"))
        #expect(!answer.text.contains(code) && !answer.text.contains("새로운 비밀번호"))
        #expect(try guest.get("/my/profile").page.value(of: "about") != "역 근처에 살아요.")
    }

    @Test func theRecoveryLeadsBackToTheSignInWithAPress() throws {
        let begun = try recovery(after: guest.press(path + "/interest").page).page
        #expect(begun.tags("a").first { $0["class"] == "up" }?["href"] == "/")
        #expect(begun.tags("button").contains { $0["formaction"] == "/signin" })
        let signIn = try guest.post("/signin", filled(begun).with("begin", "1").urlencoded)
        _ = try guest.post("/signin", filled(signIn.page).urlencoded)
        #expect(try interests())
    }

    @Test func aNewPasswordGoesOnToThePageAskedFor() throws {
        let code = try #require(codes().first)
        let link = try guest.get(try #require(guest.get("/my/memos")["Location"])).page
            .links.first { $0.hasPrefix("/recovery") }
        let form = try guest.get(try #require(link)).page
        #expect(form.links.contains("/signin?return=/my/memos"))
        let answer = try guest.post("/recovery", recovering(form, by: code).urlencoded)
        #expect(answer["Location"] == "/my/memos")
        #expect(try guest.get("/my/memos").page.alert?.title == "비밀번호를 바꿨어요")
    }

    // MARK: - Requests that must not act

    @Test(arguments: ["/signin", "/signup", "/recovery"])
    func aLinkBringsNoPress(to page: String) throws {
        let target = path + "/interest"
        let link = "\(page)?return=\(target)&carried-to=\(target)&begin=1"
        let form = try guest.get(link).page
        #expect(form.tags("input").allSatisfy { $0["name"] != "carried-to" })
        _ = try guest.post("/signin", filled(form).urlencoded)
        #expect(guest.cookie("session") != nil)
        #expect(try !interests())
    }

    @Test(arguments: [
        ("Sec-Fetch-Site", "cross-site"), ("Sec-Fetch-Site", "same-site"), ("Origin", "null"),
        ("Origin", "http://evil.example"),
    ])
    func anotherSiteBringsNoPress(name: String, value: String) throws {
        let target = path + "/interest"
        let pressed = try site.post(target, [:], [name: value])
        #expect(pressed.status == 403)
        #expect(pressed.page.tags("input").allSatisfy { $0["name"] != "carried-to" })
        for page in ["/signin", "/signup", "/recovery"] {
            let form = carrying(target).urlencoded
            let answer = try site.post(page, form, [name: value])
            #expect(answer.status == 403)
            #expect(answer.all("Set-Cookie").isEmpty)
        }
        #expect(try !interests())
    }

    @Test(arguments: [
        "/interest?x=1", "/interest/", "/interes%74", "/interest/deletion", "/deletion",
        "/conversation",
    ])
    func anyOtherFormThatComesAlongWaits(for action: String) throws {
        let answer = try guest.post("/signin", carrying(path + action).urlencoded)
        #expect(answer.status == 200)
        #expect(answer.page.texts.contains("하던 일을 이어서 할까요?"))
        #expect(try !interests())
    }

    @Test func aPressThatIsLedElsewhereStays() throws {
        let form = carrying("/my/searches").with("carried.query", "//evil.example/?category=9")
        #expect(try guest.post("/signin", form.urlencoded)["Location"] == "/my/searches")
        let foreign = carrying("//evil.example/items/1/interest")
        #expect(try site.visitor().post("/signin", foreign.urlencoded)["Location"] == "/")
        #expect(try !interests())
    }
}
