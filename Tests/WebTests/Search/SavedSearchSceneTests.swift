import Fixtures
import Market
import Testing

@testable import Web

@Blocking
struct SavedSearchSceneTests {
    private let site: ServedSite
    private let member: Client

    init() throws {
        site = try ServedSite()
        member = try site.member()
    }

    /// Presses the button of a list and answers the path of the search that is kept.
    private func keep(
        _ list: String = "/?category=9", as member: Client? = nil
    ) throws -> String {
        let member = member ?? self.member
        let answer = try member.post("/my/searches", .urlencoded(["query": list]))
        guard answer.status == 303 else { throw Failure("not kept: \(answer.status)") }
        return try #require(try paths(of: member.get("/my/searches").page).first)
    }

    private func paths(of page: Page) -> [String] {
        page.tags("a").compactMap { $0["href"] }.filter { $0.hasPrefix("/my/searches/") }
    }

    private func count(in page: Page) -> String? {
        page.texts.first { $0.hasPrefix("새 알림 ") }
    }

    @Test func aSearchIsKeptShownAndDeleted() throws {
        let answer = try member.post(
            "/my/searches", .urlencoded(["query": "/?category=9&view=grid"]))
        #expect(answer["Location"] == "/?category=9&view=grid")
        let list = try member.get("/?category=9&view=grid").page
        #expect(list.alert?.title == "새 글이 올라오면 알려드릴게요")
        let page = try member.get("/my/searches").page
        #expect(page.texts.contains("가구"))
        let path = try #require(paths(of: page).first)
        #expect(try member.get(path).page.texts.contains("이 알림 그만 받기"))
        let deleted = try member.press(path + "/deletion")
        #expect(deleted["Location"] == "/my/searches")
        #expect(try paths(of: member.get("/my/searches").page).isEmpty)
        #expect(try member.get(path).status == 404)
        #expect(try member.press(path + "/deletion").status == 404)
    }

    @Test func aMatchIsToldEverywhereAndOnce() async throws {
        let path = try keep()
        #expect(try count(in: member.get("/rules").page) == nil)
        try await site.add(2)
        #expect(try count(in: member.get("/rules").page) == "새 알림 2개")
        let inbox = try member.get("/my/reminders").page
        #expect(inbox.texts.contains("새로 나온 것") && inbox.texts.contains("새 글 2개"))
        #expect(paths(of: inbox) == [path])
        #expect(try member.get("/my/searches").page.texts.contains("새 글 2개"))
        let page = try member.get(path).page
        #expect(page.itemIDs == [2, 1])
        // The header of the same page has it already.
        #expect(count(in: page) == nil)
        #expect(try count(in: member.get("/rules").page) == nil)
        #expect(try !member.get("/my/reminders").page.texts.contains("새로 나온 것"))
        #expect(try member.get(path).page.itemIDs == [2, 1])
    }

    @Test func whatOneOffersOneselfIsNoNews() throws {
        let path = try keep()
        _ = try member.post()
        #expect(try count(in: member.get("/rules").page) == nil)
        #expect(try member.get(path).page.itemIDs.isEmpty)
    }

    @Test func matchesArePagedByKey() async throws {
        let path = try keep()
        try await site.add(45)
        var seen: [Item.ID] = []
        var next: String? = path
        while let path = next {
            let page = try member.get(path).page
            seen += page.itemIDs
            next = page.tags("a").first { $0["rel"] == "next" }?["href"]
        }
        #expect(seen == (1...45).reversed().map { Item.ID(rawValue: $0) })
        for key in ["x", "-1", "0", "99999999999999999999", "%00"] {
            #expect(try member.get("\(path)?before=\(key)").status == 200)
        }
    }

    @Test func aGuestIsLedThroughTheSignInAndBack() throws {
        _ = try member.press("/signout")
        let refused = try member.post("/my/searches", .urlencoded(["query": "/?category=9"]))
        #expect(refused.status == 403)
        #expect(refused.page.alert?.title == "로그인이 필요해요")
        var form = FilledForm(["nickname": "하늘이네", "password": ServedSite.password])
        for tag in refused.page.tags("input") where tag["type"] == "hidden" {
            form.add(tag["name"] ?? "", tag["value"] ?? "")
        }
        let asked = try member.post("/signin", form.urlencoded).page
        var carried = FilledForm()
        for tag in asked.tags("input") { carried.add(tag["name"] ?? "", tag["value"] ?? "") }
        let answer = try member.post("/my/searches", carried.urlencoded)
        #expect(answer["Location"] == "/?category=9")
        #expect(try paths(of: member.get("/my/searches").page) == ["/my/searches/1"])
    }

