import Fixtures
import Testing

/// What the people concerned learn about operators' decisions.
@Blocking
struct NoticeSceneTests {
    private let site: ServedSite
    private let keeper: Client
    private let seller: Client
    private let neighbour: Client
    private let item: String

    init() throws {
        site = try ServedSite { options in options.operators = [1] }
        keeper = try site.member("장터지기")
        seller = try site.member("민지")
        neighbour = try site.member("지수")
        item = try seller.post()
    }

    private let title = "북유럽풍 장스탠드"
    private let inbox = "/my/reminders"

    private func suspend(hiding: Bool, because reason: String = "") throws {
        let fields: KeyValuePairs<String, String> =
            hiding ? ["reason": reason, "hide": "1"] : ["reason": reason]
        #expect(try keeper.post("/people/2/suspension", .urlencoded(fields)).status == 303)
    }

    private func tells(_ client: Client, _ text: String) throws -> Bool {
        try client.get(inbox).page.texts.contains { $0.contains(text) }
    }

    @Test func aSuspensionAndItsEndStandInTheInboxUntilTheyAreSeen() throws {
        try suspend(hiding: false, because: "<b>광고</b>")
        for path in ["/my", inbox] {
            let page = try seller.get(path).page
            #expect(
                page.texts.contains {
                    $0.contains("운영자가 이 계정의 글쓰기를 막았어요 · 이유: <b>광고</b>")
                }, "\(path)")
        }
        #expect(try seller.get("/").page.texts.contains("새 알림 1개"))
        let dismissal = "/my/notices/1/dismissal"
        #expect(try seller.get(inbox).page.action(endingWith: dismissal) != nil)
        // Nobody else can dismiss it.
        _ = try neighbour.press(dismissal)
        #expect(try tells(seller, "글쓰기를 막았어요"))
        #expect(try seller.press(dismissal)["Location"] == inbox)
        #expect(try !seller.get("/").page.texts.contains("새 알림 1개"))
        #expect(try seller.press(dismissal).status == 303)
        _ = try keeper.press("/people/2/suspension/deletion")
        #expect(try tells(seller, "이제 다시 글을 쓸 수 있어요"))
        #expect(try !seller.get(inbox).page.html.contains("광고"))
    }

    @Test func theFormHidesWhatTheyHavePostedUnlessItIsSaidOtherwise() throws {
        let page = try keeper.get("/people/2").page
        let box = try #require(page.tags("input").first { $0["name"] == "hide" })
        #expect(box["value"] == "1" && box.has("checked"))
        try suspend(hiding: true, because: "광고")
        #expect(try site.get("/").page.itemIDs.isEmpty)
        #expect(try site.get(item).status == 404)
        #expect(try !neighbour.get("/people/2").page.links.contains(item))
        let own = try seller.get(item).page
        #expect(own.texts.contains { $0.hasPrefix("운영자가 가린 글이에요.") && $0.hasSuffix("광고") })
        // They are told once about one action.
        #expect(try seller.get("/").page.texts.contains("새 알림 1개"))
        #expect(try seller.press(item + "/reservation/elsewhere").status == 409)
        _ = try keeper.press("/people/2/suspension/deletion")
        #expect(try site.get("/").page.itemIDs == [1])
    }

    @Test func theReasonOfAHidingStandsInTheInbox() throws {
        _ = try keeper.post(item + "/hiding", ["reason": "<b>가짜</b>"])
        for path in ["/my", inbox] {
            let page = try seller.get(path).page
            #expect(
                page.texts.contains { $0.contains("운영자가 가린 글 · 이유: <b>가짜</b>") }, "\(path)")
        }
    }

    @Test func reportersAreToldOnceAndLedToTheReason() throws {
        try neighbour.report("item", "1")
        _ = try keeper.post(item + "/hiding", ["reason": "팔 수 없는 물건"])
        let page = try neighbour.get(inbox).page
        #expect(page.texts.contains(title) && page.links.contains(item))
        #expect(try tells(neighbour, "신고한 글을 운영자가 살펴보고 가렸어요"))
        #expect(!page.html.contains("팔 수 없는 물건"))
        let answer = try neighbour.get(item)
        #expect(answer.status == 403 && answer.text.contains("신고하신 글이에요."))
        #expect(!answer.text.contains(title))
        #expect(try site.get(item).status == 404)
        #expect(try !tells(seller, "신고"))
    }

    @Test func dismissalsAreToldToo() throws {
        try neighbour.report("person", "2")
        _ = try keeper.press("/reports/1/dismissal")
        #expect(try tells(neighbour, "문제를 찾지 못했어요"))
        #expect(try !seller.get("/").page.texts.contains("새 알림 1개"))
    }

    @Test func departedPeopleStayInTheQueueByNickname() throws {
        try neighbour.report("person", "2")
        try suspend(hiding: false, because: "광고")
        try neighbour.report("item", "1")
        let leave: FormBody = ["password": ServedSite.password]
        #expect(try seller.post("/my/account/deletion", leave).status == 303)
        for path in ["/reports", "/reports?settled=1"] {
            let page = try keeper.get(path).page
            #expect(page.texts.contains("민지") && page.texts.contains("(탈퇴한 사람)"), "\(path)")
            #expect(page.links.contains("/people/2"), "\(path)")
            #expect(page.action(endingWith: "/suspension") == nil, "\(path)")
        }
        let left = try keeper.get("/people/2")
        #expect(left.status == 200 && left.page.texts.contains("민지"))
        let told = left.page.decisionTexts
        #expect(told.contains("글쓰기를 막았어요 · 풀 때까지") && told.contains("광고"))
        #expect(left.page.texts.contains("살펴볼 신고 1건"))
        #expect(left.page.links.contains("/reports?person=2"))
        #expect(try keeper.get("/reports?person=2").page.texts.contains("북유럽풍 장스탠드"))
        for client in [neighbour, try site.visitor()] {
            #expect(try client.get("/people/2").status == 404)
        }
        let again = try site.visitor()
        #expect(try again.post("/signup", ServedSite.credentials("민지")).status == 422)
        let answer = try keeper.press("/reports/2/dismissal", on: "/reports")
        let page = try keeper.get(try #require(answer["Location"])).page
        #expect(page.alert?.title == "탈퇴한 사람에 대한 신고를 마쳤어요")
        #expect(try tells(neighbour, "신고된 사람은 이미 탈퇴했어요"))
        #expect(try !tells(neighbour, "문제를 찾지 못했어요"))
        let log = try keeper.get("/reports/decisions").page
        #expect(log.texts.contains("탈퇴한 사람에 대한 신고를 마쳤어요"))
    }
}
