import Fixtures
import Market
import Testing

@testable import Web

@Blocking
struct PushSceneTests {
    private static let endpoint = "https://fcm.googleapis.com/fcm/send/dpH5:APA91b-_x"
    private static let key = "BKeyOfTheSite"

    private let site: ServedSite

    init() throws {
        site = try Self.pushing()
    }

    private static func pushing() throws -> ServedSite {
        try ServedSite(.memory) { $0.push = PushOptions(key: key, services: .usual) }
    }

    private static func form(_ endpoint: String = endpoint) -> FormBody {
        ["endpoint": endpoint]
    }

    private func account(_ nickname: String) async throws -> Account.ID {
        let nickname = try #require(Nickname(nickname))
        return try #require(try await site.storage.credentials(of: nickname)?.account)
    }

    private func endpoints(_ nickname: String) async throws -> [String] {
        try await site.storage.pushSubscriptions(
            of: try await account(nickname), at: site.clock.now
        ).map(\.endpoint)
    }

    /// The push section of a page; nil if there is none.
    private func part(_ path: String, _ member: Client) throws -> Page.Tag? {
        try member.get(path).page.tags("section").first { $0["data-push"] != nil }
    }

    @Test func aBrowserSubscribesAndItsPageKnows() async throws {
        let member = try site.member("민지")
        let before = try #require(try part("/my/profile", member))
        #expect(before["data-push"] == Self.key && before.has("hidden") && !before.has("data-on"))
        #expect(before["data-endings"] == "0")
        #expect(try member.post("/push", Self.form()).status == 204)
        #expect(try await endpoints("민지") == [Self.endpoint])
        let page = try member.get("/my/profile").page
        let after = try #require(try part("/my/profile", member))
        #expect(after.has("data-on") && !after.has("hidden"))
        #expect(page.texts.contains("알림을 받는 기기 1대"))
        #expect(try member.post("/push/deletion", Self.form()).status == 204)
        #expect(try await endpoints("민지").isEmpty)
    }

    @Test func savedSearchesAreOfferedAsPushes() throws {
        let member = try site.member("민지")
        #expect(try part("/my/searches", member) == nil)
        _ = try member.post("/my/searches", ["query": "/?category=9"])
        #expect(try part("/my/searches", member)?["data-push"] == Self.key)
        let page = try member.get("/my/searches").page
        #expect(page.texts.contains("새 글을 이 기기로 알려드릴까요?"))
    }

    @Test func theButtonEndsAllWithoutAScript() async throws {
        let member = try site.member("민지")
        for letter in ["a", "b"] { _ = try member.post("/push", Self.form(Self.endpoint + letter)) }
        #expect(try await endpoints("민지").count == 2)
        #expect(try member.press("/push/deletion").redirection() == "/my/profile")
        #expect(try member.get("/my/profile").page.alert?.title == "이제 기기로 알리지 않아요")
        #expect(try await endpoints("민지").isEmpty)
        // Earlier decisions in browsers no longer hold.
        for path in ["/my/profile", "/chats"] {
            #expect(try part(path, member)?["data-endings"] == "1", "\(path)")
        }
    }

    /// What the service worker sends when the browser has been given another endpoint.
    @Test func anotherEndpointBringsNothingBackThatWasEnded() async throws {
        let member = try site.member("민지")
        func move(_ new: String) throws -> Int {
            return try member.post("/push", ["endpoint": new, "former": Self.endpoint]).status
        }
        _ = try member.post("/push", Self.form())
        #expect(try move("https://evil.example/a") == 422)
        #expect(try move(Self.endpoint + "2") == 204)
        #expect(try await endpoints("민지") == [Self.endpoint + "2"])
        _ = try member.press("/push/deletion")
        #expect(try move(Self.endpoint + "3") == 204)
        #expect(try await endpoints("민지").isEmpty)
    }

    @Test(arguments: [
        "", "https://evil.example/a", "http://fcm.googleapis.com/a", "https://127.0.0.1/a",
        "https://fcm.googleapis.com/a\"\nurl = \"file:///etc/passwd", "javascript:alert(1)",
    ])
    func anUnknownPushServiceIs422(_ endpoint: String) async throws {
        let member = try site.member("민지")
        #expect(try member.post("/push", Self.form(endpoint)).status == 422)
        #expect(try await endpoints("민지").isEmpty)
    }

