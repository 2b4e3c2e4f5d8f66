import Fixtures
import Foundation
import HTTPServer
import Testing

@Blocking @Suite(.sharing)
struct SignInSceneTests {
    /// 하늘이네 has an account here, and no session except those that tests begin.
    private let site: ServedSite

    init() async throws {
        site = try await .shared {
            let site = try ServedSite { $0.passwordTries = 1_000 }
            _ = try site.member("하늘이네")
            return site
        }
    }

    private func signIn(
        _ fields: KeyValuePairs<String, String>, _ visitor: Client? = nil
    ) throws -> Answer {
        try (visitor ?? site.visitor()).post("/signin", .urlencoded(fields))
    }

    @Test func aMemberSignsInAndIsGreetedOnce() throws {
        let visitor = try site.visitor()
        #expect(try visitor.post("/signin", ServedSite.credentials("하늘이네")).redirection() == "/")
        let page = try visitor.get("/").page
        #expect(page.alert?.title == "로그인했어요")
        #expect(page.tags("a").contains { $0["class"] == "member" && $0["href"] == "/my" })
        #expect(page.texts.contains("하늘이네"))
        #expect(try visitor.get("/").page.alert == nil)
    }

    @Test func everyPageOfAGuestLeadsToTheSignIn() throws {
        for path in ["/", "/items/new", "/categories", "/nothing"] {
            let links = try site.get(path).page.tags("a")
            #expect(links.contains { $0["href"] == "/signin" })
        }
    }

    @Test func theSignInSaysWhatTheOrganiserIs() throws {
        let told = "나의 장터에는 내가 올린 글, 관심 글, 할 일과 메모가 모여요. 로그인하거나 가입해주세요."
        for path in ["/my", "/my/memos"] {
            let signIn = try #require(try site.get(path)["Location"])
            #expect(try site.get(signIn).page.texts.contains(told))
        }
        for path in ["/signin", "/signin?return=/myth", "/signin?return=/chats"] {
            #expect(try !site.get(path).page.texts.contains(told))
        }
    }

    @Test func theSignInDoesNotLeadToItself() throws {
        let links = try site.get("/signin").page.tags("a")
        #expect(!links.contains { $0["href"] == "/signin" })
    }

    @Test func errorsTooShowWhoIsSignedIn() throws {
        let member = try site.member("바다네")
        for path in ["/nothing", "/items/99"] {
            let answer = try member.get(path)
            #expect(answer.status == 404)
            #expect(answer.page.texts.contains("바다네"))
        }
    }

    @Test(arguments: [("하늘이네", "틀린 비밀번호"), ("없는 사람", ServedSite.password)])
    func aStrangerReadsTheSameAsAWrongPassword(nickname: String, password: String) throws {
        let visitor = try site.visitor()
        let answer = try visitor.post("/signin", ServedSite.credentials(nickname, password))
        #expect(answer.status == 403)
        #expect(answer.page.alert?.title == "로그인하지 못했어요")
        #expect(answer.page.alert?.lines == ["닉네임이나 비밀번호가 맞지 않아요. 다시 한번 확인해주세요."])
        #expect(answer.page.value(of: "nickname") == nickname)
        #expect(!answer.text.contains(password))
        #expect(visitor.cookie("session") == nil)
    }

    @Test(arguments: [
        (["nickname": "", "password": ""], ["~ 닉네임을 입력해주세요.", "~ 비밀번호를 입력해주세요."]),
        (["nickname": " \u{200B}", "password": "x"], ["~ 닉네임을 입력해주세요."]),
        (["nickname": "하늘이네"], ["~ 비밀번호를 입력해주세요."]),
    ])
    func missingFieldsAreNamed(fields: [String: String], lines: [String]) throws {
        let form = FilledForm(["nickname": fields["nickname"] ?? ""])
            .with("password", fields["password"] ?? "")
        let answer = try site.post("/signin", form.urlencoded)
        #expect(answer.status == 422)
        #expect(answer.page.alert?.lines == lines)
    }

    @Test(arguments: [
        "a\u{0}b", "🧑🏽‍🌾🏳️‍🌈", String(repeating: "긴", count: 50_000), "<script>", "' OR 1=1 --",
    ])
    func aStrangeNicknameIsJustWrong(nickname: String) throws {
        let answer = try signIn(["nickname": nickname, "password": "12345678"])
        #expect(answer.status == 403)
        #expect(!answer.text.contains("<script>"))
    }

    @Test func invalidUTF8Is400() throws {
        let body = FormBody(encoded: "nickname=%FF%FE&password=12345678")
        #expect(try site.post("/signin", body).status == 400)
        #expect(try site.post("/signup", body).status == 400)
    }

