import Fixtures
import Testing

/// What operators can do on the pages of a listing or a person, and how they undo it.
@Blocking
struct OperatorSceneTests {
    private let site: ServedSite
    private let keeper: Client
    private let seller: Client
    private let item: String

    init() throws {
        site = try ServedSite { options in options.operators = [1] }
        keeper = try site.member("장터지기")
        seller = try site.member("민지")
        item = try seller.post()
    }

    /// Presses a button on a page, and returns the page that it leads to.
    private func press(_ path: String, on page: String) throws -> (path: String, page: Page) {
        let answer = try keeper.press(path, on: page)
        #expect(answer.status == 303)
        let next = try #require(answer["Location"])
        return (next, try keeper.get(next).page)
    }

    @Test func somebodyIsSuspendedOnTheirPageAndLetWriteAgain() throws {
        let (person, told) = ("/people/2", "글쓰기가 막힌 사람이에요")
        #expect(try !keeper.get(person).page.texts.contains(told))
        let stopped = try press(person + "/suspension", on: person)
        #expect(stopped.path == person && stopped.page.alert?.title == "글쓰기를 막았어요")
        #expect(stopped.page.texts.contains(told))
        // Once in the alert, once on the page.
        let lift = person + "/suspension/deletion"
        let actions = stopped.page.actions
        #expect(actions.filter { [lift, lift + "?undo=1"].contains($0) }.count == 2)
        #expect(!actions.contains(person + "/suspension"))
        // The reported listing is gone, but the suspension can still be lifted.
        #expect(try seller.press(item + "/deletion").status == 303)
        #expect(try keeper.get(person).page.action(endingWith: lift) != nil)
        let lifted = try press(lift, on: person)
        #expect(lifted.path == person && lifted.page.alert?.title == "글쓰기를 다시 허용했어요")
        #expect(try seller.post("/items", FilledForm.ownLamp.multipart).status == 303)
    }

    /// A phone that has put the answer to a form away requests its path by GET.
    @Test func aReloadOfAnAnswerLeadsToWhereTheFormWas() throws {
        for (path, place) in [
            ("/people/2/block/deletion", "/people/2"),
            ("/people/2/suspension/deletion", "/people/2"),
            ("/items/1/hiding/confirmation", "/items/1"),
            ("/items/1/hiding/deletion", "/items/1"), ("/reports/1/dismissal", "/reports"),
            ("/reports/1/dismissal/deletion", "/reports"), ("/reports/1/removal", "/reports"),
            ("/reports/1/removal/deletion", "/reports"),
        ] {
            #expect(try keeper.get(path)["Location"] == place, "\(path)")
        }
    }

    @Test func othersSeeNothingOfIt() throws {
        _ = try keeper.press("/people/2/suspension")
        for client in [try site.visitor(), try site.member("지수"), seller] {
            let page = try client.get("/people/2").page
            #expect(!page.texts.contains("글쓰기가 막힌 사람이에요"))
            #expect(!page.html.contains("/suspension"))
        }
        // Operators cannot suspend themselves.
        #expect(try !keeper.get("/people/1").page.html.contains("/people/1/suspension"))
        #expect(try seller.press("/people/2/suspension/deletion").status == 404)
    }

    @Test func aListingIsHiddenWhereItIsSeenAndShownAgain() throws {
        let hidden = try press(item + "/hiding", on: item)
        #expect(hidden.path == item && hidden.page.alert?.title == "글을 가렸어요")
        let undo = item + "/hiding/deletion"
        let actions = hidden.page.actions
        #expect(actions.filter { [undo, undo + "?undo=1"].contains($0) }.count == 2)
        let shown = try press(undo, on: item)
        #expect(shown.path == item && shown.page.alert?.title == "글을 다시 보이게 했어요")
        #expect(try site.get(item).status == 200)
        // Shown by mistake, it is hidden again.
        let again = item + "/hiding?undo=1"
        #expect(shown.page.actions.contains(again))
        let hiddenAgain = try press(again, on: item)
        #expect(hiddenAgain.path == item && hiddenAgain.page.alert?.title == "글을 가렸어요")
        #expect(try site.get(item).status == 404)
        #expect(try press(undo, on: item).path == item)
        // Without a `Referer` it leads to the reports.
        #expect(try keeper.press(item + "/hiding")["Location"] == "/reports")
    }