    @Test func anotherSiteSubscribesNobody() async throws {
        let member = try site.member("민지")
        let cookie = "session=\(try #require(member.cookie("session")))"
        for path in ["/push", "/push/deletion"] {
            let fields: KeyValuePairs = ["Cookie": cookie, "Sec-Fetch-Site": "cross-site"]
            #expect(try site.post(path, Self.form(), fields).status == 403)
        }
        #expect(try await endpoints("민지").isEmpty)
    }

    @Test func guestsSubscribeNothing() async throws {
        let answer = try site.visitor().post("/push", Self.form())
        #expect(answer.status != 204)
        let accounts = Set((1...9).map(Account.ID.init(rawValue:)))
        #expect(try await site.storage.pushedAccounts(among: accounts).isEmpty)
    }

    @Test func anotherAccountEndsNothing() async throws {
        let member = try site.member("민지")
        _ = try member.post("/push", Self.form())
        let stranger = try site.member("지수")
        #expect(try stranger.post("/push/deletion", Self.form()).status == 204)
        _ = try stranger.press("/push/deletion")
        #expect(try await endpoints("민지") == [Self.endpoint])
    }

    @Test(arguments: ["/signout", "/my/sessions/deletion"])
    func aSubscriptionEndsWithTheSession(_ path: String) async throws {
        let member = try site.member("민지")
        _ = try member.post("/push", Self.form())
        _ = try member.press(path)
        #expect(try await endpoints("민지").isEmpty)
    }

    // MARK: - News

    @Test func newsIsOnlyWhatWasNotSeen() throws {
        let (seller, _, asker, path) = try site.asked("아직 있나요?")
        let answer = try seller.get("/push/news")
        #expect(answer.status == 200 && answer["Cache-Control"] == "no-store")
        #expect(answer["Content-Type"] == "application/json")
        let all = try answer.json
        #expect(all.elements.count == 1)
        #expect(all[0]["title"].string == "새 메시지 · 지수")
        #expect(all[0]["body"].string == "북유럽풍 장스탠드: 아직 있나요?")
        #expect(all[0]["url"].string == path && all[0]["tag"].string == "chat-1")
        #expect(all[0]["number"].int == 1 && all[0]["isSeen"] == .bool(false))
        #expect(try asker.get("/push/news").json[0]["isSeen"] == .bool(true))
        _ = try seller.get(path)
        _ = try seller.post(path + "/reading", ["message": "1"])
        let seen = try seller.get("/push/news").json
        #expect(seen.elements.count == 1 && seen[0]["isSeen"] == .bool(true))
        #expect(seen[0]["body"].string == "새 소식을 모두 확인했어요." && seen[0]["url"].string == "/")
    }

    @Test func eachConversationIsNews() throws {
        let (seller, item, _, _) = try site.asked("아직 있나요?")
        site.clock.advance(by: 60)
        _ = try site.member("하늘").ask("저도요", about: item)
        let all = try seller.get("/push/news").json
        #expect(all.elements.map { $0["tag"].string } == ["chat-2", "chat-1"])
    }

    @Test func newsExpiresAfterADay() throws {
        let (seller, _, _, _) = try site.asked("아직 있나요?")
        site.clock.advance(by: 86_400)
        #expect(try seller.get("/push/news").json[0]["isSeen"] == .bool(false))
        site.clock.advance(by: 1)
        #expect(try seller.get("/push/news").json[0]["isSeen"] == .bool(true))
    }

    /// Pushes arrive without anybody being present, so the session must expire as if none had come.
    @Test func aPushRenewsNoSession() throws {
        let member = try site.member("민지")
        for _ in 0..<3 {
            site.clock.advance(by: Sessions.tokenLifetime)
            #expect(try member.get("/push/news")["Set-Cookie"] == nil)
        }
        #expect(try member.get("/my")["Set-Cookie"]?.contains("session=") == true)
        site.clock.advance(by: Sessions.lifetime - 1)
        #expect(try member.get("/push/news").status == 200)
        site.clock.advance(by: 1)
        #expect(try member.get("/my").status != 200)
    }