    @Test func theEleventhTryHasToWaitHereAndNotElsewhere() throws {
        let site = try ServedSite { $0.proxies = Address("127.0.0.1").map { [$0] } ?? [] }
        _ = try site.member("하늘이네")
        let wrong = ServedSite.credentials("하늘이네", "틀린 비밀번호")
        for _ in 0..<10 { #expect(try site.post("/signin", wrong).status == 403) }
        let right = ServedSite.credentials("하늘이네")
        let refused = try site.post("/signin", right)
        #expect(refused.status == 429)
        #expect(refused["Retry-After"] == "60")
        #expect(try site.post("/signin", right, ["X-Forwarded-For": "192.0.2.9"]).status == 303)
        site.clock.advance(by: 60)
        #expect(try site.post("/signin", right).status == 303)
    }

    @Test func oneAddressMayNotTryAllAccounts() throws {
        let site = try ServedSite { $0.passwordTries = 1 }
        for number in 0..<10 {
            let form = ServedSite.credentials("이웃 \(number)", "12345678")
            #expect(try site.post("/signin", form).status == 403)
        }
        #expect(try site.post("/signin", ServedSite.credentials("이웃 10")).status == 429)
    }

    /// Somebody with a member's session guesses the password where a new one is set.
    @Test(arguments: ["/my/password", "/recovery"])
    func guessingHasToWaitWhereAPasswordIsChangedToo(path: String) throws {
        let site = try ServedSite { $0.passwordTries = 1 }
        let member = try site.member("하늘이네")
        let guess: FormBody = [
            "nickname": "하늘이네", "password": "틀린 비밀번호", "code": "틀린 코드",
            "new_password": "새로운 비밀번호",
        ]
        #expect(try member.post(path, guess).status == 403)
        let refused = try member.post(path, guess)
        #expect(refused.status == 429)
        #expect(refused["Retry-After"] == "60")
    }

    @Test(arguments: ["/my/memos?before=7&x=%20", "/items/7", "/"])
    func afterSigningInTheVisitGoesOn(path: String) throws {
        let answer = try signIn([
            "nickname": "하늘이네", "password": ServedSite.password, "return": path,
        ])
        #expect(answer["Location"] == path)
    }

    @Test(arguments: [
        "//evil.example", "/\\evil.example", "\\\\evil.example", "https://evil.example", "evil",
        "/\t/evil.example", "/\n/evil.example", "/\r\nSet-Cookie: a=b", "", " /", "/ x", "/한글",
        "/\u{0}", "javascript:alert(1)", "/" + String(repeating: "x", count: 2_048),
    ])
    func anAddressElsewhereIsNotGoneTo(path: String) throws {
        let fields: KeyValuePairs = [
            "nickname": "하늘이네", "password": ServedSite.password, "return": path,
        ]
        #expect(try signIn(fields)["Location"] == "/")
        let query = path.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        if query.count < 4_000 {
            let form = try site.get("/signin?return=\(query)").page
            #expect(form.value(of: "return") == "/")
        }
    }

    @Test func theLinkToTheSignInLeadsBackToWhereItStood() throws {
        let page = "http://\(site.host)/items/7?x=1"
        let form = try site.get("/signin", ["Referer": page]).page
        #expect(form.value(of: "return") == "/items/7?x=1")
    }

    @Test(arguments: [
        "http://evil.example/items/7", "http://HOST.evil.example/", "http://HOST//evil.example",
        "http://HOST@evil.example/", "http://HOST/signup?return=%2Fmy", "http://HOST/signin", "x",
    ])
    func aRefererElsewhereOrOnTheWayLeadsHome(referer: String) throws {
        let fields: KeyValuePairs = ["Referer": referer.replacing("HOST", with: site.host)]
        #expect(try site.get("/signin", fields).page.value(of: "return") == "/")
    }

    @Test func theNicknameTypedGoesAlongToTheOtherWaysIn() throws {
        let page = try signIn([
            "nickname": "하늘 & 바다", "password": "틀린 비밀번호", "return": "/my?x=1",
        ]).page
        let ways = page.links.filter { $0.contains("nickname=") }
        #expect(ways.count == 2)
        for way in ways {
            let form = try site.get(way).page
            #expect(form.value(of: "nickname") == "하늘 & 바다")
            #expect(form.focused == "password" || form.focused == "code")
        }
        let signUp = try site.get(try #require(ways.first)).page
        #expect(signUp.value(of: "return") == "/my?x=1")
    }

    @Test(arguments: ["<script>", "\"><b>", "' OR 1=1 --", String(repeating: "긴", count: 200)])
    func aNicknameInTheAddressIsShownAsText(nickname: String) throws {
        let query = nickname.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        for path in ["/signin", "/signup", "/recovery"] {
            let page = try site.get("\(path)?nickname=\(query)").page
            #expect(page.value(of: "nickname") == nickname)
            #expect(!page.html.contains(">" + nickname) && !page.html.contains("\"" + "><b>"))
        }
    }

    @Test func anInvalidNicknameIsNotCarriedOn() throws {
        for nickname in [" ", "\u{200B}", String(repeating: "긴", count: 50_000)] {
            let page = try signIn(["nickname": nickname, "password": "12345678"]).page
            #expect(!page.tags("a").contains { $0["href"]?.contains("nickname=") == true })
        }
    }

    @Test func signedInMembersAreNotAskedAgain() throws {
        let member = try site.member("구름네")
        #expect(try member.get("/signin?return=%2Fitems%2Fnew").redirection() == "/items/new")
        #expect(try member.get("/signup")["Location"] == "/")
    }
}
