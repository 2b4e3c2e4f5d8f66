import Fixtures
import Market
import Testing

@Blocking
struct ItemFeedSceneTests {
    private let site: ServedSite

    init() throws {
        site = try ServedSite(.memory)
    }

    @Test func newestItemsComeWithWholeAddresses() async throws {
        try await site.add(2, title: "원목 책장", discountedTo: 30_000)
        let answer = try site.get("/feed.atom")
        #expect(answer["Content-Type"] == "application/atom+xml; charset=utf-8")
        let feed = try AtomFeed(answer.body)
        let origin = "http://\(site.host)"
        #expect(feed.feed["title"] == "새로 올라온 물건 - 장터")
        #expect(feed.feed.links["self"] == origin + "/feed.atom?lang=ko")
        #expect(feed.feed.links["alternate"] == origin + "/")
        #expect(feed.entries.map { $0["title"] } == ["원목 책장 2", "원목 책장 1"])
        #expect(feed.entries.map { $0["id"] } == [origin + "/items/2", origin + "/items/1"])
        #expect(feed.entries[0].links["alternate"] == origin + "/items/2")
        #expect(feed.entries[0]["summary"] == "30,000원 · 가구 · 판매중 · 직거래해요.")
        #expect(feed.entries[0]["published"] == "2026-11-21T11:20:00Z")
        #expect(feed.feed["updated"] == "2026-11-21T11:20:00Z")
    }

    @Test func anEditedListingIsUpdatedAndKeepsItsPlace() async throws {
        let ids = try await site.add(2)
        site.clock.advance(by: 60)
        let tag = try #require(try site.get("/feed.atom")["ETag"])
        var content = try await site.storage.item(ids[0]).content
        content.price = try Price(30_000)
        try await site.storage.update(ids[0], content: content, photos: [], at: site.clock.now)
        let answer = try site.get("/feed.atom", ["If-None-Match": tag])
        let feed = try AtomFeed(answer.body)
        let (posted, edited) = ("2026-11-21T11:20:00Z", "2026-11-21T11:21:00Z")
        #expect(feed.entries.map { $0["title"] } == ["원목 책장 2", "원목 책장 1"])
        #expect(feed.entries.map { $0["published"] } == [posted, posted])
        #expect(feed.entries.map { $0["updated"] } == [posted, edited])
        #expect(feed.feed["updated"] == edited)
    }

    @Test func aCategoryHasAFeedOfItsOwn() async throws {
        try await site.add(title: "책장")
        try await site.add(title: "게임기", category: .games)
        let feed = try AtomFeed(try site.get("/feed.atom?category=2").body)
        #expect(feed.feed["title"] == "게임 - 장터")
        #expect(feed.feed["id"] == "http://\(site.host)/feed.atom?lang=ko&category=2")
        #expect(feed.entries.map { $0["title"] } == ["게임기"])
    }

    @Test(arguments: [("/", ""), ("/?category=9", "&category=9")])
    func theListLeadsToItsFeed(path: String, query: String) throws {
        let page = try site.get(path).page
        let link = page.tags("link").first { $0["type"] == "application/atom+xml" }
        #expect(link?["rel"] == "alternate")
        #expect(link?["href"] == "/feed.atom?lang=ko" + query)
    }

    @Test func anEmptyFeedIsOfTheStart() throws {
        site.clock.advance(by: 60)
        let feed = try AtomFeed(try site.get("/feed.atom?category=9").body)
        #expect(feed.entries.isEmpty)
        #expect(feed.feed["updated"] == "2026-11-21T11:20:00Z")
    }

    @Test func anEntryTellsTheFirstWords() async throws {
        let long = String(repeating: "가", count: 300)
        try await site.add(description: "의자 <b>두 개</b>\n\u{1}& 책상\n" + long)
        let summary = try AtomFeed(try site.get("/feed.atom").body).entries[0]["summary"] ?? ""
        #expect(summary.contains(" · 의자 <b>두 개</b> & 책상 가가"))
        #expect(summary.hasSuffix("가…"))
    }

    @Test(arguments: [
        "</title><script>", "]]>", "&amp; <b>\"'", "a\u{0}b\u{1}\u{FFFE}c", "🪑 의자", "\u{1B}[0m",
    ])
    func hostileTitlesAreText(title: String) async throws {
        try await site.add(title: title)
        let feed = try AtomFeed(try site.get("/feed.atom").body)
        let expected = title.unicodeScalars.filter { ![0, 1, 0x1B, 0xFFFE].contains($0.value) }
        #expect(feed.entries[0]["title"] == String(String.UnicodeScalarView(expected)))
    }

    @Test func anUnchangedFeedIs304() async throws {
        try await site.add()
        let tag = try #require(try site.get("/feed.atom")["ETag"])
        let again = try site.get("/feed.atom", ["If-None-Match": tag])
        #expect(again.status == 304)
        #expect(again["Cache-Control"] == "no-cache")
        try await site.add()
        #expect(try site.get("/feed.atom", ["If-None-Match": tag]).status == 200)
    }

    @Test func behindTLSAddressesAreHTTPS() async throws {
        let site = try ServedSite(.memory) { $0.isBehindTLS = true }
        try await site.add()
        let feed = try AtomFeed(try site.get("/feed.atom").body)
        #expect(feed.entries[0]["id"] == "https://\(site.host)/items/1")
    }

    @Test func aBusyStorageIs503() throws {
        let site = try ServedSite(.busy)
        #expect(try site.get("/feed.atom").status == 503)
    }
}
