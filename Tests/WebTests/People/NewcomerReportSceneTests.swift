import Fixtures
import Testing

/// Reporting without being signed in.
@Blocking
struct NewcomerReportSceneTests {
    private let site: ServedSite
    private let keeper: Client
    private let seller: Client
    private let guest: Client

    init() throws {
        site = try ServedSite { options in options.operators = [1] }
        keeper = try site.member("장터지기")
        seller = try site.member("민지")
        _ = try seller.post()
        guest = try site.visitor()
    }

    private let title = "북유럽풍 장스탠드"

    private func report(
        _ item: String = "1", because reason: String = "1", by nickname: String = "새 이웃",
        _ password: String = ServedSite.password
    ) throws -> Answer {
        try guest.post(
            "/reports",
            [
                "item": item, "reason": reason, "text": "<i>이상해요</i>", "nickname": nickname,
                "password": password,
            ])
    }

    @Test func theFormSaysWhyItTakesAnAccountAndOpensOne() throws {
        for (subject, name) in [("item=1", title), ("person=2", "민지")] {
            let answer = try guest.get("/reports/new?" + subject)
            #expect(answer.status == 200 && answer.page.texts.contains(name))
            #expect(answer.page.texts.contains { $0.hasPrefix("결과를 알려드리려면 계정이 필요해요.") })
            let names = answer.page.tags("input").compactMap { $0["name"] }
            #expect(names.contains("nickname") && names.contains("password"))
        }
        #expect(try !seller.get("/reports/new?person=1").text.contains("결과를 알려드리려면 계정이 필요해요."))
        for subject in ["item=77", "person=77", "message=1", ""] {
            #expect(try guest.get("/reports/new?" + subject).status == 404, "\(subject)")
        }
    }

    @Test func itIsSentByTheAccountThatItOpens() throws {
        let answer = try report()
        #expect(answer.status == 200 && answer.page.alert?.title == "신고를 보냈어요")
        #expect(guest.cookie("session") != nil && answer.page.links.contains("/items/1"))
        let queue = try keeper.get("/reports").page
        #expect(queue.texts.contains(title) && queue.texts.contains("<i>이상해요</i>"))
        #expect(queue.texts.contains("새 이웃"))
        // The listing says so, and no longer offers the report.
        let page = try guest.get("/items/1").page
        #expect(page.texts.contains("신고했어요. 운영자가 확인해요."))
        #expect(!page.links.contains("/reports/new?item=1"))
        #expect(try site.get("/items/1").page.links.contains("/reports/new?item=1"))
    }

    @Test func whatIsMissingIsSaidAndWhatIsTypedStays() throws {
        let answers = [try report(because: ""), try report(by: ""), try report(by: "새 이웃", "짧아")]
        for (answer, nickname) in zip(answers, ["새 이웃", "", "새 이웃"]) {
            #expect(answer.status == 422)
            #expect(answer.page.value(of: "text") == "<i>이상해요</i>")
            #expect(answer.page.value(of: "nickname") == nickname)
        }
        #expect(guest.cookie("session") == nil)
        #expect(try report("77").status == 404)
        #expect(try keeper.get("/reports").page.texts.contains("살펴볼 신고가 없어요."))
        // The nickname has not been taken.
        _ = try site.member("새 이웃")
    }

    @Test func existingAccountsSignInByTheSameForm() throws {
        _ = try site.member("지수")
        #expect(try report(by: "지수", "틀린 비밀번호").status == 422)
        #expect(try report(by: "지수")["Location"] == "/items/1")
        #expect(try guest.get("/items/1").page.alert?.title == "신고를 보냈어요")
        #expect(try keeper.get("/reports").page.texts.contains("지수"))
    }

    @Test func theSignInTakesTheTypedReportAlong() throws {
        let form: FormBody = [
            "item": "1", "reason": "1", "text": "이상해요", "nickname": "",
            "password": ServedSite.password, "sign-in": "1",
        ]
        let answer = try guest.post("/reports", form)
        #expect(answer.status == 403 && answer.text.contains("이상해요"))
        #expect(!answer.text.contains(ServedSite.password))
        #expect(try keeper.get("/reports").page.texts.contains("살펴볼 신고가 없어요."))
    }
}
