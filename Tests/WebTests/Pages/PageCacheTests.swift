import Fixtures
import HTTPServer
import Market
import Storage
import Synchronization
import Testing

@testable import Web

struct PageCacheTests {
    private let now = Timestamp(seconds: 100)

    private func page(
        commitCount: UInt64 = 1, freshUntil: Int64 = 200, size: Int = 1
    ) -> PageCache.Page {
        let bytes = [UInt8](repeating: 1, count: size)
        return PageCache.Page(
            representation: Representation(.bytes(bytes), mediaType: "text/html"),
            commitCount: commitCount, dateMade: now, freshUntil: Timestamp(seconds: freshUntil))
    }

    private func key(_ path: String) -> PageCache.Key { PageCache.Key(path: path) }

    @Test func aPageIsHandedOutWhileNothingHasChanged() {
        let cache = PageCache(mostPages: 2)
        cache.keep(page(), as: key("/"))
        #expect(cache.page(key("/"), commitCount: 1, at: now) != nil)
        #expect(cache.page(key("/"), commitCount: 2, at: now) == nil)
        #expect(cache.page(key("/b"), commitCount: 1, at: now) == nil)
    }

    /// Keys that each differ in one property from the key of a path.
    private func others(_ path: String) -> [PageCache.Key] {
        [
            key(path + "b"), PageCache.Key(path: path, query: "b"),
            PageCache.Key(path: path, variant: "b"), PageCache.Key(path: path, origin: "b"),
        ]
    }

    @Test func pagesAreToldApartByTheirDependencies() {
        let cache = PageCache(mostPages: 8)
        let keys = [key("/")] + others("/")
        for (commitCount, key) in keys.enumerated() {
            cache.keep(page(commitCount: UInt64(commitCount)), as: key)
        }
        for (commitCount, key) in keys.enumerated() {
            #expect(cache.page(key, commitCount: UInt64(commitCount), at: now) != nil)
        }
    }

    @Test func aPageIsOldWhenAnAgeOnItIs() {
        let cache = PageCache(mostPages: 2)
        cache.keep(page(), as: key("/"))
        #expect(cache.page(key("/"), commitCount: 1, at: Timestamp(seconds: 199)) != nil)
        #expect(cache.page(key("/"), commitCount: 1, at: Timestamp(seconds: 200)) == nil)
    }

    /// Otherwise all outdated versions of pages would stay in memory until they are asked for again.
    @Test func cachedAnswersAreDroppedWhenSomethingChanges() throws {
        let commitCount = Atomic<UInt64>(1)
        let answers = CachedAnswers(
            loops: 1, commitCount: { commitCount.load(ordering: .relaxed) }, clock: { [now] in now }
        )
        let request = try Request(.get, "/")
        weak var kept: PageCache.Page?
        do {
            let page = page()
            answers.keep(page, for: request)
            kept = page
        }
        #expect(answers.answer(to: request) != nil)
        #expect(kept != nil)
        commitCount.store(2, ordering: .relaxed)
        #expect(answers.answer(to: try Request(.get, "/a")) == nil)
        #expect(kept == nil)
        commitCount.store(1, ordering: .relaxed)
        #expect(answers.answer(to: request) == nil)
    }

    /// An alert is kept for the page that is opened, not for one that refreshes itself.
    @Test func aRefreshIsNoPageForTheAlert() throws {
        let answers = CachedAnswers(loops: 1, commitCount: { 1 }, clock: { [now] in now })
        let cookie = ("Cookie", "alert=posted")
        let refresh = try Request(.get, "/", headers: [cookie, ("X-Refresh", "1")])
        answers.keep(page(), for: refresh)
        #expect(answers.answer(to: refresh) != nil)
        #expect(answers.answer(to: try Request(.get, "/", headers: [cookie])) == nil)
    }

    @Test func usesAreCounted() {
        let cache = PageCache(mostPages: 2)
        _ = cache.page(key("/"), commitCount: 1, at: now)
        cache.keep(page(), as: key("/"))
        for _ in 0..<3 { _ = cache.page(key("/"), commitCount: 1, at: now) }
        _ = cache.page(key("/"), commitCount: 2, at: now)
        _ = cache.page(key("/"), commitCount: 1, at: Timestamp(seconds: 200))
        #expect(cache.uses.hits == 3)
        #expect(cache.uses.misses == 3)
    }

