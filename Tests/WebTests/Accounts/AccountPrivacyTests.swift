import Fixtures
import Testing

/// Pages that need an account, requested without one.
@Blocking @Suite(.sharing)
final class AccountPrivacyTests: SharedSiteSuite {
    @Test(arguments: [
        "/my/profile", "/my/items", "/my/items?status=sold", "/my/interests", "/my/purchases",
        "/my/sales", "/my/password", "/my/recovery-codes", "/my/account/deletion", "/chats/waiting",
        "/my/follows",
    ])
    func aPageLeadsToTheSignInAndBack(path: String) throws {
        let answer = try site.get(path)
        #expect(answer.status == 303)
        let signIn = try #require(answer["Location"])
        let form = try site.get(signIn).page
        #expect(form.value(of: "return") == path)
    }

    @Test(arguments: [
        "/my/profile", "/my/password", "/my/recovery-codes", "/my/account/deletion",
        "/my/sessions/deletion",
    ])
    func aFormIsNotCarriedOut(path: String) async throws {
        let member = try await SharedValues.value("member") { try site.member() }
        let body: FormBody = [
            "nickname": "바뀐 이름", "password": ServedSite.password,
            "new_password": "새로운 비밀번호",
        ]
        let answer = try site.post(path, body)
        #expect(answer.status == 403)
        #expect(answer.page.actions.contains("/signin"))
        #expect(try member.get("/my/profile").page.value(of: "nickname") == "하늘이네")
    }

    @Test func everyAccountSeesItsOwn() throws {
        let site = try ServedSite()
        let (one, other) = (try site.member("하늘이네"), try site.member("바다네"))
        let path = try one.post()
        let item = try site.post()
        _ = try one.press(item + "/interest")
        #expect(try one.get("/my/items").page.itemPaths == [path])
        for page in ["/my/items", "/my/interests"] {
            #expect(try other.get(page).page.itemPaths.isEmpty)
        }
        #expect(try other.get("/my/profile").page.value(of: "nickname") == "바다네")
        func posted(_ client: Client) throws -> [String] {
            try client.get("/my/account/deletion").page.texts.filter { $0.hasPrefix("올린 글") }
        }
        #expect(try posted(one) == ["올린 글 1개와 그 사진"])
        #expect(try posted(other).isEmpty)
    }
}