    @Test(arguments: ["/my/searches", "/my/searches/1", "/my/searches/1/deletion"])
    func aGuestSeesNone(_ path: String) throws {
        _ = try keep()
        #expect(try site.get(path)["Location"]?.hasPrefix("/signin?return=") == true)
    }

    @Test func nonsenseIsNotKept() throws {
        for query in [
            "", "/", "/?", "?", "/?category=99", "/?view=grid", "x", "\u{0}", "/?%%%=&&=",
        ] {
            let answer = try member.post("/my/searches", .urlencoded(["query": query]))
            #expect(answer.status == 422, "\(query)")
            #expect(answer.page.alert?.title == "실패")
        }
        #expect(try member.post("/my/searches", .urlencoded([:])).status == 422)
        #expect(try paths(of: member.get("/my/searches").page).isEmpty)
    }

    @Test(arguments: [
        "//evil.example/?category=9", "https://evil.example/?category=9", "?category=9",
    ])
    func noAddressLeadsElsewhere(_ query: String) throws {
        let answer = try member.post("/my/searches", .urlencoded(["query": query]))
        #expect(answer["Location"] == "/my/searches")
    }

    @Test func oneTooManyIsRefused() async throws {
        for number in 1...Limits.savedSearches {
            let filter = ItemFilter(minimumPrice: Int64(number))
            _ = try await site.storage.insert(filter, of: 1, at: site.clock.now)
        }
        let answer = try member.post("/my/searches", .urlencoded(["query": "/?category=9"]))
        #expect(answer.status == 422)
        #expect(paths(of: answer.page).count == Limits.savedSearches)
    }

    @Test func othersSearchesAreNotThere() throws {
        let path = try keep()
        let other = try site.member("바다네")
        #expect(try other.get(path).status == 404)
        #expect(try other.press(path + "/deletion").status == 404)
        for path in ["/my/searches/0", "/my/searches/x", "/my/searches/-1", "/my/searches/01"] {
            #expect(try member.get(path).status == 404)
        }
        #expect(try member.get(path).status == 200)
    }

    // MARK: - The feed

    private func feedPath(of search: Int) throws -> String {
        let addresses = try member.get("/my/feeds").page.tags("input").compactMap { $0["value"] }
        let address = try #require(addresses.first { $0.hasSuffix("/searches/\(search).atom") })
        return String(address.dropFirst("http://\(site.host)".count))
    }

    @Test func aFeedHasItsMatches() async throws {
        _ = try keep()
        let path = try feedPath(of: 1)
        #expect(try AtomFeed(try site.get(path).body).entries.isEmpty)
        try await site.add(2, title: "책장 \u{1}<b>&")
        let answer = try site.get(path)
        #expect(answer["Content-Type"] == "application/atom+xml; charset=utf-8")
        #expect(answer["Cache-Control"] == "private, no-cache")
        #expect(answer["X-Robots-Tag"] == "noindex")
        let feed = try AtomFeed(answer.body)
        #expect(feed.feed["title"] == "가구 검색 알림")
        #expect(feed.entries.map { $0["title"] } == ["책장 <b>& 2", "책장 <b>& 1"])
        #expect(feed.entries[0]["id"] == "http://\(site.host)/items/2")
        // Who reads it elsewhere has seen nothing here.
        #expect(try count(in: member.get("/rules").page) == "새 알림 2개")
    }

    @Test func anAddressThatIsNobodysIs404() throws {
        _ = try keep()
        let path = try feedPath(of: 1)
        for wrong in [
            path.replacing("/1.atom", with: "/2.atom"), path.replacing("/1.atom", with: "/1"),
            path.replacing("/1.atom", with: "/01.atom"), "/feeds/x/searches/1.atom",
            path.replacing("/1.atom", with: "/.atom"),
        ] {
            #expect(try site.get(wrong).status == 404, "\(wrong)")
        }
        _ = try member.press("/my/feeds/key")
        #expect(try site.get(path).status == 404)
        #expect(site.log.lines.allSatisfy { !$0.contains(path) })
    }
}
