import Market
import Testing

@testable import ViewModels

/// A price offered with the first message, or in place of one.
struct InquiryOfferTests {
    private let trade: TradeFixture

    init() async throws { trade = try await TradeFixture() }

    private func submit(
        _ text: String = "", price: String, sure: String = ""
    ) async throws -> FormResult<Inquiry.Sent, Inquiry.Output> {
        var input = try await trade.asking(text)
        (input.price, input.sure) = (price, sure)
        return try await trade.inquiry().submit(input, at: trade.now)
    }

    @Test(arguments: [("", 1), ("살게요", 2)])
    func anOfferIsSentWithOrWithoutAMessage(_ text: String, _ count: Int) async throws {
        let sent = try await submit(text, price: "3만").saved
        let page = try await trade.detail.output(
            for: try #require(sent?.conversation), of: trade.ofSeller, at: trade.now)
        #expect(page.messages.count == count)
        #expect(page.messages.last?.offer?.amount.text == "30,000원")
        #expect(page.messages.last?.offer?.mayBeAnswered == true)
    }

    @Test(arguments: ["비싸요", "-1", "0"])
    func anInvalidPriceComesBackWithTheMessage(_ price: String) async throws {
        let refused = try await submit("살게요", price: price).refusedForm
        #expect(refused?.refusal?.faults.map(\.field) == ["price"])
        #expect(refused?.text == "살게요" && refused?.price == price)
        #expect(try await trade.storage.conversation(about: trade.item, by: trade.asker) == nil)
    }

    @Test func anOfferFarFromTheItemsPriceIsQuestioned() async throws {
        let asked = try await submit(price: "3,000").refusedForm
        #expect(asked?.doubtfulAmount == 3_000 && asked?.refusal?.isQuestion == true)
        #expect(try await submit(price: "3,000", sure: "3000").saved != nil)
    }

    @Test func giveawaysHaveNoOffers() async throws {
        let form = try await trade.inquiry().output(for: try await trade.asking(), at: trade.now)
        #expect(form.mayOffer)
        let id = try await trade.ask()
        let before = try await trade.page(id, for: trade.ofAsker)
        try await trade.setPrice(try Price(0))
        let after = try await trade.page(id, for: trade.ofAsker)
        #expect(before.steps.mayOffer && !after.steps.mayOffer)
        // The hint about what comes next is there all the same.
        #expect(before.steps.hint == after.steps.hint && after.steps.hint != nil)
        let words = "나눔 글에는 가격을 제안할 수 없어요."
        let late = try await trade.submit(.offer(price: "3만"), in: id, by: trade.ofAsker)
        #expect(late.refusal?.alert?.texts == [words])
        #expect(late.refusedForm?.kept == ["3만"])
        let refused = try await submit("살게요", price: "3만").refusedForm
        #expect(refused?.mayOffer == false && refused?.price == "3만")
        #expect(refused?.message("price")?.text == words)
    }

    @Test func newAccountsMayOfferAPriceToo() async throws {
        var input = Inquiry.Input(item: trade.item, asker: nil)
        (input.nickname, input.password) = ("새 이웃", AccountFixture.password)
        input.price = "비싸요"
        let refused = try await trade.inquiry().submit(input, at: trade.now).refusedForm
        #expect(refused?.refusal?.faults.map(\.field) == ["price"])
        input.price = "30,000"
        let sent = try #require(try await trade.inquiry().submit(input, at: trade.now).saved)
        let page = try await trade.detail.output(
            for: try #require(sent.conversation), of: trade.ofSeller, at: trade.now)
        #expect(page.messages.map { $0.offer?.amount.text } == ["30,000원"])
    }
}
