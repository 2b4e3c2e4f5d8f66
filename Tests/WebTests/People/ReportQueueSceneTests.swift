import Fixtures
import Testing

/// The queue of reports, as operators work through it.
@Blocking
struct ReportQueueSceneTests {
    private let site: ServedSite
    private let keeper: Client
    private let seller: Client
    private let reporters: [Client]
    private let item: String

    init() throws {
        site = try ServedSite { options in options.operators = [1] }
        keeper = try site.member("장터지기")
        seller = try site.member("민지")
        reporters = [try site.member("지수"), try site.member("하늘")]
        item = try seller.post()
    }

    private func press(_ path: String, on page: String) throws -> String? {
        let answer = try keeper.press(path, on: page)
        #expect(answer.status == 303)
        return answer["Location"]
    }

    @Test func reportsShowTheListingAsItWasThen() throws {
        let item = try seller.post(.ownLamp.with(photo: Picture.red))
        try reporters[0].report("item", "2")
        let page = try keeper.get("/reports").page
        let photo = try #require(page.sources(below: "/photos/").first)
        #expect(page.texts.contains("35,000원") && page.html.contains("이사하면서"))
        #expect(!page.texts.contains { $0.hasPrefix("신고 뒤에 고침") })
        site.clock.advance(by: 60)
        let edit = FilledForm.ownLamp.with("content", "아무 일도 없어요").with("price", "1,000")
            .with("discounted_price", "")
        #expect(try seller.post(item + "/edit", edit.urlencoded).status == 303)
        let after = try keeper.get("/reports").page
        #expect(after.texts.contains("35,000원") && after.html.contains("이사하면서"))
        #expect(after.sources(below: "/photos/").first == photo)
        #expect(after.texts.contains { $0.hasPrefix("신고 뒤에 고침") })
        #expect(!after.html.contains("아무 일도 없어요"))
        #expect(try keeper.get(photo).status == 200)
    }

    @Test func aLongTextIsFoldedTogether() throws {
        let long = String(repeating: "긴 글이에요. ", count: 60)
        _ = try seller.post(.ownLamp.with("content", long))
        try reporters[0].report("item", "2")
        let page = try keeper.get("/reports").page
        #expect(page.html.contains("<details><summary lang=\"ko\">긴 글이에요."))
    }

    @Test func reportsOfOneThingStandTogetherAndAreSettledTogether() throws {
        try reporters[0].report("item", "1", "가짜예요")
        try reporters[1].report("item", "1", "베낀 사진이에요")
        try reporters[0].report("person", "2")
        let page = try keeper.get("/reports").page
        #expect(page.texts.contains("신고 2건"))
        #expect(page.texts.contains("가짜예요") && page.texts.contains("베낀 사진이에요"))
        let hidings = page.tags("form").filter { $0["action"] == item + "/hiding" }
        #expect(hidings.count == 1)
        // Other open reports about the same person.
        #expect(page.texts.contains("이 사람에 대한 다른 신고 1건"))
        #expect(page.texts.contains("이 사람에 대한 다른 신고 2건"))
        #expect(page.links.contains("/reports?person=2"))
        _ = try press("/reports/2/dismissal", on: "/reports")
        let rest = try keeper.get("/reports").page
        #expect(!rest.texts.contains("가짜예요") && !rest.texts.contains("베낀 사진이에요"))
        #expect(rest.action(endingWith: "/reports/3/dismissal") != nil)
    }

    @Test func theQueueIsFilteredByThingOrPerson() throws {
        _ = try seller.post()
        for subject in ["1", "2"] { try reporters[0].report("item", subject) }
        try reporters[0].report("person", "4")
        func waiting(_ query: String) throws -> [String] {
            try keeper.get("/reports" + query).page.actions.filter { $0.hasSuffix("/dismissal") }
        }
        let all = (1...3).reversed().map { "/reports/\($0)/dismissal" }
        #expect(try waiting("") == all)
        #expect(try waiting("?person=2") == Array(all.dropFirst()))
        #expect(try waiting("?item=1") == [all[2]])
        for query in ["?item=77", "?item=9223372036854775807", "?person=9223372036854775807"] {
            #expect(try waiting(query).isEmpty, "\(query)")
        }
        for query in ["?item=x", "?person=", "?person=-1"] {
            #expect(try waiting(query) == all, "\(query)")
        }
        #expect(try keeper.get("/reports?item=1").page.links.contains("/reports"))
    }

