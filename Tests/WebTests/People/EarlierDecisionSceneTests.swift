import Fixtures
import Testing

/// What an operator reads after another one has decided the same meanwhile.
@Blocking
struct EarlierDecisionSceneTests {
    private let site: ServedSite
    private let first: Client
    private let second: Client
    private let item: String

    init() throws {
        site = try ServedSite { options in options.operators = [1, 2] }
        first = try site.member("장터지기")
        second = try site.member("반장")
        item = try site.member("민지").post()
    }

    private let quicker = "다른 운영자가 먼저 결정했어요"

    @Test func anItemHiddenByAnotherOperatorIsNotOfferedToBeShown() throws {
        _ = try first.post(item + "/hiding", ["reason": "<b>가짜</b>"])
        let answer = try second.press(item + "/hiding", on: item)
        #expect(answer.status == 409)
        let page = answer.page
        #expect(page.texts.contains(quicker) && page.texts.contains("<b>가짜</b>"))
        #expect(page.texts.contains("장터지기") && page.links.contains("/people/1"))
        #expect(page.links.contains(item))
        #expect(page.action(endingWith: "/hiding/deletion") == nil && page.alert == nil)
        #expect(try second.get(item).page.alert == nil)
        #expect(try site.get(item).status == 404)
        // Pressing twice is not another operator's decision.
        #expect(try first.press(item + "/hiding").status == 303)
    }

    @Test func theSameHoldsForSuspensions() throws {
        let suspension = "/people/3/suspension"
        _ = try first.press(suspension)
        let answer = try second.press(suspension)
        #expect(answer.status == 409 && answer.page.texts.contains(quicker))
        #expect(answer.page.action(endingWith: suspension + "/deletion") == nil)
        #expect(try first.press(suspension).status == 303)
    }

    @Test func theSameHoldsForSettledReports() throws {
        let reporter = try site.member("지수")
        try reporter.report("person", "3")
        _ = try first.press("/reports/1/dismissal")
        let answer = try second.press("/reports/1/dismissal")
        #expect(answer.status == 409 && answer.page.texts.contains(quicker))
        #expect(answer.page.links.contains("/reports"))
    }

    /// Another operator's finding is shown before anything is done.
    @Test(arguments: ["/items/1/hiding", "/people/3/suspension"])
    func aReportDismissedByAnotherMayStillBeDecided(measure: String) throws {
        let reporter = try site.member("지수")
        try reporter.report("item", "1")
        let form: FormBody = ["reason": "<b>가짜</b>", "report": "1", "hide": "1"]
        let shown = try second.get("/reports").page
        let seen = shown.tags("input").filter { $0["name"] == "report" && $0["value"] == "1" }
        #expect(seen.count == 2)
        _ = try first.press("/reports/1/dismissal")
        let answer = try second.post(measure, form)
        #expect(answer.status == 409 && answer.page.texts.contains(quicker))
        #expect(answer.page.decisionTexts.contains("신고를 문제 없음으로 넘겼어요"))
        #expect(try site.get(item).status == 200)
        #expect(answer.page.action(endingWith: measure) != nil)
        let fields = answer.page.tags("input").filter { $0["type"] == "hidden" }
        for (name, value) in [("hide", "1"), ("report", "1"), ("overruling", "1")] {
            #expect(fields.contains { $0["name"] == name && $0["value"] == value }, "\(name)")
        }
        #expect(fields.contains { $0["name"] == "reason" } && !answer.page.html.contains("<b>가짜"))
        let again: FormBody = ["reason": "가짜", "report": "1", "hide": "1", "overruling": "1"]
        #expect(try second.post(measure, again).redirection() == "/reports")
        #expect(try site.get(item).status == 404)
        // The reporter is told of the final outcome, and of that alone.
        let inbox = try reporter.get("/my/reminders").page.texts
        #expect(inbox.contains { $0.contains("신고한 글을 운영자가 살펴보고 가렸어요") })
        #expect(!inbox.contains { $0.contains("문제를 찾지 못했어요") })
    }

    @Test func ownDismissalsAndMissingReportsAskNothing() throws {
        let reporter = try site.member("지수")
        try reporter.report("item", "1")
        _ = try first.press("/reports/1/dismissal")
        let settled = try second.get("/reports?settled=1").page
        #expect(!settled.tags("input").contains { $0["name"] == "report" })
        let hiding = item + "/hiding"
        #expect(try first.post(hiding, ["report": "1"]).status == 303)
        #expect(try first.press(hiding + "/deletion").status == 303)
        for report in ["", "x", "77"] {
            #expect(try first.post(hiding, ["report": report]).status == 303, "\(report)")
        }
        #expect(try first.press(hiding + "/deletion").status == 303)
        #expect(try second.post(hiding, ["reason": "가짜"]).status == 303)
    }

    /// The undo button of an old alert, after another operator has decided anew.
    @Test(arguments: ["/items/1/hiding", "/people/3/suspension"])
    func whatAnotherHasDecidedSinceIsNotUndone(measure: String) throws {
        let later = "그 뒤에 다른 운영자가 결정했어요"
        #expect(try first.press(measure).status == 303)
        #expect(try second.press(measure + "/deletion").status == 303)
        #expect(try second.post(measure, ["reason": "가짜"]).status == 303)
        let answer = try first.press(measure + "/deletion?undo=1", on: item)
        #expect(answer.status == 409 && answer.page.texts.contains(later))
        #expect(answer.page.texts.contains("반장") && answer.page.links.contains(item))
        #expect(answer.page.texts.contains("가짜") && !answer.page.texts.contains(quicker))
        #expect(answer.page.action(endingWith: measure) == nil)
        // An operator's own measure is undone as before, and anybody may take it back deliberately.
        #expect(try second.press(measure + "/deletion?undo=1").status == 303)
        #expect(try second.press(measure).status == 303)
        #expect(try first.press(measure + "/deletion").status == 303)
    }

    /// The same for the alert of a dismissal, even if the other operator has overruled it.
    @Test(arguments: ["/reports/1/dismissal", "/items/1/hiding"])
    func aReportThatAnotherHasDecidedSinceIsNotReopened(decision: String) throws {
        let reporter = try site.member("지수")
        try reporter.report("item", "1")
        let dismissal = "/reports/1/dismissal"
        #expect(try first.press(dismissal).status == 303)
        let told = try first.get("/reports").page
        let undo = try #require(told.action(endingWith: dismissal + "/deletion?undo=1"))
        #expect(try second.press(dismissal + "/deletion").status == 303)
        #expect(try second.press(decision).status == 303)
        let answer = try first.press(undo)
        #expect(answer.status == 409 && answer.page.texts.contains("그 뒤에 다른 운영자가 결정했어요"))
        #expect(answer.page.texts.contains("반장"))
        #expect(try first.get("/reports").page.action(endingWith: dismissal) == nil)
    }
}
