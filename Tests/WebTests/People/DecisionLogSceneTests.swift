import Fixtures
import Testing

/// The log of all decisions by operators.
@Blocking
struct DecisionLogSceneTests {
    private let site: ServedSite
    private let keeper: Client
    private let log = "/reports/decisions"

    init() throws {
        site = try ServedSite { options in options.operators = [1] }
        keeper = try site.member("장터지기")
    }

    /// Reads the log, after another page has shown the alert of the last action.
    private func readLog() throws -> Page {
        _ = try keeper.get("/reports")
        return try keeper.get(log).page
    }

    @Test func onlyOperatorsReadIt() throws {
        #expect(try keeper.get(log).page.texts.contains("아직 결정한 것이 없어요."))
        for path in ["/reports", "/reports/hidden", "/reports/suspended"] {
            #expect(try keeper.get(path).page.links.contains(log), "\(path)")
        }
        #expect(try site.member("민지").get(log).status == 404)
        #expect(try site.get(log).status == 303)
    }

    @Test func theLogNamesDecidersReasonsAndReversals() throws {
        let item = try site.post()
        _ = try keeper.post(item + "/hiding", ["reason": "<b>가짜</b>"])
        var page = try readLog()
        #expect(page.texts.contains("글을 가렸어요") && page.texts.contains("<b>가짜</b>"))
        #expect(page.texts.contains("비회원의 것") && page.texts.contains("장터지기"))
        #expect(page.links.contains(item) && page.links.contains("/people/1"))
        let undone = "되돌렸어요: 글을 다시 보이게 했어요"
        #expect(!page.texts.contains { $0.hasPrefix("되돌렸어요:") })
        _ = try keeper.press(item + "/hiding/deletion")
        page = try readLog()
        #expect(page.decisionTexts.filter { $0 == undone }.count == 1)
        let kinds = page.texts.filter { ["글을 가렸어요", "글을 다시 보이게 했어요"].contains($0) }
        #expect(kinds == ["글을 다시 보이게 했어요", "글을 가렸어요"])
    }

    /// A listing hidden again by undo is not a new decision.
    @Test func theLogTellsAnUndoFromADecision() throws {
        let item = try site.post()
        _ = try keeper.press(item + "/hiding")
        _ = try keeper.press(item + "/hiding/deletion")
        let undo = "앞의 결정을 되돌렸어요"
        #expect(try !readLog().texts.contains(undo))
        _ = try keeper.press(item + "/hiding?undo=1")
        let page = try readLog()
        #expect(page.texts.filter { $0 == undo }.count == 1)
        // The listing is hidden: only the decision to show it was taken back.
        #expect(page.decisionTexts.filter { $0 == "되돌렸어요: 글을 가렸어요" }.count == 1)
        #expect(!page.decisionTexts.contains("되돌렸어요: 글을 다시 보이게 했어요"))
    }

    /// A measure must not be shown in the colour of good news.
    @Test func measuresTheirEndAndTheRestAreToldApart() throws {
        _ = try site.member("민지")
        let suspension = "/people/2/suspension"
        #expect(try keeper.post(suspension, ["days": "7"]).status == 303)
        #expect(try keeper.post(suspension + "/term", ["days": "30"]).status == 303)
        #expect(try keeper.press(suspension + "/deletion").status == 303)
        let page = try readLog()
        #expect(page.html.contains("<b class=\"bad\">글쓰기를 막았어요</b>"))
        #expect(page.html.contains("<b class=\"neutral\">글쓰기를 막는 기간을 바꿨어요</b>"))
        #expect(page.html.contains("<b>글쓰기를 다시 허용했어요</b>"))
    }

    @Test func itLeadsToTheReportThatWasSettled() throws {
        _ = try site.member("민지")
        let reporter = try site.member("지수")
        for _ in 1...2 { try reporter.report("person", "2", to: keeper) }
        let link = try #require(
            try keeper.get(log).page.links.first { $0.hasPrefix("/reports?settled=1&") })
        let page = try keeper.get(link).page
        #expect(page.links.contains("/people/2") && page.texts.contains("사기가 의심돼요"))
        // The page of the person concerned links to it, too.
        #expect(try keeper.get("/people/2").page.links.contains(link))
    }

    @Test func itGoesOnByKey() throws {
        let item = try site.post()
        for _ in 1...11 {
            _ = try keeper.press(item + "/hiding")
            _ = try keeper.press(item + "/hiding/deletion")
        }
        func count(_ page: Page) -> Int {
            page.texts.filter { ["글을 가렸어요", "글을 다시 보이게 했어요"].contains($0) }.count
        }
        let first = try readLog()
        let next = try keeper.get(try #require(first.link("next"))).page
        #expect(count(first) == 20 && count(next) == 2 && next.link("next") == nil)
        for key in ["0", "-1", "x", "99999999999999999999"] {
            #expect(try keeper.get(log + "?before=" + key).status == 200, "\(key)")
        }
    }
}

extension Client {
    /// Reports something, which the operator then dismisses.
    fileprivate func report(_ subject: String, _ number: String, to keeper: Client) throws {
        try report(subject, number)
        let action = try keeper.get("/reports").page.action(endingWith: "/dismissal")
        _ = try keeper.press(try #require(action))
    }
}