    @Test func newsIsInItsReadersLanguage() throws {
        let (seller, _, _, _) = try site.asked("아직 있나요?")
        _ = try seller.post("/language", ["language": "en"])
        let news = try seller.get("/push/news").json
        #expect(news[0]["title"].string == "New message · 지수")
    }

    @Test func hostileTextStaysText() throws {
        let text = "\"}<script>\\"
        let (seller, _, _, _) = try site.asked(text)
        let body = try #require(try seller.get("/push/news").json[0]["body"].string)
        #expect(body.contains(text))
    }

    @Test func nobodyElseReadsIt() throws {
        _ = try site.asked("비밀")
        let stranger = try site.member("하늘이네")
        for client in [stranger, try site.visitor()] {
            let answer = try client.get("/push/news")
            #expect(try answer.status == 200 && answer.json[0]["isSeen"] == .bool(true))
            #expect(!answer.text.contains("비밀"))
        }
    }

    // MARK: - Pages that offer pushes

    @Test func onlyPagesThatOfferItLoadItsScript() throws {
        let member = try site.member("민지")
        func loads(_ path: String) throws -> Bool {
            try member.get(path).page.tags("script").contains {
                $0["src"]?.hasPrefix("/push.js?v=") == true
            }
        }
        let item = try member.post()
        let chat = try site.member("지수").ask("아직 있나요?", about: item)
        // Soon after a sign-in every page loads it.
        site.clock.advance(by: 60)
        for path in ["/my/profile", "/chats", "/chats/waiting", chat] {
            #expect(try loads(path), "\(path)")
            #expect(try part(path, member) != nil, "\(path)")
        }
        for path in ["/", "/my", item, "/items/new"] { #expect(try !loads(path), "\(path)") }
        #expect(try site.get("/push.js").status == 200)
    }

    @Test func aProfileThatComesBackOffersItToo() throws {
        let member = try site.member("민지")
        let answer = try member.post("/my/profile", FilledForm(["nickname": ""]).multipart)
        #expect(answer.status == 422)
        #expect(answer.page.tags("section").contains { $0["data-push"] == Self.key })
    }

    @Test func aSiteWithoutPushesShowsNothingOfThem() throws {
        let site = try ServedSite(.memory)
        let member = try site.member("민지")
        _ = try member.press("/signout")
        let page = try member.post("/signin", ServedSite.credentials("민지"))["Location"] ?? ""
        for path in [page, "/my/profile", "/chats"] {
            let text = try member.get(path).text
            #expect(!text.contains("data-push") && !text.contains("push.js"), "\(path)")
        }
        #expect(try member.post("/push", Self.form()).status == 404)
        #expect(try member.post("/push/deletion", Self.form()).status == 404)
        for path in ["/push/news", "/push/unseen?tags=chat-1"] {
            #expect(try member.get(path).status == 404, "\(path)")
        }
    }

    @Test func anOpenPageOfSomebodyIsKnown() async throws {
        let member = try site.member("민지")
        let account = try await account("민지")
        #expect(!site.site.isWatching(account))
        let window = try Client(port: site.port)
        let cookie = try #require(member.cookie("session"))
        try window.send(
            "GET /my/live?since=1 HTTP/1.1\r\nHost: \(site.host)\r\nCookie: session=\(cookie)\r\n\r\n"
        )
        #expect(try window.readAnswer().status == 200)
        // The stream has begun once it has sent its first event.
        _ = try window.readEvent()
        #expect(site.site.isWatching(account))
        _ = try member.press("/signout")
        #expect(try window.readEvent() == "")
        for _ in 0..<1_000 where site.site.isWatching(account) {
            try await Task.sleep(for: .milliseconds(10))
        }
        #expect(!site.site.isWatching(account))
    }

    @Test func anExportNamesTheServiceAndNotTheAddress() throws {
        let member = try site.member("민지")
        _ = try member.post("/push", Self.form())
        let pushes = try member.exportedData()["pushes"].elements
        #expect(pushes.map { $0["service"].string } == ["fcm.googleapis.com"])
        #expect(pushes[0]["subscribed_at"].string == "2026-11-21T11:20:00Z")
    }
}