    @Test func theMenuOfAListingLeadsToThePageThatAsksWhyItIsHidden() throws {
        let hiding = item + "/hiding"
        #expect(try keeper.get(item).page.links.contains(hiding))
        for client in [seller, try site.visitor()] {
            #expect(try !client.get(item).page.links.contains(hiding))
        }
        #expect(try seller.get(hiding).status == 404)
        #expect(try keeper.get("/items/77/hiding").status == 404)
        let page = try keeper.get(hiding).page
        #expect(page.texts.contains("북유럽풍 장스탠드") && page.links.contains(item))
        let field = try #require(page.tags("input").first { $0["name"] == "reason" })
        #expect(field.has("autofocus") && page.action(endingWith: "/hiding") == hiding)
        // It leads to the listing, not back to itself.
        let hidden = try press(hiding, on: hiding)
        #expect(hidden.path == item && hidden.page.alert?.title == "글을 가렸어요")
        #expect(try !keeper.get(item).page.links.contains(hiding))
    }

    @Test func anOperatorWhoHasReportedAListingKeepsTheMenuThatHidesIt() throws {
        try keeper.report("item", "1")
        let page = try keeper.get(item).page
        #expect(!page.links.contains("/reports/new?item=1"))
        #expect(page.links.contains(item + "/hiding"))
    }

    @Test func itemsInTheTrashAreAskedAboutToo() throws {
        _ = try seller.press(item + "/deletion")
        let hiding = item + "/hiding"
        #expect(try keeper.get(item).page.links.contains(hiding))
        #expect(try keeper.get(hiding).page.texts.contains("북유럽풍 장스탠드"))
    }

    @Test func noOperatorIsOfferedToSuspendThemselves() throws {
        try seller.report("person", "1")
        let page = try keeper.get("/reports").page
        #expect(page.links.contains("/people/1"))
        #expect(page.action(endingWith: "/suspension") == nil)
        #expect(page.action(endingWith: "/dismissal") != nil)
        #expect(try keeper.press("/people/1/suspension").status == 404)
        #expect(try keeper.get("/items/new").status == 200)
        #expect(try keeper.get("/reports").page.action(endingWith: "/dismissal") != nil)
    }

    @Test func hiddenItemsAreListedWithTheirReason() throws {
        let list = "/reports/hidden"
        #expect(try keeper.get(list).page.texts.contains("가린 글이 없어요."))
        for client in [seller, try site.member("지수")] {
            #expect(try client.get(list).status == 404)
        }
        #expect(try site.get(list).status == 303)
        #expect(try keeper.post(item + "/hiding", ["reason": "<b>팔 수 없는 물건</b>"]).status == 303)
        let page = try keeper.get(list).page
        #expect(page.links.contains(item) && page.texts.contains("<b>팔 수 없는 물건</b>"))
        #expect(page.html.contains("<h1>가린 글</h1>"))
        #expect(try keeper.get("/reports").page.links.contains(list))
        let shown = try press(item + "/hiding/deletion", on: list)
        #expect(shown.path == list && !shown.page.links.contains(item))
        #expect(!page.texts.contains("비회원의 것"))
        let guests = try site.post()
        #expect(try keeper.press(guests + "/hiding").status == 303)
        #expect(try keeper.get(list).page.texts.contains("비회원의 것"))
        for key in ["0", "-1", "x", "99999999999999999999"] {
            #expect(try keeper.get(list + "?before=" + key).status == 200, "\(key)")
        }
    }

