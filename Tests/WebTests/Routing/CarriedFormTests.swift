import Fixtures
import Testing

/// A typed form is carried through the sign-in after a session has ended.
@Blocking
struct CarriedFormTests {
    private let site: ServedSite
    private let member: Client

    init() throws {
        site = try ServedSite()
        member = try site.member()
        _ = try site.post("/signout", [:], ["Cookie": cookies])
    }

    private var cookies: String { "session=\(member.cookie("session") ?? "")" }

    /// Sends the form of a sign-in page, filled in.
    private func signIn(
        _ page: Page, nickname: String = "하늘이네", password: String = ServedSite.password
    ) throws -> Answer {
        let form = FilledForm.credentials(on: page, nickname, password)
        return try member.post("/signin", form.urlencoded)
    }

    /// The form that a page asks to send on, and its target.
    private func resumed(_ page: Page) throws -> (path: String, form: FilledForm) {
        var form = FilledForm()
        for tag in page.tags("input") where tag["type"] != "search" {
            form.add(tag["name"] ?? "", tag["value"] ?? "")
        }
        let action = page.actions.first { !["/", "/signout"].contains($0) }
        return (try #require(action), form)
    }

    @Test func anItemIsPostedAfterTheSignInWithItsPhotos() async throws {
        let content = "첫 줄\r\n\r\n  \"둘째\" <줄> & 끝"
        let form = FilledForm.ownLamp.with("content", content).with(photo: Picture.red)
        let refused = try member.post("/items", form.multipart)
        #expect(refused.status == 403)
        #expect(refused["Cache-Control"] == "no-store")
        #expect(refused.page.alert?.title == "로그인이 필요해요")
        #expect(refused.page.alert?.lines.first?.hasPrefix("그사이 로그아웃됐어요.") == true)
        let page = try signIn(refused.page).page
        #expect(page.texts.contains("북유럽풍 장스탠드"))
        #expect(try await site.storedIDs().isEmpty)
        let (path, carried) = try resumed(page)
        #expect(path == "/items")
        #expect(try member.post(path, carried.urlencoded)["Location"] == "/items/1")
        let item = try await site.storage.item(1)
        #expect(item.content.description == "첫 줄\n\n  \"둘째\" <줄> & 끝")
        #expect(item.photos.count == 1)
        #expect(item.seller != nil)
    }

    @Test(arguments: ["multipart", "urlencoded"])
    func anEditGoesThroughTheSignIn(kind: String) throws {
        let owner = try site.member("바다네")
        let path = try owner.post()
        _ = try owner.press("/signout")
        let form = FilledForm.ownLamp.with("title", "바뀐 글")
        let body = kind == "multipart" ? form.with(photo: Picture.red).multipart : form.urlencoded
        let refused = try owner.post(path + "/edit", body)
        #expect(refused.status == 403)
        let (action, carried) = try resumed(try signIn(refused.page, nickname: "바다네").page)
        #expect(action == path + "/edit")
        #expect(try member.post(action, carried.urlencoded).status == 303)
        #expect(try site.get(path).page.texts.contains("바뀐 글"))
    }

    @Test func aWrongPasswordOnTheWayLosesNothing() throws {
        let form = FilledForm(["nickname": "바다네", "about": "역 근처에 살아요."])
        let first = try member.post("/my/profile", form.multipart).page
        let second = try signIn(first, password: "틀린 비밀번호")
        #expect(second.status == 403)
        let (path, carried) = try resumed(try signIn(second.page).page)
        #expect(path == "/my/profile")
        #expect(try member.post(path, carried.urlencoded).status == 303)
        #expect(try member.get(path).page.value(of: "about") == "역 근처에 살아요.")
    }

    @Test(arguments: ["/signin", "/signup"])
    func anotherAccountIsNotShownIt(_ way: String) async throws {
        if way == "/signin" { _ = try site.member("바다네") }
        let refused = try member.post("/items", FilledForm.ownLamp.multipart)
        let form = FilledForm.credentials(on: refused.page, "바다네")
        let answer = try member.post(way, form.urlencoded)
        #expect(!answer.text.contains("북유럽풍 장스탠드"))
        #expect(answer.status == (way == "/signin" ? 303 : 200))
        let told = way == "/signin" ? try member.get("/").page : answer.page
        #expect(told.alert?.lines.contains { $0.hasPrefix("다른 계정으로 쓰던 내용이라") } == true)
        #expect(try await site.storedIDs().isEmpty)
    }

    @Test(arguments: [true, false])
    func photosOfAMessageAreAskedForAgain(_ hasPhotos: Bool) throws {
        let path = "/chats/1/messages"
        let photo = FormBody.Part.file(
            "photos", named: "a.jpg", type: "image/jpeg", bytes: Picture.red)
        let parts = [.text("text", "이 부분이 긁혔어요")] + (hasPhotos ? [photo] : [])
        let refused = try member.post(path, .multipart(parts))
        // They are asked for after a detour, too.
        let page = try signIn(try signIn(refused.page, password: "틀린 비밀번호").page).page
        #expect(page.texts.contains("이 부분이 긁혔어요"))
        #expect(page.texts.contains("사진은 함께 오지 못했어요. 다시 골라 주세요.") == hasPhotos)
        let form = try #require(page.tags("form").first { $0["action"] == path })
        #expect(form["enctype"] == (hasPhotos ? "multipart/form-data" : nil))
        let input = page.tags("input").first { $0["type"] == "file" }
        #expect(input?["name"] == (hasPhotos ? "photos" : nil))
    }

    @Test func nothingIsSentWithoutAPress() async throws {
        let form = FilledForm.ownLamp.with("stock", "1")
        let refused = try member.post("/items", form.multipart)
        let page = try signIn(refused.page).page
        #expect(page.texts.contains("하늘이네"))
        #expect(page.texts.contains("올리기"))
        // An unchanged field is not shown.
        #expect(page.texts.contains("제목") && !page.texts.contains("재고 수량"))
        #expect(try await site.storedIDs().isEmpty)
    }

    @Test func noPasswordIsCarried() throws {
        let secrets = FilledForm([
            "password": "비밀일", "new_password": "비밀이", "code": "비밀삼", "title": "남는 것",
        ])
        for path in ["/my/password", "/my/recovery-codes", "/my/account/deletion"] {
            let page = try member.post(path, secrets.urlencoded)
            #expect(page.text.contains("남는 것"), "\(path)")
            for secret in ["비밀일", "비밀이", "비밀삼"] { #expect(!page.text.contains(secret), "\(path)") }
        }
    }

    @Test func overlongFormsAreNotLostSilently() throws {
        let form = FilledForm(["about": String(repeating: "가", count: 80_000)])
            .with("nickname", String(repeating: "나", count: 80_000))
        #expect(try member.post("/my/profile", form.urlencoded).status == 413)
    }

    @Test func theLongestFormIsCarried() throws {
        let about = String(repeating: "가", count: 80_000)
        let first = try member.post("/my/profile", ["about": about])
        #expect(first.status == 403)
        let (_, carried) = try resumed(try signIn(first.page).page)
        let answer = try member.post("/my/profile", carried.urlencoded)
        #expect(answer.page.value(of: "about") == about)
    }

    @Test func aFormIsSentToThisSiteOnly() throws {
        for action in ["//evil.example/x", "https://evil.example", "/\\evil", "x", "/a\nb"] {
            let form = FilledForm([
                "nickname": "하늘이네", "password": ServedSite.password, "carried-to": action,
                "carried.title": "글",
            ])
            let answer = try site.visitor().post("/signin", form.urlencoded)
            #expect(answer.status == 303, "\(action)")
            #expect(answer["Location"] == "/", "\(action)")
        }
    }

    @Test func aButtonIsPressedAgainAfterTheSignIn() throws {
        let path = try site.post()
        let refused = try member.press(path + "/interest/deletion")
        #expect(refused.page.alert?.title == "로그인이 필요해요")
        #expect(refused.page.alert?.lines == [])
        let (action, _) = try resumed(try signIn(refused.page).page)
        #expect(action == path + "/interest/deletion")
        #expect(try member.press(action).status == 303)
    }

    @Test func aFormThatIsNoneIsRefusedAsEver() throws {
        let body = FormBody(contentType: "text/plain", bytes: Array("x".utf8))
        #expect(try member.post("/my/profile", body).status == 415)
    }
}
