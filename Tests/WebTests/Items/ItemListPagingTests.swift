import Fixtures
import Market
import Testing

@Blocking @Suite(.sharing)
struct ItemListPagingTests {
    /// A site with so many items, which tests leave unchanged.
    private func site(_ count: Int) async throws -> ServedSite {
        try await .shared("of \(count)") {
            let site = try ServedSite()
            try await site.add(count)
            return site
        }
    }

    /// The items of each page, following the links with that relation, starting at `path`.
    private func pages(
        _ site: ServedSite, from path: String, along relation: String
    ) throws -> [[Item.ID]] {
        var pages: [[Item.ID]] = []
        var next: String? = path
        while let path = next, pages.count < 10 {
            let page = try site.get(path).page
            pages.append(page.itemIDs)
            next = page.link(relation)
        }
        return pages
    }

    @Test(arguments: ServedSite.Backend.working)
    func linksLeadForthAndBackThroughAllItems(backend: ServedSite.Backend) async throws {
        let site = try ServedSite(backend)
        let newestFirst = Array(try await site.add(45).reversed())
        let forth = try pages(site, from: "/", along: "next")
        #expect(forth.map(\.count) == [20, 20, 5])
        #expect(forth.flatMap { $0 } == newestFirst)
        let last = try #require(forth.dropLast().last?.last)
        let back = try pages(site, from: "/?before=\(last)", along: "prev")
        #expect(back.reversed().flatMap { $0 } == newestFirst)
    }

    @Test func postingMeanwhileMakesNothingAppearTwiceOrGetLost() async throws {
        let site = try ServedSite()
        let newestFirst = Array(try await site.add(45).reversed())
        var seen: [Item.ID] = []
        var next: String? = "/"
        while let path = next {
            let page = try site.get(path).page
            seen += page.itemIDs
            next = page.link("next")
            try await site.add(3)
        }
        #expect(seen == newestFirst)
    }

    @Test func itemsPostedMeanwhileAreFoundOnTheWayBack() async throws {
        let site = try ServedSite()
        let ids = try await site.add(25)
        let second = try #require(try site.get("/").page.link("next"))
        let new = try await site.add(30)
        let back = try pages(site, from: second, along: "prev")
        #expect(Set(back.flatMap { $0 }) == Set(ids + new))
        #expect(back.last == (try site.get("/").page.itemIDs))
    }

    @Test func deletingMeanwhileLosesNoOther() async throws {
        let site = try ServedSite()
        let ids = try await site.add(45)
        let next = try #require(try site.get("/").page.link("next"))
        for id in ids[20..<30] { try await site.storage.delete(id, at: site.clock.now) }
        #expect(try site.get(next).page.itemIDs == ids[..<20].reversed())
    }

    @Test func theFirstPageLeadsForthOnlyAndTheLastBackOnly() async throws {
        let site = try ServedSite()
        try await site.add(40)
        let first = try site.get("/").page
        #expect(first.link("prev") == nil)
        let last = try site.get(try #require(first.link("next"))).page
        #expect(last.itemIDs.count == 20)
        #expect(last.link("next") == nil)
        #expect(last.link("prev") != nil)
    }

    @Test func pagingStaysInItsCategory() async throws {
        let site = try ServedSite()
        var games: [Item.ID] = []
        for _ in 0..<25 {
            games += try await site.add(category: .games)
            try await site.add(category: .furniture)
        }
        let forth = try pages(site, from: "/?category=2", along: "next")
        #expect(forth.flatMap { $0 } == games.reversed())
    }

    @Test(arguments: ["9", "1", "11"])
    func aCategoryWithoutItemsSaysSo(category: String) async throws {
        let site = try await ServedSite.shared("with a game") {
            let site = try ServedSite()
            try await site.add(category: .games)
            return site
        }
        let page = try site.get("/?category=\(category)").page
        #expect(page.itemIDs.isEmpty)
        #expect(page.texts.contains { $0.hasSuffix("에는 아직 올라온 물건이 없어요.") })
        #expect(page.links.contains("/items/new"))
    }

    @Test(arguments: [
        "before=abc", "before=-1", "before=99999999999999999999", "before=%00", "before=",
        "before=+5", "before=1e3", "before=%EF%BC%91", "before=%FF", "after=abc", "after=-1",
        "category=abc", "category=-1", "category=0", "category=12", "category=%00",
        "category=99999999999999999999", "category=2.0", "&&==&%", "before[]=3",
    ])
    func aQueryOfNonsenseShowsTheFirstPage(query: String) async throws {
        let site = try await site(21)
        let answer = try site.get("/?\(query)")
        #expect(answer.status == 200)
        #expect(answer.page.itemIDs == (try await site.storedIDs().dropLast()))
    }

    @Test(arguments: ["before=1", "before=0"])
    func aPagePastTheEndLeadsBackToTheBeginning(query: String) async throws {
        let site = try await site(3)
        let answer = try site.get("/?\(query)")
        #expect(answer.status == 200)
        #expect(answer.page.itemIDs.isEmpty)
        #expect(answer.page.texts.contains("여기서부터는 더 없어요. 처음으로 돌아가 보세요."))
        #expect(answer.page.links.contains("/"))
    }

    @Test(arguments: ["after=3", "after=9223372036854775807", "before=9223372036854775807"])
    func nothingNewerIsTheFirstPage(query: String) async throws {
        let site = try await site(3)
        #expect(try site.get("/?\(query)").page.itemIDs == [3, 2, 1])
    }
}