    @Test func theListOfHiddenItemsIsPagedByKey() throws {
        for number in 1...21 {
            let path = try seller.post(.ownLamp.with("title", "장스탠드 \(number)"))
            _ = try keeper.press(path + "/hiding")
        }
        let first = try keeper.get("/reports/hidden").page
        #expect(first.itemIDs.count == 20)
        let next = try #require(first.link("next"))
        #expect(try keeper.get(next).page.itemIDs == [2])
    }

    @Test func aPageElsewhereIsNotGoneBackTo() throws {
        for page in ["http://evil.example/", "http://\(site.host)//evil.example/"] {
            let answer = try site.post(
                item + "/hiding", [:],
                ["Cookie": "session=\(keeper.cookie("session") ?? "")", "Referer": page])
            #expect(answer["Location"] == "/reports", "\(page)")
        }
    }

    @Test func settledReportsSayTheirOutcome() throws {
        let asker = try site.member("지수")
        for subject in ["item": "1", "person": "2"] {
            try asker.report(subject.key, subject.value)
        }
        func outcomes() throws -> [String] {
            let known = ["글을 가렸어요", "글쓰기를 막았어요 · 풀 때까지", "<b>가짜</b>"]
            // Another page has shown the alert of the last action.
            _ = try keeper.get("/reports")
            return try keeper.get("/reports?settled=1").page.decisionTexts
                .filter(known.contains).sorted()
        }
        #expect(try outcomes().isEmpty)
        _ = try keeper.post(item + "/hiding", ["reason": "<b>가짜</b>"])
        #expect(try outcomes() == ["<b>가짜</b>", "글을 가렸어요"])
        _ = try keeper.press("/people/2/suspension")
        let both = ["<b>가짜</b>", "글쓰기를 막았어요 · 풀 때까지", "글을 가렸어요"]
        #expect(try outcomes() == both)
        // The decision stays as it was, and later ones are shown, too.
        _ = try keeper.press(item + "/hiding/deletion")
        _ = try keeper.press("/people/2/suspension/deletion")
        #expect(try outcomes() == both)
        let texts = try keeper.get("/reports?settled=1").page.decisionTexts
        #expect(texts.filter { $0 == "그 뒤: 글을 다시 보이게 했어요" }.count == 1)
        #expect(texts.filter { $0 == "그 뒤: 글쓰기를 다시 허용했어요" }.count == 1)
    }

    @Test func decisionsAboutGuestItemsAreShownToo() throws {
        let item = try site.post()
        let asker = try site.member("지수")
        try asker.report("item", "2")
        let settled = "/reports?settled=1"
        _ = try keeper.post(item + "/hiding", ["reason": "가짜"])
        let hidden = try keeper.get(settled).page
        #expect(hidden.decisionTexts.contains("글을 가렸어요") && hidden.texts.contains("가짜"))
        _ = try keeper.press(item + "/hiding/deletion")
        let shown = try keeper.get(settled).page
        #expect(shown.decisionTexts.contains("그 뒤: 글을 다시 보이게 했어요"))
    }

    @Test func reportsOutliveDeletedGuestItems() async throws {
        _ = try site.post()
        try site.member("지수").report("item", "2")
        try await site.storage.delete(2, at: site.clock.now)
        let page = try keeper.get("/reports").page
        #expect(page.texts.contains("북유럽풍 장스탠드") && page.texts.contains("글쓴이가 지운 글"))
        #expect(page.action(endingWith: "/hiding") == nil)
        _ = try press("/reports/1/dismissal", on: "/reports")
        #expect(try keeper.get("/reports").page.texts.contains("살펴볼 신고가 없어요."))
    }

    @Test func aReportIsDismissedWhereItStands() throws {
        let asker = try site.member("지수")
        try asker.report("person", "2")
        let page = try press("/reports/1/dismissal", on: "/reports?before=9").page
        #expect(page.alert?.title == "신고를 문제 없음으로 넘겼어요")
    }
}
