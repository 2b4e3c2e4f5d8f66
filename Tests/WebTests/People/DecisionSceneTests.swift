import Fixtures
import Market
import Testing

/// How operators find past reports and decisions again.
@Blocking
struct DecisionSceneTests {
    private let site: ServedSite
    private let keeper: Client
    private let seller: Client
    private let reporter: Client
    private let item: String

    init() throws {
        site = try ServedSite { options in options.operators = [1] }
        keeper = try site.member("장터지기")
        seller = try site.member("민지")
        reporter = try site.member("지수")
        item = try seller.post()
    }

    private let title = "북유럽풍 장스탠드"
    private let hidden = "운영자가 가린 글이에요. 다른 사람에게는 보이지 않아요."
    private let deleted = "글쓴이가 지운 글이에요. 휴지통에 있는 동안 운영자만 볼 수 있어요."

    // MARK: - Suspended people

    @Test func suspendedPeopleAreListedAndReinstated() throws {
        let list = "/reports/suspended"
        #expect(try keeper.get(list).page.texts.contains("글쓰기를 막은 사람이 없어요."))
        for client in [seller, reporter] { #expect(try client.get(list).status == 404) }
        #expect(try site.get(list).status == 303)
        _ = try keeper.press("/people/2/suspension")
        site.clock.advance(by: 60)
        _ = try keeper.press("/people/3/suspension")
        let page = try keeper.get(list).page
        #expect(page.html.contains("<h1>글쓰기를 막은 사람</h1>"))
        let people = page.links.filter { ["/people/2", "/people/3"].contains($0) }
        #expect(people == ["/people/3", "/people/2"])
        for path in ["/reports", "/reports/hidden"] {
            #expect(try keeper.get(path).page.links.contains(list), "\(path)")
        }
        let lift = "/people/2/suspension/deletion"
        let answer = try keeper.press(lift, on: list)
        #expect(answer["Location"] == list)
        let rest = try keeper.get(list).page
        #expect(!rest.links.contains("/people/2") && rest.links.contains("/people/3"))
        for key in ["0", "-1", "x", "1-", "-", "1-2-3", "99999999999999999999-1", "1-x"] {
            #expect(try keeper.get(list + "?before=" + key).status == 200, "\(key)")
        }
    }

    @Test func theListOfSuspendedPeopleIsPagedByKey() async throws {
        for number in 0..<21 {
            let account = try await site.storage.insert(
                NewAccount(
                    nickname: try #require(Nickname("이웃 \(number)")), passwordHash: "hash",
                    dateJoined: site.clock.now))
            // Two in the same second.
            try await site.storage.setSuspended(
                true, account, at: site.clock.now + Int64(number / 2))
        }
        func people(_ page: Page) -> Set<String> {
            Set(
                page.actions.filter { $0.hasSuffix("/suspension/deletion") })
        }
        let first = try keeper.get("/reports/suspended").page
        let next = try keeper.get(try #require(first.link("next"))).page
        #expect(people(first).count == 20 && people(next).count == 1)
        #expect(people(first).isDisjoint(with: people(next)) && next.link("next") == nil)
    }

    // MARK: - Decisions

    @Test func aSecondReportLeadsToEarlierDecisions() throws {
        try reporter.report("person", "2")
        _ = try keeper.press("/reports/1/dismissal")
        _ = try keeper.post(item + "/hiding", ["reason": "<i>가짜</i>"])
        try reporter.report("person", "2")
        let queue = try keeper.get("/reports").page
        #expect(queue.texts.contains("이 사람에게 한 조치 1건"))
        #expect(queue.links.contains("/people/2#decisions"))
        _ = try keeper.press(item + "/hiding/deletion")
        #expect(try !keeper.get("/reports").page.texts.contains("이 사람에게 한 조치 1건"))
        let page = try keeper.get("/people/2").page
        let decisions = page.decisionTexts.filter {
            ["신고를 문제 없음으로 넘겼어요", "글을 가렸어요", "글을 다시 보이게 했어요"].contains($0)
        }
        #expect(decisions == ["글을 다시 보이게 했어요", "글을 가렸어요", "신고를 문제 없음으로 넘겼어요"])
        // The date stands on a line of its own.
        #expect(!page.html.contains(" · <time") && page.html.contains("<br><time"))
        #expect(page.texts.contains("<i>가짜</i>") && page.links.contains("/people/1"))
        for client in [seller, reporter, try site.visitor()] {
            let page = try client.get("/people/2").page
            #expect(!page.texts.contains("운영자의 결정") && !page.html.contains("가짜"))
        }
    }

    @Test func reportersReadTheOutcomeAndNoMore() throws {
        try reporter.report("item", "1")
        _ = try keeper.post(item + "/hiding", ["reason": "팔 수 없는 물건"])
        let entries = try ZipEntry.all(in: try reporter.get("/my/export").body)
        let data = try #require(entries.first { $0.name == "data.json" })
        let text = String(decoding: data.bytes, as: UTF8.self)
        #expect(text.contains("\"outcome\":\"listing_hidden\""))
        #expect(!text.contains("팔 수 없는 물건") && !text.contains("장터지기"))
    }

    // MARK: - Deleted listings

    @Test func operatorsStillSeeReportedItemsThatWereDeleted() throws {
        try reporter.report("item", "1")
        _ = try seller.press(item + "/deletion")
        let queue = try keeper.get("/reports").page
        #expect(queue.texts.contains("글쓴이가 지운 글") && queue.links.contains(item))
        let answer = try keeper.get(item)
        #expect(answer.status == 200 && answer.page.texts.contains(deleted))
        #expect(answer.page.texts.contains(title) && answer.page.links.contains("/people/2"))
        #expect(!answer.page.links.contains(item + "/conversation"))
        #expect(answer.page.action(endingWith: "/interest") == nil)
        for client in [seller, reporter, try site.visitor()] {
            let answer = try client.get(item)
            #expect(answer.status == 404 && !answer.text.contains(title))
        }
        // If it was hidden in the trash, it is restored hidden, and its seller reads why.
        #expect(try keeper.post(item + "/hiding", ["reason": "가짜"]).status == 303)
        #expect(try keeper.get(item).page.texts.contains(hidden + " 이유: 가짜"))
        #expect(try seller.get(item).text.contains(hidden + " 이유: 가짜"))
        #expect(try seller.get("/my/reminders").page.links.contains(item))
        let undo = try #require(try seller.get("/my/trash").page.undoPath)
        #expect(try seller.press(undo).status == 303)
        #expect(try seller.get(item).page.texts.contains(hidden + " 이유: 가짜"))
        #expect(try site.get(item).status == 404)
        #expect(try keeper.press(item + "/hiding/deletion").status == 303)
        #expect(try site.get(item).status == 200)
    }

    @Test func anItemHiddenInTheTrashWithoutAReasonSaysSoToo() throws {
        _ = try seller.press(item + "/deletion")
        #expect(try !seller.get(item).page.texts.contains(hidden))
        #expect(try keeper.post(item + "/hiding", ["reason": ""]).status == 303)
        let answer = try seller.get(item)
        #expect(answer.status == 404 && answer.page.texts.contains(hidden))
        #expect(try !seller.get("/my/items").page.links.contains(item))
    }

    @Test func reportsOutliveItemsGoneForGood() throws {
        try reporter.report("item", "1")
        _ = try seller.press(item + "/deletion")
        let purge = try #require(
            try seller.get("/my/trash").page.links.first { $0.hasSuffix("/purge") })
        _ = try seller.press(purge)
        let queue = try keeper.get("/reports").page
        #expect(queue.texts.contains(title) && queue.texts.contains("글쓴이가 지운 글"))
        #expect(queue.links.contains("/people/2") && !queue.links.contains(item))
        #expect(queue.action(endingWith: "/hiding") == nil)
        #expect(try keeper.get(item).status == 404)
        #expect(try keeper.press("/people/2/suspension").status == 303)
        #expect(try keeper.get("/reports").page.texts.contains("살펴볼 신고가 없어요."))
    }
}
