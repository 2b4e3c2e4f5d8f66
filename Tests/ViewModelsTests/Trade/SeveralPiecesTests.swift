import Market
import Testing

@testable import ViewModels

/// Closings of several pieces of an item that costs 35,000 won each.
struct SeveralPiecesTests {
    private let trade: TradeFixture

    init() async throws { trade = try await TradeFixture() }

    /// Has somebody ask about the item when it has so many pieces.
    private func asked(of stock: Int64) async throws -> Conversation.ID {
        try await trade.setStock(stock)
        return try await trade.ask()
    }

    private func close(
        _ pieces: String?, at price: String = "", sure: String = "", in id: Conversation.ID
    ) async throws -> FormResult<Void, ConversationDetail.Output> {
        try await trade.submit(
            .close(price: price, pieces: pieces, sure: sure), in: id, by: trade.ofSeller)
    }

    private func steps(
        of id: Conversation.ID, for reader: Conversation.Reader
    ) async throws -> DealingSteps {
        try await trade.page(id, for: reader).steps
    }

    private func agree(on amount: Int64, in id: Conversation.ID) async throws {
        let storage = trade.storage
        try await storage.take(.offerPrice(amount), in: id, by: trade.ofAsker, at: trade.now)
        let offer = try await storage.conversation(id, of: trade.ofAsker).lastMessage.id
        try await storage.take(.acceptOffer(offer), in: id, by: trade.ofSeller, at: trade.now)
    }

    @Test(arguments: [1, 2, 5] as [Int64])
    func theSellerIsAskedHowManyIfMoreThanOneIsLeft(_ stock: Int64) async throws {
        let id = try await asked(of: stock)
        let sold = try await steps(of: id, for: trade.ofSeller)
        #expect(sold.mayClose && sold.mostPieces == stock && sold.asksPieces == (stock > 1))
        let bought = try await steps(of: id, for: trade.ofAsker)
        #expect(!bought.mayClose && !bought.asksPieces)
    }

    @Test func piecesReservedForOthersAreNotLeft() async throws {
        let id = try await asked(of: 2)
        let other = try await trade.accounts.open("하늘").account
        let reserved = try await trade.ask(by: other)
        try await trade.take(.reserve, in: reserved, by: trade.ofSeller)
        let here = try await steps(of: id, for: trade.ofSeller)
        #expect(here.mostPieces == 1 && here.mayClose && !here.asksPieces)
        #expect(try await steps(of: reserved, for: trade.ofSeller).mostPieces == 2)
    }

    @Test(arguments: ["3", " 3개 ", "세 개"])
    func theNumberIsToldWithThePriceOfAll(_ typed: String) async throws {
        let id = try await asked(of: 5)
        #expect(try await close(typed, at: "9만", in: id).refusal == nil)
        #expect(try await trade.storage.item(trade.item).content.stock == 2)
        let deals = Deals(storage: trade.storage, zone: .seoul)
        for (side, reader, other) in [
            (Deal.Side.sale, trade.ofSeller, "지수"), (.purchase, trade.ofAsker, "민지"),
        ] {
            let page = try await trade.page(id, for: reader)
            #expect(page.subject.mark?.text == "거래완료 3개")
            #expect(page.subject.agreed?.text == "거래한 가격 90,000원")
            #expect(page.subject.formerPrice?.text == "105,000원")
            #expect(page.messages.last?.note?.text == "\(other)님과 3개 거래를 마쳤어요")
            let list = try await trade.list.output(for: reader, at: trade.now)
            #expect(list.entries.first?.label?.text == "\(other)님과 3개 거래를 마쳤어요")
            let account = try #require(reader.account)
            let entry = try await deals.output(side, for: account, at: trade.now).entries.first
            #expect(entry?.pieces?.text == "3개" && entry?.price?.text.text == "90,000원")
        }
    }

    @Test(arguments: [nil, "1"])
    func aSinglePieceIsNotCounted(_ typed: String?) async throws {
        let id = try await asked(of: 5)
        #expect(try await close(typed, at: "3만", in: id).refusal == nil)
        let page = try await trade.page(id, for: trade.ofAsker)
        #expect(page.subject.mark?.text == "거래완료")
        #expect(page.subject.formerPrice?.text == "35,000원")
        #expect(page.messages.last?.note?.text == "민지님과 거래를 마쳤어요")
        let deals = try await Deals(storage: trade.storage, zone: .seoul)
            .output(.purchase, for: trade.asker, at: trade.now)
        #expect(deals.entries.map(\.pieces) == [nil])
    }

    @Test func takingBackTellsNoNumber() async throws {
        let id = try await asked(of: 3)
        _ = try await close("3", at: "9만", in: id)
        try await trade.take(.reopen, in: id, by: trade.ofSeller)
        #expect(try await trade.storage.item(trade.item).content.stock == 3)
        let page = try await trade.page(id, for: trade.ofAsker)
        #expect(page.messages.compactMap { $0.note?.text }.first == "거래를 마쳤어요 (되돌림)")
        #expect(page.subject.mark == nil)
    }

    // MARK: - What was typed

