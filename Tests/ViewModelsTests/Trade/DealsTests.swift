import Market
import Testing

@testable import ViewModels

struct DealsTests {
    private let trade: TradeFixture

    init() async throws { trade = try await TradeFixture() }

    private func page(
        after seconds: Int64 = 0, before key: Deal.ID? = nil
    ) async throws -> Deals.Output {
        try await Deals(storage: trade.storage, zone: .seoul)
            .output(.purchase, for: trade.asker, before: key, at: trade.now + seconds)
    }

    @Test func aPurchaseNamesItsItemSellerAndDate() async throws {
        let id = try await trade.deal(at: 30_000)
        let page = try await page()
        let entry = try #require(page.entries.first)
        #expect(page.entries.count == 1 && page.emptyText == nil && page.older == nil)
        #expect(entry.id == id && entry.subject.title == "북유럽풍 장스탠드")
        #expect(entry.other.nickname == "민지")
        #expect(entry.price?.text.text == "30,000원")
        #expect(entry.day.text == "2026년 11월 21일")
    }

    @Test func aSaleNamesTheSame() async throws {
        let id = try await trade.deal(at: 30_000)
        let deals = Deals(storage: trade.storage, zone: .seoul)
        let page = try await deals.output(.sale, for: trade.seller, at: trade.now)
        let entry = try #require(page.entries.first)
        #expect(page.entries.count == 1 && entry.id == id)
        #expect(entry.other.nickname == "지수" && entry.price?.text.text == "30,000원")
        #expect(entry.reviewUntil?.text == "후기를 12월 5일 (토) 오후 8:20까지 남길 수 있어요")
        try await trade.storage.insert(
            ReviewContent(rating: .good), in: id, by: trade.ofSeller, at: trade.now)
        let reviewed = try await deals.output(.sale, for: trade.seller, at: trade.now)
        #expect(reviewed.entries.map(\.reviewUntil) == [nil])
        let none = try await deals.output(.sale, for: trade.asker, at: trade.now)
        #expect(
            none.emptyText?.text
                == "채팅으로 마친 거래가 없어요. 거래완료할 때 누구와 거래했는지 고르면 여기에 남아요.")
    }

    @Test func anUnknownPriceIsNotShown() async throws {
        _ = try await trade.deal(at: nil)
        #expect(try await page().entries.map(\.price) == [nil])
    }

    @Test func thePriceOutlivesTheItem() async throws {
        _ = try await trade.deal(at: 30_000)
        try await trade.storage.delete(trade.item, at: trade.now)
        let entry = try #require(try await page().entries.first)
        #expect(entry.price?.text.text == "30,000원")
        #expect(entry.subject.title == "북유럽풍 장스탠드")
        #expect(entry.subject.mark?.text == "지워진 글")
    }

    @Test func aPriceKeepsItsCurrencyWhenTheItemChangesIt() async throws {
        _ = try await trade.deal(at: 30_000)
        var content = try await trade.storage.item(trade.item).content
        content.price = try Price(2_500, currency: .usd)
        try await trade.storage.update(trade.item, content: content, photos: [], at: trade.now)
        #expect(try await page().entries.first?.price?.text.text == "30,000원")
    }

    @Test func aReviewMayBeWrittenForTwoWeeksOnce() async throws {
        let id = try await trade.deal(at: 30_000)
        func until(after seconds: Int64 = 0) async throws -> String? {
            try await page(after: seconds).entries.first?.reviewUntil?.text
        }
        let words = "후기를 12월 5일 (토) 오후 8:20까지 남길 수 있어요"
        #expect(try await until() == words)
        #expect(try await until(after: Review.writingTime - 1) == words)
        #expect(try await until(after: Review.writingTime) == nil)
        try await trade.storage.insert(
            ReviewContent(rating: .good), in: id, by: trade.ofAsker, at: trade.now)
        #expect(try await until() == nil)
    }

    @Test func aReopenedDealIsNoPurchase() async throws {
        let id = try await trade.deal(at: 30_000)
        try await trade.take(.reopen, in: id, by: trade.ofSeller)
        #expect(try await page().entries.isEmpty)
    }

    @Test func withoutAnyThePageSaysWhatToDo() async throws {
        _ = try await trade.ask()
        let first = try await page()
        #expect(first.emptyText?.text == "아직 산 것이 없어요. 마음에 드는 글에서 문의해보세요.")
        let past = try await page(before: 1)
        #expect(past.emptyText == pastTheEndText && !past.isFirst)
    }

    @Test func aPageGoesOnFromTheOneBefore() async throws {
        var ids: [Conversation.ID] = []
        for _ in 0...Deals.pageSize {
            let item = try await trade.accounts.post(by: trade.seller)
            let id = try await trade.ask("저요", about: item, by: trade.asker)
            try await trade.take(.close(at: nil), in: id, by: trade.ofSeller)
            ids.append(id)
        }
        let first = try await page()
        #expect(first.entries.map(\.id) == Array(ids.dropFirst().reversed()))
        let second = try await page(before: first.older)
        #expect(second.entries.map(\.id) == Array(ids.prefix(1)) && second.older == nil)
    }
}
