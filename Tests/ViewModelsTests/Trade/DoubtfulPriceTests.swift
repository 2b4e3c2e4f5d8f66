import Market
import Testing

@testable import ViewModels

/// A price with a zero too few or too many is questioned once, and accepted if it is confirmed.
struct DoubtfulPriceTests {
    private let trade: TradeFixture

    init() async throws { trade = try await TradeFixture() }

    @Test(arguments: [("3,000", 3_000, "3,000원이"), ("35만", 350_000, "350,000원이")])
    func aDoubtfulOfferIsQuestionedAndTakenIfConfirmed(
        _ typed: String, _ amount: Int64, _ words: String
    ) async throws {
        let id = try await trade.ask()
        for sure in ["", "1", "35000", typed + "0"] {
            let result = try await trade.submit(
                .offer(price: typed, sure: sure), in: id, by: trade.ofAsker)
            let form = try #require(result.refusedForm)
            #expect(form.refusal?.reason == .invalid && form.price == typed)
            #expect(form.doubtfulAmount == amount)
            #expect(form.message("price")?.text == "\(words) 맞나요? 올린 가격은 35,000원이에요.")
            #expect(form.messages.count == 1)
            #expect(form.alert?.kind == .question && form.alert?.title.text == "확인해주세요")
        }
        let sent = try await trade.submit(
            .offer(price: typed, sure: "\(amount)"), in: id, by: trade.ofAsker)
        #expect(sent.refusal == nil)
        let last = try await trade.storage.conversation(id, of: trade.ofAsker).lastMessage
        #expect(last.kind == .offer(PriceOffer(amount: amount, currency: .krw)))
    }

    @Test(arguments: ["3,600", "35,000", "105,000"])
    func aPlausibleOfferIsNotQuestioned(_ typed: String) async throws {
        let id = try await trade.ask()
        let result = try await trade.submit(.offer(price: typed), in: id, by: trade.ofAsker)
        #expect(result.refusal == nil)
    }

    @Test func aDoubtfulClosingIsQuestionedUnlessAgreedOn() async throws {
        let id = try await trade.ask()
        try await trade.submit(.offer(price: "2천", sure: "2000"), in: id, by: trade.ofAsker)
        let offer = try await trade.storage.conversation(id, of: trade.ofAsker).lastMessage.id
        try await trade.submit(.take(.acceptOffer(offer)), in: id, by: trade.ofSeller)
        let refused = try await trade.submit(.close(price: "200"), in: id, by: trade.ofSeller)
        #expect(refused.refusedForm?.doubtfulAmount == 200)
        let closed = try await trade.submit(.close(price: "2,000"), in: id, by: trade.ofSeller)
        #expect(closed.refusal == nil)
    }

    @Test(arguments: [true, false])
    func anItemWithoutAPriceIsClosedAtAnyPrice(_ isOpen: Bool) async throws {
        var content = try await trade.storage.item(trade.item).content
        content.price = try isOpen ? .open() : Price(0)
        try await trade.storage.update(trade.item, content: content, photos: [], at: trade.now)
        let id = try await trade.ask()
        #expect(try await trade.page(id, for: trade.ofSeller).steps.closingPrice == "")
        let offer = try await trade.submit(.offer(price: "1"), in: id, by: trade.ofAsker)
        // No price is offered for a giveaway.
        #expect(offer.refusal?.reason == (isOpen ? nil : .conflict))
        let closed = try await trade.submit(.close(price: "0"), in: id, by: trade.ofSeller)
        #expect(closed.refusal == nil)
    }

    @Test(
        arguments: [
            ("0", "가격을 0보다 크게 입력해주세요."), ("무료", "가격을 0보다 크게 입력해주세요."),
            ("제시", "가격을 숫자로 입력해주세요."), ("-1", "가격을 0 이상으로 입력해주세요."),
            ("1.5", "가격을 소수점 없이 입력해주세요."),
            ("1~2만", "가격을 하나만 입력해주세요."),
            ("3만원 새것", "가격을 숫자로만 입력해주세요."),
            ("$30", "가격이 USD로 적혀 있어요. KRW로 입력해주세요."),
            ("1000000000000001", "가격을 1,000,000,000,000,000원까지 입력해주세요."),
        ])
    func anInvalidOfferSaysWhy(_ typed: String, _ message: String) async throws {
        let id = try await trade.ask()
        let result = try await trade.submit(.offer(price: typed), in: id, by: trade.ofAsker)
        let form = try #require(result.refusedForm)
        #expect(form.message("price")?.text == message)
        #expect(form.doubtfulAmount == nil)
    }
}