    @Test func thePageThatCameFirstGoesFirst() {
        let cache = PageCache(mostPages: 2)
        for path in ["/", "/b", "/", "/c", "/d"] { cache.keep(page(), as: key(path)) }
        let kept = ["/", "/b", "/c", "/d"].filter { path in
            cache.page(key(path), commitCount: 1, at: now) != nil
        }
        #expect(kept == ["/c", "/d"])
    }

    @Test func aPageAboveTheBoundIsNotKept() {
        let cache = PageCache(mostPages: 2)
        cache.keep(page(size: PageCache.largestPage), as: key("/"))
        cache.keep(page(size: PageCache.largestPage + 1), as: key("/b"))
        #expect(cache.page(key("/"), commitCount: 1, at: now) != nil)
        #expect(cache.page(key("/b"), commitCount: 1, at: now) == nil)
    }

    @Test func aPageIsWorthKeepingWhenItIsAskedForAgain() {
        let cache = PageCache(mostPages: 2)
        #expect(!cache.isWorthKeeping(key("/")))
        #expect(cache.isWorthKeeping(key("/")))
        for other in others("/") { #expect(!cache.isWorthKeeping(other)) }
    }

    @Test func noneIsKeptWhereNoneMayBe() {
        let cache = PageCache(mostPages: 0)
        #expect(!cache.isWorthKeeping(key("/")) && !cache.isWorthKeeping(key("/")))
        cache.keep(page(), as: key("/"))
        #expect(cache.page(key("/"), commitCount: 1, at: now) == nil)
    }
}

@Blocking
struct CachedPageTests {
    @Test(arguments: ServedSite.Backend.working)
    func everyChangeShowsInTheVeryNextAnswer(_ backend: ServedSite.Backend) async throws {
        let site = try ServedSite(backend)
        for round in 1...20 {
            #expect(try site.get("/items/\(round)").status == 404)
            try await site.add()
            for _ in 0..<3 { #expect(try site.get("/").page.html.contains("/items/\(round)\"")) }
            #expect(try site.get("/items/\(round)").status == 200)
        }
        try await site.storage.delete(20, at: site.clock.now)
        #expect(try !site.get("/").page.html.contains("/items/20\""))
        #expect(try site.get("/items/20").status == 404)
    }

    /// Requests the page often enough for each loop to have it cached and to answer the same bytes directly.
    @Test func anAgeIsNeverOld() async throws {
        let site = try ServedSite()
        try await site.add()
        let before = site.site.statistics.cache.hits
        for minutes in 0...3 {
            let age = minutes == 0 ? "방금" : "\(minutes)분 전"
            for _ in 0..<12 { #expect(try site.get("/").text.contains(">\(age)")) }
            site.clock.advance(by: 60)
        }
        #expect(site.site.statistics.cache.hits - before >= 32)
    }

    /// A list's rendering of an entry is cached longer than the page.
    @Test func anEntryShowsWhatHasChangedOfIt() throws {
        let site = try ServedSite { $0.cachedPages = 0 }
        let member = try site.member()
        let path = try member.post(.ownLamp.with("stock", "1"))
        _ = try site.post(.lamp.with("title", "비회원의 글"))
        func expect(_ shown: [String], not hidden: [String] = [], in language: String = "ko") throws
        {
            for _ in 0..<4 {
                let html = try site.get("/", ["Accept-Language": language]).page.html
                let entries = html.stretches(from: "<li id=\"item-", to: "</li>").joined()
                for part in shown + ["비회원의 글"] { #expect(entries.contains(part)) }
                for part in hidden { #expect(!entries.contains(part)) }
            }
        }
        try expect(["북유럽풍 장스탠드", "35,000원", "방금"], not: ["예약중"])
        try expect(["북유럽풍 장스탠드", "35,000"], not: ["방금", "예약중"], in: "en")
        site.clock.advance(by: 60)
        try expect(["1분 전"], not: ["방금"])
        site.clock.advance(by: 3_540)
        try expect(["1시간 전"], not: ["분 전"])
        _ = try member.press(path + "/reservation")
        try expect(["예약중", "1시간 전"])
        _ = try member.press(path + "/reservation/deletion")
        try expect(["1시간 전"], not: ["예약중"])
        let edit = FilledForm.ownLamp.with("title", "새 스탠드").with("price", "20,000")
        #expect(try member.post(path + "/edit", edit.multipart).status == 303)
        try expect(["새 스탠드", "20,000원", "잔여수량: 3"], not: ["북유럽풍"])
    }

    @Test func anUnchangedPageIsNotSentAgain() async throws {
        let site = try ServedSite(.sqlite)
        try await site.add()
        for path in ["/", "/items/1"] {
            let tag = try #require(try site.get(path)["ETag"])
            #expect(try site.request("GET", path, ["If-None-Match": tag]).status == 304)
            site.clock.advance(by: 60)
            #expect(try site.request("GET", path, ["If-None-Match": tag]).status == 200)
        }
    }

    @Test func aPageIsCompressedForClientsThatAcceptIt() async throws {
        let site = try ServedSite(.sqlite)
        try await site.add(20)
        // The first answer is for one visitor; the others are cached.
        for _ in 0..<3 {
            let plain = try site.get("/")
            let small = try site.request("GET", "/", ["Accept-Encoding": "gzip"])
            #expect(small["Content-Encoding"] == "gzip")
            #expect(small.body.count < plain.body.count / 2)
            #expect(small["ETag"] != plain["ETag"])
            for answer in [small, plain] {
                let vary = answer.all("Vary").joined(separator: ", ").split(separator: ", ")
                #expect(Set(vary) == ["Accept-Encoding", "Accept-Language", "Cookie"])
            }
        }
    }

    @Test func listAndGridAreTwoPages() async throws {
        let site = try ServedSite()
        try await site.add()
        let list = try site.get("/")
        let grid = try site.request("GET", "/", ["Cookie": "view=grid"])
        #expect(list.text != grid.text)
        #expect(list["ETag"] != grid["ETag"])
    }

    @Test func anotherProcessIsNoticed() async throws {
        let site = try ServedSite(.sqlite)
        try await site.add()
        #expect(try site.get("/").status == 200)
        let other = try SQLiteStorage(path: site.database)
        try await other.delete(1, at: site.clock.now)
        other.close()
        var hasGone = false
        for _ in 0..<100_000 where !hasGone {
            hasGone = try !site.get("/").page.html.contains("/items/1\"")
        }
        #expect(hasGone)
    }

    /// Writers add listings while readers look: a listing whose writer has been answered must be on
    /// every page requested after that, whichever pages are being made at that time.
    @Test(.timeLimit(.minutes(2)))
    func noReaderSeesAPageOlderThanAnAnswer() async throws {
        let site = try ServedSite(.sqlite)
        let board = Board()
        let writers = Task.detached {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<8 {
                    group.addTask {
                        for _ in 0..<300 { board.post(try await site.add()[0]) }
                    }
                }
                try await group.waitForAll()
            }
        }
        var looks = 0
        while board.newest < 2_400 || looks < 100 {
            let answered = board.newest
            let shown = try site.get("/").page.firstItem ?? 0
            #expect(shown >= answered)
            looks += 1
        }
        try await writers.value
    }
}

/// The newest listing whose writer has been answered.
private final class Board: Sendable {
    private let newestID = Mutex<Item.ID>(0)

    var newest: Item.ID { newestID.withLock { $0 } }

    func post(_ id: Item.ID) {
        newestID.withLock { $0 = max($0, id) }
    }
}

extension Page {
    /// The id of the first listing that the page links to.
    fileprivate var firstItem: Item.ID? {
        html.firstMatch(of: /href="\/items\/([0-9]+)"/).flatMap { Int64($0.1) }
            .map(Item.ID.init(rawValue:))
    }
}
