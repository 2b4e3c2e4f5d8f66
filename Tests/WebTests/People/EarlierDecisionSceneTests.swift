import Fixtures
import Testing

/// What an operator reads who presses what another has pressed meanwhile.
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

    private let quicker = "다른 운영자가 먼저 정했어요"

    @Test func whatAnotherHasHiddenIsNotOfferedToBeShown() throws {
        _ = try first.post(item + "/hiding", .urlencoded(["reason": "<b>가짜</b>"]))
        let answer = try second.press(item + "/hiding", on: item, host: site.host)
        #expect(answer.status == 409)
        let page = answer.page
        #expect(page.texts.contains(quicker) && page.texts.contains("<b>가짜</b>"))
        #expect(page.texts.contains("장터지기") && page.links.contains("/people/1"))
        #expect(page.links.contains(item))
        #expect(page.action(endingWith: "/hiding/deletion") == nil && page.alert == nil)
        #expect(try second.get(item).page.alert == nil)
        #expect(try site.get(item).status == 404)
        // Who presses twice has done it themselves.
        #expect(try first.press(item + "/hiding").status == 303)
    }

    @Test func theSameOfWhoIsStopped() throws {
        let suspension = "/people/3/suspension"
        _ = try first.press(suspension)
        let answer = try second.press(suspension)
        #expect(answer.status == 409 && answer.page.texts.contains(quicker))
        #expect(answer.page.action(endingWith: suspension + "/deletion") == nil)
        #expect(try first.press(suspension).status == 303)
    }

    @Test func theSameOfAReportThatWasLookedAt() throws {
        let reporter = try site.member("지수")
        let report = FormBody.urlencoded(["person": "3", "reason": "1"])
        #expect(try reporter.post("/reports", report).status == 303)
        _ = try first.press("/reports/1/dismissal")
        let answer = try second.press("/reports/1/dismissal")
        #expect(answer.status == 409 && answer.page.texts.contains(quicker))
        #expect(answer.page.links.contains("/reports"))
    }
}
