import Fixtures
import Market
import Testing

@Blocking
final class DealsSceneTests: ConversationSuite {
    private func close(at price: String = "3만") throws {
        let answer = try seller.post(path + "/closing", ["price": price])
        #expect(answer.status == 303)
    }

    private func bought(_ client: Client) throws -> Page {
        try client.get("/my/purchases").page
    }

    @Test func purchasesStandThereWithTheirPrice() throws {
        #expect(try bought(asker).texts.contains("아직 산 것이 없어요. 마음에 드는 글에서 문의해보세요."))
        try close()
        let page = try bought(asker)
        for text in ["구매 내역", "북유럽풍 장스탠드", "30,000원", "민지"] { #expect(page.texts.contains(text)) }
        #expect(page.links.contains(path))
        #expect(try !bought(seller).links.contains(path))
        #expect(try !bought(site.member("낯선 이웃")).links.contains(path))
    }

    @Test func salesStandThereForTheSeller() throws {
        let empty = try seller.get("/my/sales").page
        #expect(empty.links.contains("/my/items") && !empty.links.contains(path))
        try close()
        let page = try seller.get("/my/sales").page
        for text in ["판매 내역", "북유럽풍 장스탠드", "30,000원", "지수"] { #expect(page.texts.contains(text)) }
        #expect(page.links.contains(path) && page.links.contains(path + "/review"))
        #expect(page.tags("a").contains { $0.has("aria-current") && $0["href"] == "/my/sales" })
        #expect(page.links.contains("/my/purchases"))
        #expect(try bought(asker).links.contains("/my/sales"))
        for other in [asker, try site.member("낯선 이웃")] {
            #expect(try !other.get("/my/sales").page.links.contains(path))
        }
        #expect(try seller.press(path + "/closing/deletion").status == 303)
        #expect(try !seller.get("/my/sales").page.links.contains(path))
    }

    @Test func aSaleToSomebodyWhoNeverWroteIsAnOwnItem() throws {
        let neighbour = try site.member("낯선 이웃")
        let item = try neighbour.post()
        #expect(try neighbour.press(item + "/sale/elsewhere").status == 303)
        let page = try neighbour.get("/my/sales").page
        #expect(page.texts.contains { $0.hasPrefix("채팅으로 마친 거래가 없어요.") })
        #expect(page.links.contains("/my/items?status=sold"))
        #expect(try neighbour.get("/my/items?status=sold").page.itemPaths.contains(item))
    }

    @Test func bothHaveItInTheirExports() throws {
        _ = try asker.post(path + "/offer", ["price": "28,000"])
        let actions = try seller.get(path).page.actions
        _ = try seller.press(#require(actions.first { $0.hasSuffix("/acceptance") }))
        try close(at: "28,000")
        for (client, name, empty, other) in [
            (asker, "purchases", "sales", "민지"), (seller, "sales", "purchases", "지수"),
        ] {
            let data = try client.exportedData()
            let (deal, chat) = (data[name][0], data["chats"][0])
            #expect(data[name].elements.count == 1 && data[empty] == .array([]))
            #expect(deal["with"].string == other && deal["title"] == "북유럽풍 장스탠드")
            #expect(deal["quantity"] == 1 && deal["price"] == 28_000 && deal["currency"] == "KRW")
            #expect(deal["closed_at"] == "2026-11-21T11:20:00Z")
            #expect(deal["chat"].int != nil && chat["id"] == deal["chat"])
            let offer = chat["messages"].elements.last
            #expect(offer?["offer"] == 28_000 && offer?["answer"] == "accepted")
        }
    }

    @Test func itLeadsToTheReviewUntilThatIsWritten() throws {
        try close()
        let review = path + "/review"
        #expect(try bought(asker).links.contains(review))
        #expect(try asker.get(review).status == 200)
        _ = try asker.post(review, ["rating": "3"])
        let page = try bought(asker)
        #expect(!page.links.contains(review) && page.links.contains(path))
    }

    @Test func theOrganiserTellsBothOfAReviewThatMayBeWritten() throws {
        #expect(try !asker.get("/my").page.texts.contains("남길 후기"))
        try close()
        for (client, other) in [(asker, "민지"), (seller, "지수")] {
            let page = try client.get("/my").page
            #expect(page.texts.contains("남길 후기") && page.texts.contains(other))
            #expect(page.links.contains(path + "/review"))
            _ = try client.post(path + "/review", ["rating": "3"])
            #expect(try !client.get("/my").page.texts.contains("남길 후기"))
        }
    }

    @Test func aPurchaseOfADeletedItemIsMarked() throws {
        let item = try site.post()
        let conversation = try asker.ask(about: item)
        let guests = item + conversation
        let guest = try site.guest(of: item)
        #expect(try guest.post(guests + "/closing", ["price": ""]).status == 303)
        #expect(try bought(asker).links.contains(conversation + "/review"))
        _ = try site.post(item + "/deletion", ["password": "달빛1234"])
        let page = try bought(asker)
        #expect(page.html.contains("지워진 글 · "))
        // There is nobody left to review.
        #expect(page.links.contains(conversation))
        #expect(!page.links.contains(conversation + "/review"))
    }

    @Test(arguments: ["", "x", "-1", "99999999999999999999"])
    func aKeyThatIsNoneBeginsTheList(_ key: String) throws {
        try close()
        for (client, list) in [(asker, "/my/purchases"), (seller, "/my/sales")] {
            let page = try client.get(list + "?before=" + key).page
            #expect(page.links.contains(path))
        }
    }

    @Test func itIsReadInEnglishToo() throws {
        try close()
        for (client, list, name) in [
            (asker, "/my/purchases", "Purchases"), (seller, "/my/sales", "Sales"),
        ] {
            let page = try client.get(list, ["Accept-Language": "en"]).page
            #expect(page.texts.contains(name) && page.texts.contains("Write a review"))
        }
    }
}
