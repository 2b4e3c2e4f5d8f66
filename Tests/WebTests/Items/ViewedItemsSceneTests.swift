import Fixtures
import Testing

/// The items viewed in a browser, according to a cookie that a script writes.
@Blocking
struct ViewedItemsSceneTests {
    private let site: ServedSite
    private let visitor: Client

    init() throws {
        site = try ServedSite()
        visitor = try site.visitor()
    }

    private func post(_ title: String) throws -> String {
        try site.post(.lamp.with("title", title))
    }

    private func shown(_ cookie: String, to client: Client) throws -> [String] {
        client.set(cookie: "viewed", to: cookie)
        let answer = try client.get("/items/viewed")
        guard answer.status == 200 else { throw Failure("\(cookie): \(answer.status)") }
        return answer.page.itemPaths
    }

    @Test func viewedItemsStandInTheirOrder() throws {
        let paths = try ["원목 책장", "원목 의자", "원목 침대"].map { try post($0) }
        #expect(paths == ["/items/1", "/items/2", "/items/3"])
        #expect(try shown("2.3.1", to: visitor) == [paths[1], paths[2], paths[0]])
        let answer = try visitor.get("/items/viewed")
        #expect(answer["Cache-Control"] == "private, no-store")
        #expect(answer.page.texts.contains("원목 침대"))
        #expect(answer.all("Set-Cookie").isEmpty)
        #expect(try site.post(paths[2] + "/deletion", ["password": "달빛1234"]).status == 303)
        #expect(try shown("2.3.1", to: visitor) == [paths[1], paths[0]])
    }

    @Test func blockedSellersItemsAreNotShown() throws {
        let (seller, blocker) = (try site.member("민지"), try site.member("지수"))
        let theirs = try seller.post()
        #expect(try shown("1", to: blocker) == [theirs])
        #expect(try blocker.press("/people/1/block").status == 303)
        #expect(try shown("1", to: blocker).isEmpty)
        for other in [visitor, seller] { #expect(try shown("1", to: other) == [theirs]) }
    }

    @Test(arguments: [
        "", ".", "...", "x.y", "0", "-1", "+1", "01x", "99999999999999999999", "9999", "1,1", "1 1",
        "%31", "<script>", "1e0",
    ])
    func anInvalidCookieShowsNothing(cookie: String) throws {
        _ = try post("원목 책장")
        #expect(try shown(cookie, to: visitor).isEmpty)
    }

    @Test func otherValuesInTheCookieAreSkipped() throws {
        let paths = try ["원목 책장", "원목 의자"].map { try post($0) }
        let (first, second) = (paths[0], paths[1])
        for cookie in ["2.1.2.2.1", ".2..1.", "2.x.-1.1", "2.99999999999999999999.1", "404.2.0.1"] {
            #expect(try shown(cookie, to: visitor) == [second, first], "\(cookie)")
        }
        // Only the first ids are looked up.
        let many = (101...1_100).map { "\($0)" }
        #expect(try shown((many + ["1"]).joined(separator: "."), to: visitor).isEmpty)
        let last = many.prefix(29) + ["1", "2"]
        #expect(try shown(last.joined(separator: "."), to: visitor) == [first])
        let digits = String(repeating: "1", count: 5_000)
        #expect(try shown("\(digits).2", to: visitor) == [second])
    }

    @Test func viewedItemsCanBeForgotten() throws {
        let path = try post("원목 책장")
        #expect(try shown("1", to: visitor) == [path])
        let deletion = "/items/viewed/deletion"
        let page = try visitor.get("/items/viewed").page
        #expect(page.action(endingWith: "/deletion") == deletion)
        // Another site cannot make the browser do it.
        let answer = try site.post(
            deletion, [:], ["Cookie": "viewed=1", "Sec-Fetch-Site": "cross-site"])
        #expect(answer.status == 403 && answer.all("Set-Cookie").isEmpty)
        #expect(try visitor.get(deletion)["Location"] == "/items/viewed")
        #expect(visitor.cookie("viewed") == "1")
        let forgotten = try visitor.press(deletion)
        #expect(forgotten.status == 303 && forgotten["Location"] == "/items/viewed")
        let cookie = try #require(forgotten.all("Set-Cookie").first { $0.hasPrefix("viewed=;") })
        #expect(cookie.contains("; Path=/items/viewed;") && cookie.contains("; Max-Age=0;"))
        let after = try visitor.get("/items/viewed").page
        #expect(after.alert?.title == "최근 본 글을 지웠어요")
        #expect(after.itemPaths.isEmpty && after.action(endingWith: "/deletion") == nil)
        #expect(after.texts.contains("아직 본 글이 없어요. 글을 열어 보면 여기에 모여요."))
        #expect(after.texts.contains("자바스크립트가 꺼져 있어서 최근 본 글을 저장할 수 없어요."))
    }

    /// An item that no longer exists can be cleared, too.
    @Test func goneItemsAreForgottenToo() throws {
        #expect(try shown("404", to: visitor).isEmpty)
        let page = try visitor.get("/items/viewed").page
        #expect(page.action(endingWith: "/deletion") != nil)
        #expect(page.texts.contains("최근 본 글이 모두 사라졌어요."))
    }

    @Test func onlyOthersListingsAreNoted() throws {
        let seller = try site.member("민지")
        let theirs = try seller.post()
        let guests = try visitor.post(.lamp)
        func noted(_ path: String, by client: Client) throws -> String? {
            let article = try client.get(path).page.tags("article").first
            #expect(article?.has("data-script") == (article?["data-item"] != nil))
            return article?["data-item"]
        }
        let other = try site.member("지수")
        for client in [other, try site.visitor()] {
            #expect(try noted(theirs, by: client) == "1")
            #expect(try noted(guests, by: client) == "2")
        }
        #expect(try noted(theirs, by: seller) == nil)
        #expect(try noted(guests, by: visitor) == nil)
    }

    @Test func viewedItemsAreLinkedWherePeopleLook() throws {
        let path = try post("원목 책장")
        for page in [path, "/search"] {
            #expect(try visitor.get(page).page.links.contains("/items/viewed"), "\(page)")
        }
        let member = try site.member()
        #expect(try member.get("/my/interests").page.links.contains("/items/viewed"))
    }
}
