import Market
import Testing

@testable import ViewModels

/// The price at the head of a conversation once the two have settled on their own.
struct SettledPriceTests {
    private let trade: TradeFixture

    init() async throws { trade = try await TradeFixture() }

    private func agree(
        on amount: Int64, in id: Conversation.ID, by asker: Conversation.Reader
    ) async throws {
        try await trade.take(.offerPrice(amount), in: id, by: asker)
        let offer = try await trade.storage.conversation(id, of: asker).lastMessage.id
        try await trade.take(.acceptOffer(offer), in: id, by: trade.ofSeller)
    }

    private func subject(
        of id: Conversation.ID, for reader: Conversation.Reader
    ) async throws -> ConversationSubject {
        try await trade.page(id, for: reader).subject
    }

    private static let closings: [(paid: Int64?, text: String?, former: String?)] = [
        (20_000, "거래한 가격 20,000원", "35,000원"), (40_000, "거래한 가격 40,000원", nil),
        (0, "거래한 가격 나눔", "35,000원"), (nil, nil, nil),
    ]

    @Test(arguments: closings)
    func aClosedDealingShowsWhatWasPaid(
        _ closing: (paid: Int64?, text: String?, former: String?)
    ) async throws {
        let id = try await trade.ask()
        try await agree(on: 30_000, in: id, by: trade.ofAsker)
        try await trade.take(.close(at: closing.paid), in: id, by: trade.ofSeller)
        for reader in [trade.ofSeller, trade.ofAsker] {
            let subject = try await subject(of: id, for: reader)
            #expect(subject.agreed?.text == closing.text)
            #expect(subject.formerPrice?.text == closing.former)
        }
        // Once the closing is taken back, the agreed price applies as before.
        try await trade.take(.reopen, in: id, by: trade.ofSeller)
        let again = try await subject(of: id, for: trade.ofAsker)
        #expect(again.agreed?.text == "합의한 가격 30,000원")
    }

    @Test func aPriceIsOfferedAgainAsideFromTheNextSteps() async throws {
        let id = try await trade.ask()
        func steps() async throws -> DealingSteps {
            try await trade.page(id, for: trade.ofAsker).steps
        }
        try await agree(on: 30_000, in: id, by: trade.ofAsker)
        let asked = try await steps()
        #expect(asked.mayOffer && !asked.offersAgain)
        try await trade.take(.reserve, in: id, by: trade.ofSeller)
        let reserved = try await steps()
        #expect(reserved.mayOffer && reserved.offersAgain)
    }

    @Test func aPriceLoweredSinceIsNotStruckThrough() async throws {
        let id = try await trade.ask()
        try await agree(on: 30_000, in: id, by: trade.ofAsker)
        var content = try await trade.storage.item(trade.item).content
        content.price = try Price(25_000)
        try await trade.storage.update(trade.item, content: content, photos: [], at: trade.now)
        let subject = try await subject(of: id, for: trade.ofAsker)
        #expect(subject.agreed?.text == "합의한 가격 30,000원")
        #expect(subject.formerPrice == nil)
    }

    @Test func anItemSoldToAnotherHasNoAgreedPrice() async throws {
        let id = try await trade.ask()
        try await agree(on: 30_000, in: id, by: trade.ofAsker)
        let other = try await trade.accounts.open("하늘").account
        let sold = try await trade.ask(by: other)
        try await trade.take(.close(at: nil), in: sold, by: trade.ofSeller)
        for reader in [trade.ofSeller, trade.ofAsker] {
            let list = try await trade.list.output(for: reader, at: trade.now)
            let subject = try #require(list.entries.first { $0.id == id }?.subject)
            #expect(subject.agreed == nil && subject.formerPrice == nil)
            #expect(subject.mark?.text == "다른 분과 거래완료")
        }
    }
}
