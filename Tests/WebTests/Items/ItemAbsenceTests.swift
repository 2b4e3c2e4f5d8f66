import Fixtures
import Market
import Testing

/// What is said at the address of a listing that is no longer shown, and to whom.
@Blocking
struct ItemAbsenceTests {
    private let site: ServedSite
    private let seller: Client
    private let asker: Client
    private let item: String
    private let conversation: String

    init() throws {
        site = try ServedSite()
        (seller, item, asker, conversation) = try site.asked()
    }

    private let title = "북유럽풍 장스탠드"

    private func expectNothing(_ client: Client, at path: String) throws {
        let answer = try client.get(path)
        #expect(answer.status == 404 && answer.page.texts.contains("없는 페이지예요"))
        #expect(!answer.text.contains("장스탠드") && !answer.text.contains("%EC%9E%A5"))
        let links = answer.page.links
        #expect(links.contains("/search") && !links.contains("/my/trash"))
        #expect(!links.contains { $0.hasPrefix("/chats/") || $0.hasPrefix("/?q=") })
    }

    @Test func aDeletedListingTellsEachPersonTheirPart() throws {
        let (guest, stranger) = (try site.visitor(), try site.member("낯선 이웃"))
        #expect(try seller.press(item + "/deletion").status == 303)
        try expectNothing(guest, at: item)
        try expectNothing(stranger, at: item)
        let own = try seller.get(item)
        #expect(own.status == 404 && own.page.texts.contains("내가 지운 글이에요"))
        #expect(own.page.links.contains("/my/trash") && !own.page.texts.contains("404"))
        let asked = try asker.get(item)
        #expect(asked.status == 404 && asked.page.texts.contains("지워진 글이에요"))
        let links = asked.page.links
        #expect(links.contains(conversation) && !links.contains("/my/trash"))
    }

    @Test func theSellerRestoresADeletedListingWhereItWas() throws {
        _ = try seller.press(item + "/deletion")
        // The page after the deletion shows the alert, which has the same button.
        _ = try seller.get("/my/items")
        let page = try seller.get(item).page
        let undo = try #require(page.undoPath)
        #expect(page.tags("button").contains { $0["form"] == "restoration" })
        #expect(try seller.press(undo, on: item)["Location"] == item)
        let restored = try seller.get(item).page
        #expect(restored.texts.contains(title) && restored.alert?.title == "되돌렸어요")
    }

    /// A search that finds nothing is not offered.
    @Test func aDeletedListingLeadsToSimilarWords() throws {
        func search() throws -> String? {
            try asker.get(item).page.links.first { $0.hasPrefix("/?q=") }
        }
        _ = try seller.press(item + "/deletion")
        #expect(try search() == nil)
        let other = try seller.post(.ownLamp.with("title", "작은 장스탠드"))
        let found = try asker.get(try #require(try search())).page
        #expect(found.value(of: "q") == "장스탠드")
        #expect(found.itemPaths == [other])
        _ = try seller.post(.ownLamp.with("title", title))
        let whole = try asker.get(try #require(try search())).page
        #expect(whole.value(of: "q") == title && whole.itemIDs.count == 1)
    }

    @Test func anItemGoneForGoodLeadsTheTwoToTheirChat() throws {
        _ = try seller.press(item + "/deletion")
        let purge = try #require(
            try seller.get("/my/trash").page.links.first { $0.hasSuffix("/purge") })
        #expect(try seller.press(purge).status == 303)
        for client in [try site.visitor(), try site.member("낯선 이웃")] {
            try expectNothing(client, at: item)
        }
        for client in [seller, asker] {
            let answer = try client.get(item)
            #expect(answer.status == 404 && answer.page.texts.contains("지워진 글이에요"))
            // Only the other person is told who deleted it.
            let isOther = answer.text.contains("글쓴이가 이 글을 지웠어요.")
            #expect(isOther == (client === asker))
            #expect(answer.text.contains("이제 되돌릴 수 없어요.") == !isOther)
            #expect(answer.page.links.contains(conversation))
            #expect(!answer.page.links.contains("/my/trash") && !answer.text.contains(title))
            #expect(try client.get(conversation).status == 200)
        }
    }

    @Test func aRestoredItemIsThereForAll() throws {
        _ = try seller.press(item + "/deletion")
        let undo = try #require(try seller.get("/my/trash").page.undoPath)
        _ = try seller.press(undo)
        for client in [seller, asker, try site.visitor()] {
            #expect(try client.get(item).page.texts.contains(title))
        }
    }

    @Test func aHiddenListingLeadsItsAskerToTheirChat() async throws {
        try await site.storage.setHidden(true, 1, at: site.clock.now)
        let answer = try asker.get(item)
        #expect(answer.status == 403 && answer.page.texts.contains("운영자가 가린 글이에요"))
        #expect(answer.page.links.contains(conversation))
        #expect(!answer.text.contains(title))
        try expectNothing(try site.visitor(), at: item)
        #expect(try seller.get(item).status == 200)
    }

    @Test(arguments: ["0", "77", "9223372036854775807"])
    func itemsThatNeverExistedTellNothing(_ id: String) throws {
        for client in [seller, asker] { try expectNothing(client, at: "/items/" + id) }
    }

    @Test func similarItemsAreShownBesideASoldOne() throws {
        let other = try seller.post(.ownLamp.with("title", "작은 장스탠드"))
        #expect(try !asker.get(item).page.texts.contains("이런 물건은 어때요?"))
        #expect(try seller.press(item + "/reservation/elsewhere").status == 303)
        let reserved = try asker.get(item).page
        #expect(reserved.texts.contains("이런 물건은 어때요?"))
        #expect(reserved.itemIDs.contains { "/items/\($0)" == other })
        _ = try seller.press(item + "/sale/elsewhere")
        let sold = try site.get(item).page
        #expect(sold.texts.contains("거래완료") && sold.texts.contains("이런 물건은 어때요?"))
        #expect(sold.links.contains("#similar"))
        #expect(try !seller.get(item).page.texts.contains("이런 물건은 어때요?"))
    }
}