    @Test(
        arguments: [
            ("0", "몇 개인지 1 이상의 숫자로 적어주세요."), ("-1", "몇 개인지 1 이상의 숫자로 적어주세요."),
            ("많이", "몇 개인지 1 이상의 숫자로 적어주세요."), ("", "몇 개인지 1 이상의 숫자로 적어주세요."),
            ("없음", "몇 개인지 1 이상의 숫자로 적어주세요."),
            ("4", "3개 남았어요. 몇 개인지 다시 적어주세요."),
        ])
    func anInvalidNumberComesBack(_ typed: String, _ message: String) async throws {
        let id = try await asked(of: 3)
        let refused = try await close(typed, at: "9만", in: id)
        let form = try #require(refused.refusedForm)
        #expect(form.refusal?.reason == .invalid)
        #expect(form.message("pieces")?.text == message)
        #expect(form.pieces == typed && form.price == "9만" && form.steps.asksPieces)
        #expect(try await trade.storage.item(trade.item).content.stock == 3)
    }

    @Test func anInvalidPriceIsNamedAfterTheNumber() async throws {
        let id = try await asked(of: 3)
        let refused = try await close("9", at: "만원만", in: id)
        #expect(refused.refusal?.faults.map(\.field) == ["pieces", "price"])
    }

    @Test func withOnePieceLeftNoOtherNumberIsTaken() async throws {
        let id = try await asked(of: 1)
        let refused = try await close("2", in: id)
        let message = try #require(refused.refusedForm?.message("pieces"))
        #expect(message.text == "1개 남았어요. 몇 개인지 다시 적어주세요.")
        // The form does not ask for a number there.
        #expect(try await close("", in: id).refusal == nil)
    }

    @Test func aDealThatCannotBeClosedSaysSo() async throws {
        let id = try await asked(of: 3)
        _ = try await close("2", in: id)
        #expect(try await close("2", in: id).refusal?.reason == .conflict)
        #expect(try await trade.storage.item(trade.item).content.stock == 1)
    }

    @Test func piecesGoneMeanwhileAreNamedAtTheField() {
        let action = ConversationDetail.Action.close(price: "", pieces: "3")
        let refusal = action.refusal(.fewerLeft(2))
        #expect(refusal.reason == .invalid && refusal.faults.map(\.field) == ["pieces"])
    }

    /// The form's initial values were typed by nobody.
    @Test(
        arguments: [
            ("1", "35,000", []), ("1", "30,000", []), ("2", "35,000", ["2"]), ("1", "3만", ["3만"]),
            ("2", "6만", ["2", "6만"]),
        ] as [(String, String, [String])])
    func whenAllAreGoneTheTypedValuesAreKept(
        _ pieces: String, _ price: String, _ kept: [String]
    ) async throws {
        let id = try await asked(of: 2)
        try await agree(on: 30_000, in: id)
        let other = try await trade.accounts.open("하늘").account
        let taken = try await trade.ask(by: other)
        _ = try await close("2", in: taken)
        let refused = try await close(pieces, at: price, sure: "35000", in: id)
        let form = try #require(refused.refusedForm)
        #expect(form.refusal?.reason == .conflict && form.kept == kept)
    }

    // MARK: - Questioned prices

    @Test(
        arguments: [("35,000", 35_000), ("3만", 30_000), ("1만", 10_000), ("40만", 400_000)]
            as [(String, Int64)])
    func aLikelyPriceOfOnePieceIsQuestioned(_ typed: String, _ amount: Int64) async throws {
        let id = try await asked(of: 3)
        let refused = try await close("3", at: typed, in: id)
        let form = try #require(refused.refusedForm)
        #expect(form.refusal?.isQuestion == true && form.doubtfulAmount == amount)
        #expect(form.pieces == "3" && form.price == typed)
        let words = "3개에 모두 \(Currency.krw.text(amount).text)이 맞나요? 올린 가격대로면 105,000원이에요."
        #expect(form.message("price")?.text == words)
        #expect(try await close("3", at: typed, sure: "\(amount)", in: id).refusal == nil)
    }

    /// The agreed price may have been for one piece.
    @Test func anAgreedPriceOfOnePieceIsQuestionedForSeveral() async throws {
        let id = try await asked(of: 4)
        try await agree(on: 30_000, in: id)
        #expect(try await close("3", at: "30,000", in: id).refusedForm?.doubtfulAmount == 30_000)
        #expect(try await close("1", at: "30,000", in: id).refusal == nil)
    }

    @Test func anAgreedPriceNearThatOfAllIsNotQuestioned() async throws {
        let id = try await asked(of: 5)
        try await agree(on: 150_000, in: id)
        #expect(try await close("5", at: "150,000", in: id).refusal == nil)
    }

    /// The form begins with the agreed price and one piece, however many pieces the price was for.
    @Test(arguments: [("1", 150_000), ("12", 40_000)] as [(String, Int64)])
    func anAgreedPriceFarFromThatOfThePiecesIsQuestionedOnce(
        _ pieces: String, _ amount: Int64
    ) async throws {
        let id = try await asked(of: 12)
        try await agree(on: amount, in: id)
        let price = try await steps(of: id, for: trade.ofSeller).closingPrice
        let refused = try await close(pieces, at: price, in: id)
        #expect(refused.refusal?.isQuestion == true)
        #expect(refused.refusedForm?.doubtfulAmount == amount)
        #expect(try await close(pieces, at: price, sure: "\(amount)", in: id).refusal == nil)
    }

    @Test(arguments: [(1, nil), (1, "1"), (5, nil)] as [(Int64, String?)])
    func withoutANumberAnAgreedPriceIsNotQuestioned(_ stock: Int64, _ pieces: String?) async throws
    {
        let id = try await asked(of: stock)
        try await agree(on: 150_000, in: id)
        #expect(try await close(pieces, at: "150,000", in: id).refusal == nil)
    }
}
