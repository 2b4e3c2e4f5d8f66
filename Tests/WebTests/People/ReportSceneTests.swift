import Fixtures
import Market
import Testing

@Blocking
struct ReportSceneTests {
    private let site: ServedSite
    private let keeper: Client
    private let seller: Client
    private let asker: Client
    private let item: String
    private let path: String

    init() throws {
        site = try ServedSite { options in options.operators = [1] }
        keeper = try site.member("장터지기")
        (seller, item, asker, path) = try site.asked("계좌로 먼저 보내세요")
    }

    private func report(
        _ name: String, _ id: String, by client: Client, _ text: String = "<i>이상해요</i>"
    ) throws -> Answer {
        try client.post("/reports", .urlencoded([name: id, "reason": "1", "text": text]))
    }

    @Test func aReportIsReadByTheOperatorAlone() throws {
        #expect(try site.get(item).page.links.contains("/reports/new?item=1"))
        #expect(try asker.get("/reports/new?item=1").page.texts.contains("북유럽풍 장스탠드"))
        #expect(try report("item", "1", by: asker)["Location"] == item)
        #expect(try keeper.get("/reports").page.texts.contains("<i>이상해요</i>"))
        for client in [seller, asker] {
            #expect(try client.get("/reports").status == 404)
            #expect(try !client.get("/my").page.links.contains("/reports"))
            #expect(try client.press("/reports/1/dismissal").status == 404)
            #expect(try client.press("/people/2/suspension").status == 404)
            #expect(try !client.get(item).text.contains("이상해요"))
        }
        #expect(try !site.get("/reports").text.contains("이상해요"))
        #expect(try keeper.get("/my").page.links.contains("/reports"))
        #expect(try report("item", "1", by: asker).status == 409)
        #expect(try keeper.press("/reports/1/dismissal").status == 303)
        #expect(try keeper.get("/reports").page.texts.contains("살펴볼 신고가 없어요."))
        #expect(try keeper.get("/reports?settled=1").page.texts.contains("<i>이상해요</i>"))
        #expect(try keeper.press("/reports/77/dismissal").status == 404)
    }

    @Test func aMessageIsReportedByWhoReadsItAlone() throws {
        func button(of client: Client) throws -> Page.Tag? {
            try client.get(path).page.tags("button").first { $0["name"] == "message" }
        }
        let message = try #require(try button(of: seller)?["value"])
        #expect(try button(of: asker) == nil)
        let link = "/reports/new?message=" + message
        #expect(try seller.get(link).page.texts.contains("계좌로 먼저 보내세요"))
        for client in [keeper, asker] {
            #expect(try client.get(link).status == 404)
            #expect(try report("message", message, by: client).status == 404)
        }
        #expect(try report("message", message, by: seller).status == 303)
        #expect(try keeper.get("/reports").page.texts.contains("계좌로 먼저 보내세요"))
    }

    @Test(arguments: ["", "?item=", "?item=77", "?person=0", "?message=x", "?item=-1"])
    func whatIsNotThereIsNotReported(_ query: String) throws {
        #expect(try asker.get("/reports/new" + query).status == 404)
    }

    @Test func aReportWithoutAReasonComesBack() throws {
        let answer = try asker.post("/reports", .urlencoded(["item": "1", "text": "그대로"]))
        #expect(answer.status == 422)
        #expect(answer.text.contains("그대로") && answer.page.alert?.isFailure == true)
        #expect(try asker.post("/reports", .urlencoded(["reason": "1"])).status == 404)
        #expect(try site.post("/reports", .urlencoded(["item": "1", "reason": "1"])).status == 403)
    }

    @Test func whoIsSuspendedIsToldPlainly() throws {
        #expect(try keeper.press("/people/3/suspension").status == 303)
        let answer = try asker.write("저예요", in: path)
        #expect(answer.status == 409)
        #expect(answer.text.contains("저예요"))
        #expect(answer.page.alert?.lines.joined().contains("운영자") == true)
        let posted = try asker.post("/items", FilledForm.ownLamp.multipart)
        #expect(posted.status == 409)
        #expect(posted.page.value(of: "title") == "북유럽풍 장스탠드")
        #expect(try keeper.press("/people/3/suspension/deletion").status == 303)
        #expect(try asker.write("저예요", in: path).status == 303)
    }

    @Test func whatIsHiddenIsSeenByItsSellerAndTheOperatorAlone() throws {
        let hidden = "북유럽풍 장스탠드"
        let pages = [
            "/", "/?view=grid", "/?category=9", "/feed.atom", "/people/2", "/people/2/items",
            "/api/items/1",
            "/api/products?page_no=1&items_per_page=20",
        ]
        let search = "/?q=%EC%9E%A5%EC%8A%A4%ED%83%A0%EB%93%9C"
        for path in pages { #expect(try site.get(path).text.contains(hidden), "\(path)") }
        #expect(try site.get(search).page.itemIDs == [1])
        _ = try asker.press(item + "/interest")
        _ = try report("item", "1", by: asker)
        #expect(try seller.press(item + "/hiding").status == 404)
        #expect(try keeper.press(item + "/hiding").status == 303)
        for client in [keeper, seller] {
            #expect(try client.get(item).page.texts.contains("운영자가 가린 글이에요. 다른 사람에게는 보이지 않아요."))
        }
        #expect(try keeper.get("/reports").page.texts.contains("살펴볼 신고가 없어요."))
        #expect(try seller.get("/my/items").text.contains(hidden))
        for path in pages {
            let answer = try site.get(path)
            #expect(answer.status == 200 && !answer.text.contains(hidden), "\(path)")
        }
        #expect(try site.get(search).page.itemIDs.isEmpty)
        for path in [item, item + "/conversation", "/api/item/1", "/api/products/1"] {
            #expect(try site.get(path).status == 404, "\(path)")
            #expect(try asker.get(path).status != 200, "\(path)")
        }
        #expect(try !site.get("/sitemap/1.xml").text.contains("/items/1<"))
        #expect(try !asker.get("/my/interests").text.contains(hidden))
        // The two go on with what they have begun.
        #expect(try asker.write("아직 사고 싶어요.", in: path).status == 303)
        #expect(try keeper.press(item + "/hiding/deletion").status == 303)
        for path in pages { #expect(try site.get(path).text.contains(hidden), "\(path)") }
        #expect(try site.get(search).page.itemIDs == [1])
        #expect(try site.get(item).status == 200)
    }

    @Test func whoIsBlockedIsNotToldSo() throws {
        let before = try asker.get("/people/2").page.texts
        #expect(try seller.press("/people/3/block")["Location"] == "/people/3")
        #expect(try seller.get("/my/blocks").page.links.contains("/people/3"))
        #expect(try asker.get("/people/2").page.texts == before)
        let answer = try asker.write("계세요?", in: path)
        #expect(answer.status == 409)
        #expect(answer.text.contains("계세요?") && !answer.text.contains("차단"))
        let other = try seller.post()
        let asked = try asker.post(other + "/conversation", .urlencoded(["text": "이건요?"]))
        #expect(asked.status == 409)
        #expect(asked.text.contains("이건요?") && !asked.text.contains("차단"))
        #expect(try asker.post(path + "/offer", .urlencoded(["price": "1000"])).status == 409)
        #expect(try seller.messages(in: path) == ["계좌로 먼저 보내세요"])
        #expect(try seller.press("/people/3/block/deletion").status == 303)
        #expect(try asker.write("계세요?", in: path).status == 303)
        #expect(try seller.press("/people/2/block").status == 404)
        #expect(try site.post("/people/3/block", .urlencoded([:])).status == 403)
    }
}