    @Test func theQueueGoesOnWithTheNextCase() throws {
        _ = try seller.post()
        for subject in ["1", "2"] { try reporters[0].report("item", subject) }
        try reporters[0].report("person", "2")
        let page = try keeper.get("/reports").page
        let places = page.tags("li").compactMap { $0["id"] }.filter { $0.hasPrefix("report-") }
        #expect(places == ["report-3", "report-2", "report-1"])
        #expect(try press("/reports/3/dismissal", on: "/reports") == "/reports#report-2")
        #expect(try press("/items/2/hiding", on: "/reports") == "/reports#report-1")
        // Nothing comes after the last one, and other pages are returned to as they are.
        #expect(try press("/reports/1/dismissal", on: "/reports") == "/reports")
        let settled = "/reports?settled=1"
        #expect(try press("/reports/1/dismissal/deletion", on: settled) == settled)
        #expect(try press("/reports/1/dismissal", on: item) == item)
    }

    @Test func formerReasonsAreOfferedAgain() throws {
        func offered(_ kind: String, on path: String) throws -> [String] {
            let html = try keeper.get(path).page.html
            let list = html.stretches(from: "<datalist id=\"reasons-\(kind)\">", to: "</datalist>")
            #expect(list.count == 1, "\(path)")
            return Page(html: list.first ?? "").tags("option").compactMap { $0["value"] }
        }
        try reporters[0].report("item", "1")
        #expect(try offered("hidden", on: "/reports").isEmpty)
        for reason in ["가짜예요", "\"베낀\" 사진"] {
            #expect(try keeper.post(item + "/hiding", ["reason": reason]).status == 303)
            #expect(try keeper.press(item + "/hiding/deletion").status == 303)
        }
        #expect(try keeper.post("/people/4/suspension", ["reason": "광고예요"]).status == 303)
        for path in ["/reports", item, item + "/hiding"] {
            #expect(try offered("hidden", on: path) == ["\"베낀\" 사진", "가짜예요"], "\(path)")
        }
        for path in ["/reports", "/people/2"] {
            #expect(try offered("suspended", on: path) == ["광고예요"], "\(path)")
        }
        #expect(try offered("removed", on: "/reports").isEmpty)
        // Only operators get these suggestions.
        for path in [item, "/people/2"] {
            #expect(try !reporters[0].get(path).page.html.contains("<datalist id=\"reasons-"))
        }
    }

    /// A script shows above the list how many reports are new; without it the line stays hidden.
    @Test func theFirstPageOfTheQueueNamesItsCases() throws {
        func cases(_ path: String) throws -> [String?] {
            try keeper.get(path).page.tags("p").filter { $0.has("data-cases") }
                .map { $0.has("hidden") ? $0["data-cases"] : nil }
        }
        #expect(try cases("/reports") == [""])
        try reporters[0].report("item", "1")
        try reporters[0].report("person", "2")
        #expect(try cases("/reports") == ["2 1"])
        #expect(try cases("/reports?item=1") == ["1"])
        for path in ["/reports?settled=1", "/reports?before=2"] {
            #expect(try cases(path).isEmpty, "\(path)")
        }
        let line = try keeper.get("/reports").page.tags("p").first { $0.has("data-cases") }
        #expect(line?["data-text1"] == "새 신고 1건 보기" && line?["data-text2"] == "새 신고 2건 보기")
    }

