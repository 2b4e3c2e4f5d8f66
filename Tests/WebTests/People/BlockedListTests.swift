import Fixtures
import Market
import Testing

/// Lists for somebody who has blocked a member, compared with everybody else's.
@Blocking
struct BlockedListTests {
    private let site: ServedSite
    private let seller: Client
    private let blocker: Client
    private let other: Client

    init() throws {
        site = try ServedSite()
        seller = try site.member("민지")
        blocker = try site.member("지수")
        other = try site.member("하늘")
    }

    /// Posts a listing of the seller's, then one of a guest's.
    private func fill() throws {
        #expect(try seller.post(.ownLamp.with("title", "민지네 스탠드")) == "/items/1")
        #expect(try site.post(.lamp.with("title", "비회원 스탠드")) == "/items/2")
    }

    /// Requests take turns, often enough that a page cached for one would be shown to the other.
    @Test(
        arguments: [
            "/", "/?view=grid", "/?category=9", "/?status=all", "/?sort=new", "/?min=1000",
            "/?purpose=offer", "/?q=%EC%8A%A4%ED%83%A0%EB%93%9C",
        ])
    func onlyTheBlockerSeesNothingOfTheirs(path: String) throws {
        try fill()
        let guest = try site.visitor()
        func expect(_ shown: [Item.ID]) throws {
            for _ in 1...4 {
                #expect(try guest.get(path).page.itemIDs == [2, 1])
                #expect(try blocker.get(path).page.itemIDs == shown)
                #expect(try other.get(path).page.itemIDs == [2, 1])
                #expect(try seller.get(path).page.itemIDs == [2, 1])
            }
        }
        try expect([2, 1])
        #expect(try blocker.press("/people/1/block").status == 303)
        try expect([2])
        #expect(try blocker.press("/people/1/block/deletion").status == 303)
        try expect([2, 1])
    }

    @Test func hiddenHitsAreNotCounted() throws {
        try fill()
        let path = "/?q=%EB%AF%BC%EC%A7%80%EB%84%A4"
        #expect(try blocker.get(path).page.texts.contains("1개"))
        _ = try blocker.press("/people/1/block")
        let page = try blocker.get(path).page
        #expect(page.itemIDs.isEmpty)
        #expect(page.texts.contains("0개") && !page.texts.contains("1개"))
        #expect(try other.get(path).page.texts.contains("1개"))
    }

    @Test func theirPageStaysWhereItIs() throws {
        try fill()
        _ = try blocker.press("/people/1/block")
        let page = try blocker.get("/items/1").page
        #expect(page.texts.contains("내가 차단한 사람이에요. 차단을 풀면 쓸 수 있어요."))
        #expect(try blocker.press("/items/1/interest").status == 303)
        #expect(try blocker.get("/my/interests").page.itemIDs == [1])
    }

    @Test func theSellersPageSaysSoAndShowsNothingOfTheirs() throws {
        try fill()
        _ = try seller.post(.ownLamp.with("title", "스탠드").with("purpose", "request"))
        let told = "내가 차단한 사람이에요. 차단을 풀면 올린 글이 다시 보여요."
        #expect(try blocker.get("/people/1").page.itemIDs == [1, 3])
        _ = try blocker.press("/people/1/block")
        let page = try blocker.get("/people/1").page
        #expect(page.texts.contains(told) && page.itemIDs.isEmpty)
        #expect(Set(page.actions.filter { $0.contains("block") }) == ["/people/1/block/deletion"])
        // An empty menu is left out.
        #expect(page.html.contains("class=\"menu"))
        try blocker.report("person", "1")
        #expect(try !blocker.get("/people/1").page.html.contains("class=\"menu"))
        let others = try other.get("/people/1").page
        #expect(!others.texts.contains(told) && others.itemIDs == [1, 3])
        _ = try blocker.press("/people/1/block/deletion")
        #expect(try blocker.get("/people/1").page.itemIDs == [1, 3])
    }

    // MARK: - Paging

    /// Posts listings of the seller's between guests' listings, and returns the latter, oldest first.
    private func mix() async throws -> [Item.ID] {
        var others: [Item.ID] = []
        for number in 1...90 {
            guard number.isMultiple(of: 2), !(30...60).contains(number) else {
                try await site.add(of: 1)
                continue
            }
            others += try await site.add()
        }
        return others
    }

    /// The listings of each page, following the links with that relation, starting at `path`.
    private func pages(
        from path: String, along relation: String
    ) throws -> (paths: [String], items: [[Item.ID]]) {
        var paths: [String] = []
        var items: [[Item.ID]] = []
        var next: String? = path
        while let path = next, paths.count < 9 {
            let page = try blocker.get(path).page
            paths.append(path)
            items.append(page.itemIDs)
            next = page.link(relation)
        }
        return (paths, items)
    }

    @Test(arguments: ["/", "/?category=9&view=grid", "/?sort=low", "/?q=%EC%B1%85%EC%9E%A5"])
    func linksLeadForthAndBackPastTheirs(path: String) async throws {
        let newestFirst = Array(try await mix().reversed())
        _ = try blocker.press("/people/1/block")
        let forth = try pages(from: path, along: "next")
        #expect(forth.items.map(\.count) == [20, 9])
        #expect(forth.items.flatMap { $0 } == newestFirst)
        let back = try pages(from: try #require(forth.paths.last), along: "prev")
        #expect(back.items.reversed().flatMap { $0 } == newestFirst)
    }

    @Test func pagesLoadedWhileScrollingHaveNoneOfTheirs() async throws {
        let others = try await mix()
        _ = try blocker.press("/people/1/block")
        let next = try #require(try blocker.get("/").page.link("next"))
        let token = try #require(blocker.cookie("session"))
        let answer = try site.get(next, ["Cookie": "session=\(token)", "X-Refresh": "1"])
        #expect(answer.page.itemIDs == others.prefix(9).reversed())
    }

    // MARK: - News

    @Test func theCountOfNewMatchesHasNoneOfTheirs() throws {
        for member in [blocker, other] {
            _ = try member.post("/my/searches", ["query": "/?category=9"])
        }
        _ = try blocker.press("/people/1/block")
        try fill()
        #expect(try blocker.get("/rules").page.newNotices == "새 알림 1개")
        #expect(try other.get("/rules").page.newNotices == "새 알림 2개")
    }
}
