import Fixtures
import Testing

@Blocking
struct DealingSceneTests {
    private let site: ServedSite
    private let seller: Client
    private let asker: Client
    private let item: String
    private let path: String

    init() throws {
        site = try ServedSite()
        (seller, item, asker, path) = try site.asked()
    }

    private func actions(of client: Client) throws -> [String] {
        try client.get(path).page.tags("form").compactMap { $0["action"] }
            .filter { $0.hasPrefix(path) && !$0.contains("/messages") }
            .map { String($0.dropFirst(path.count)) }
    }

    @Test func eachIsOfferedTheirOwnSteps() throws {
        #expect(try actions(of: seller) == ["/reservation", "/closing"])
        #expect(try actions(of: asker) == ["/offer"])
    }

    @Test func whatIsReservedIsSoldInItsConversation() throws {
        _ = try seller.press(path + "/reservation")
        let answer = try seller.press(item + "/sale")
        #expect(answer["Location"] == path)
        let page = try seller.get(path).page
        #expect(page.alert?.title == "예약한 분과 거래했나요?")
        #expect(try actions(of: seller).contains("/closing"))
        #expect(try site.get(item).page.texts.contains("예약중"))
    }

    @Test func anOfferIsTakenReservedAndClosed() throws {
        let offer = FormBody.urlencoded(["price": "3만원"])
        #expect(try asker.post(path + "/offer", offer)["Location"] == path)
        let answer = try #require(try actions(of: seller).first { $0.hasSuffix("/acceptance") })
        #expect(try asker.press(path + answer).status == 409)
        #expect(try seller.press(path + answer)["Location"] == path)
        #expect(try asker.get(path).page.texts.contains("받아들였어요"))
        #expect(try seller.get(path).page.value(of: "price") == "30,000")
        #expect(try asker.get(path).page.value(of: "price") == "")
        #expect(try seller.press(path + "/reservation")["Location"] == path)
        #expect(try site.get(item).page.texts.contains("예약중"))
        #expect(try asker.get(path).page.texts.contains("예약했어요"))
        let again = try seller.press(path + "/reservation")
        #expect(again.status == 409)
        #expect(again.page.alert?.isFailure == true)
        let closing = FormBody.urlencoded(["price": "30000"])
        #expect(try seller.post(path + "/closing", closing)["Location"] == path)
        #expect(try site.get(item).page.texts.contains("거래완료"))
        #expect(try actions(of: seller).isEmpty && actions(of: asker).isEmpty)
    }

    @Test func whoClosesSeesTheirOwnPriceAgain() throws {
        _ = try asker.post(path + "/offer", .urlencoded(["price": "3만원"]))
        let answer = try #require(try actions(of: seller).first { $0.hasSuffix("/acceptance") })
        _ = try seller.press(path + answer)
        let refused = try seller.post(path + "/closing", .urlencoded(["price": "만원쯤"]))
        #expect(refused.status == 422)
        #expect(refused.page.value(of: "price") == "만원쯤")
    }

    @Test(arguments: ["", "0", "-5", "1e30", "1000000000000000000000000000000", "<b>"])
    func whatIsNoPriceComesBack(_ price: String) throws {
        let answer = try asker.post(path + "/offer", .urlencoded(["price": price]))
        #expect(answer.status == 422)
        #expect(answer.page.value(of: "price") == price)
        #expect(answer.page.alert?.isFailure == true)
    }

    @Test func theSecondInLineGetsTheirTurn() throws {
        _ = try seller.press(path + "/reservation")
        let late = try site.member("늦은 이웃")
        let second = try late.ask("저도요", about: item)
        #expect(try late.press(second + "/line").status == 303)
        #expect(try late.get(second).page.texts.contains("대기 1번째"))
        #expect(try late.press(second + "/line").status == 409)
        #expect(try asker.press(path + "/reservation/deletion").status == 303)
        #expect(try late.get("/").page.unreadMessages == "1")
        #expect(try late.get(second).page.texts.contains("차례가 왔어요. 사고 싶으면 판매자에게 알려주세요."))
        #expect(try seller.press(second + "/reservation").status == 303)
    }

    @Test func aStrangerTakesNoStep() throws {
        let stranger = try site.member("낯선 이웃")
        let steps = [
            "/offer", "/line", "/line/deletion", "/reservation", "/reservation/deletion",
            "/closing", "/offers/1/acceptance", "/offers/1/rejection",
        ]
        for step in steps {
            #expect(try stranger.post(path + step, .urlencoded(["price": "1"])).status == 404)
            #expect(try site.post(path + step, .urlencoded(["price": "1"])).status == 403)
        }
        #expect(try asker.messages(in: path).count == 1)
    }

    @Test func whoPostedAsAGuestDealsByThePassword() throws {
        let item = try site.post()
        let conversation = try asker.ask(about: item)
        let guests = item + "/chats" + conversation.dropFirst("/chats".count)
        let guest = try site.visitor()
        #expect(try guest.press(guests + "/reservation").status == 200)
        _ = try guest.post(item + "/chats", .urlencoded(["password": "달빛1234"]))
        #expect(try guest.press(guests + "/reservation")["Location"] == guests)
        #expect(try asker.get(conversation).page.texts.contains("예약했어요"))
        #expect(try guest.post(guests + "/closing", .urlencoded(["price": ""])).status == 303)
    }
}