    @Test func aDismissedReportCanBeReopened() throws {
        try reporters[0].report("item", "1")
        _ = try press("/reports/1/dismissal", on: "/reports")
        let undo = "/reports/1/dismissal/deletion"
        let told = try keeper.get("/reports").page
        #expect(told.alert?.title == "신고를 문제 없음으로 넘겼어요")
        #expect(told.action(endingWith: undo + "?undo=1") != nil)
        #expect(try keeper.get("/reports?settled=1").page.action(endingWith: undo) != nil)
        for client in [seller, reporters[0]] { #expect(try client.press(undo).status == 404) }
        #expect(try press(undo, on: "/reports") == "/reports#report-1")
        let page = try keeper.get("/reports").page
        #expect(page.alert?.title == "신고를 살펴볼 것으로 되돌렸어요")
        #expect(page.action(endingWith: "/reports/1/dismissal") != nil)
        // No measure was taken.
        #expect(!page.texts.contains { $0.hasPrefix("이 사람에게 한 조치") })
        #expect(try keeper.press("/reports/77/dismissal/deletion").status == 404)
    }

    @Test(arguments: ["/items/1/hiding", "/people/2/suspension"])
    func aMeasureTakenByMistakeIsUndoneAndItsReportReopened(measure: String) throws {
        let (subject, number) = measure.hasPrefix("/items") ? ("item", "1") : ("person", "2")
        try reporters[0].report(subject, number)
        #expect(try press(measure, on: "/reports") == "/reports")
        let told = try keeper.get("/reports").page
        #expect(told.action(endingWith: "/dismissal") == nil)
        let undo = try #require(told.action(endingWith: measure + "/deletion?undo=1"))
        #expect(try !reporters[0].get("/my/reminders").page.texts.filter(isOutcome).isEmpty)
        #expect(try press(undo, on: "/reports") == "/reports#report-1")
        let page = try keeper.get("/reports").page
        #expect(page.action(endingWith: "/reports/1/dismissal") != nil)
        #expect(try reporters[0].get("/my/reminders").page.texts.filter(isOutcome).isEmpty)
        // A measure undone later leaves the report settled.
        _ = try press(measure, on: "/reports")
        _ = try press(measure + "/deletion", on: "/reports?settled=1")
        #expect(try keeper.get("/reports").page.action(endingWith: "/dismissal") == nil)
    }

    private func isOutcome(_ text: String) -> Bool {
        ["신고한 글을 운영자가 살펴보고 가렸어요", "운영자가 신고를 살펴보고 조치했어요"]
            .contains { text.contains($0) }
    }

    @Test func openReportsAreCountedInHeaderAndInbox() throws {
        func isTold(_ client: Client) throws -> Bool {
            try client.get("/").page.texts.contains { $0.hasPrefix("새 알림 ") }
        }
        /// How many links to the reports are on the page; one is in the footer of every page.
        func links(_ client: Client) throws -> (count: Int, isEmpty: Bool) {
            let page = try client.get("/my/reminders").page
            let links = page.tags("a").filter { $0["href"] == "/reports" }
            return (links.count, page.tags("div").contains { $0["class"] == "empty" })
        }
        #expect(try !isTold(keeper))
        let before = try links(keeper)
        #expect(before.count == 1 && before.isEmpty)
        try reporters[0].report("item", "1")
        try reporters[0].report("person", "2")
        #expect(try keeper.get("/").page.texts.contains("새 알림 2개"))
        let inbox = try links(keeper)
        #expect(inbox.count == 2 && !inbox.isEmpty)
        for client in [seller, reporters[0]] {
            #expect(try !isTold(client))
            let others = try links(client)
            #expect(others.count == 0 && others.isEmpty)
        }
    }

    @Test func openReportsAreCountedWhereTheyAreDecided() throws {
        let told = "살펴볼 신고 1건"
        try reporters[0].report("item", "1")
        let pages = [(item, "/reports?item=1"), ("/people/2", "/reports?person=2")]
        for (path, reports) in pages {
            let page = try keeper.get(path).page
            #expect(page.texts.contains(told) && page.links.contains(reports), "\(path)")
            for client in [seller, reporters[0], try site.visitor()] {
                #expect(try !client.get(path).page.links.contains(reports), "\(path)")
            }
        }
        _ = try keeper.press("/reports/1/dismissal")
        for (path, reports) in pages {
            #expect(try !keeper.get(path).page.links.contains(reports), "\(path)")
        }
    }

    @Test func hiddenItemsThatWereMendedAreReviewedAgain() throws {
        let (list, note) = ("/reports/hidden", "가린 뒤에 글쓴이가 고친 글이 있어요. 다시 살펴봐 주세요.")
        #expect(try keeper.post(item + "/hiding", ["reason": "가짜"]).status == 303)
        let hidden = try keeper.get(list).page
        #expect(hidden.links.contains("/people/1") && hidden.links.contains("/people/2"))
        #expect(hidden.action(endingWith: item + "/hiding/confirmation") == nil)
        #expect(try !keeper.get("/reports").page.texts.contains(note))
        site.clock.advance(by: 60)
        let edit = FilledForm.ownLamp.with("title", "진짜 장스탠드")
        #expect(try seller.post(item + "/edit", edit.urlencoded).status == 303)
        let told = "고친 글은 운영자가 다시 살펴볼 거예요. 그때까지는 다른 사람에게 보이지 않아요."
        #expect(try seller.get(item).page.alert?.lines == [told])
        #expect(try keeper.get("/").page.texts.contains("새 알림 1개"))
        let queue = try keeper.get("/reports").page
        #expect(queue.texts.contains(note) && queue.links.contains(list))
        let mended = try keeper.get(list).page
        #expect(mended.texts.contains("진짜 장스탠드") && mended.texts.contains("가짜"))
        #expect(mended.texts.contains { $0.hasPrefix("가린 뒤에 고침") })
        // It can be kept hidden or shown again.
        #expect(try press(item + "/hiding/confirmation", on: list) == list)
        let kept = try keeper.get(list).page
        #expect(kept.alert?.title == "글을 그대로 가려 두었어요")
        #expect(kept.texts.contains("가짜") && !kept.texts.contains { $0.hasPrefix("가린 뒤에 고침") })
        // The alert offers no undo, because the page has a button to show it again.
        #expect(kept.tags("form").count { $0["action"] == item + "/hiding/deletion" } == 1)
        #expect(try !keeper.get("/reports").page.texts.contains(note))
        #expect(try site.get(item).status == 404)
        let log = try keeper.get("/reports/decisions").page.texts
        #expect(log.contains("글을 그대로 가려 두었어요") && log.contains("진짜 장스탠드"))
    }
}
