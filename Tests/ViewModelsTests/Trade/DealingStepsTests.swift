import Market
import Testing

@testable import ViewModels

struct DealingStepsTests {
    private let trade: TradeFixture

    init() async throws { trade = try await TradeFixture() }

    @Test func exactlyAllowedStepsAreOffered() async throws {
        let id = try await trade.ask()
        func steps(_ reader: Conversation.Reader) async throws -> DealingSteps {
            try await trade.page(id, for: reader).steps
        }
        var sold = try await steps(trade.ofSeller)
        #expect(sold.mayReserve && sold.mayClose && !sold.mayRelease && !sold.mayOffer)
        var asked = try await steps(trade.ofAsker)
        #expect(asked.mayOffer && !asked.mayReserve && !asked.mayClose && !asked.mayJoinLine)
        #expect(asked.stage == nil)
        try await trade.submit(.take(.reserve), in: id, by: trade.ofSeller)
        sold = try await steps(trade.ofSeller)
        asked = try await steps(trade.ofAsker)
        #expect(!sold.mayReserve && sold.mayRelease && asked.mayRelease)
        #expect(asked.stage?.text == "예약중")
        try await trade.submit(.close(price: "3만"), in: id, by: trade.ofSeller)
        asked = try await steps(trade.ofAsker)
        #expect(asked.stage?.text == "거래완료" && !asked.mayOffer && !asked.mayRelease)
    }

    @Test func nothingIsOfferedAfterABlock() async throws {
        let id = try await trade.ask()
        try await trade.submit(.offer(price: "3만"), in: id, by: trade.ofAsker)
        let storage = trade.storage
        try await storage.setBlocked(true, trade.asker, by: trade.seller, at: trade.now)
        func page() async throws -> ConversationDetail.Output {
            try await trade.page(id, for: trade.ofSeller)
        }
        let asked = try await page()
        #expect(!asked.steps.mayReserve && !asked.steps.mayClose)
        #expect(asked.messages.last?.offer?.mayBeAnswered == false)
        try await storage.setBlocked(false, trade.asker, by: trade.seller, at: trade.now)
        #expect(try await page().messages.last?.offer?.mayBeAnswered == true)
        try await trade.submit(.take(.reserve), in: id, by: trade.ofSeller)
        try await storage.setBlocked(true, trade.asker, by: trade.seller, at: trade.now)
        // The reservation was released.
        let released = try await page()
        #expect(!released.steps.mayRelease && !released.steps.mayPropose)
    }

    @Test func nothingNewIsOfferedForAHiddenItem() async throws {
        let id = try await trade.ask()
        try await trade.submit(.offer(price: "3만"), in: id, by: trade.ofAsker)
        try await trade.storage.setHidden(true, trade.item, at: trade.now)
        func page(_ reader: Conversation.Reader) async throws -> ConversationDetail.Output {
            try await trade.page(id, for: reader)
        }
        let sold = try await page(trade.ofSeller)
        #expect(sold.subject.mark?.text == "운영자가 가린 글" && sold.subject.isHidden)
        #expect(!sold.steps.mayReserve && sold.steps.mayClose && sold.silence == nil)
        #expect(sold.messages.last?.offer?.mayBeAnswered == false)
        #expect(try await !page(trade.ofAsker).steps.mayOffer)
        let refused = try await trade.submit(.offer(price: "2만"), in: id, by: trade.ofAsker)
        #expect(
            refused.refusal?.alert?.texts == ["운영자가 가린 글이에요. 다른 사람에게는 보이지 않아요."])
        #expect(refused.refusedForm?.kept == ["2만"])
        try await trade.storage.setHidden(false, trade.item, at: trade.now)
        try await trade.submit(.take(.reserve), in: id, by: trade.ofSeller)
        try await trade.storage.setHidden(true, trade.item, at: trade.now)
        let reserved = try await page(trade.ofAsker)
        #expect(reserved.subject.mark?.text == "운영자가 가린 글")
        #expect(reserved.steps.stage?.text == "예약중")
        #expect(reserved.steps.mayRelease && !reserved.steps.mayPropose)
        try await trade.submit(.take(.release), in: id, by: trade.ofAsker)
        #expect(try await page(trade.ofAsker).steps.stage == nil)
    }

    @Test func bothReadThatTheReservationComesFirst() async throws {
        let id = try await trade.ask()
        func hint(_ reader: Conversation.Reader) async throws -> String? {
            try await trade.page(id, for: reader).steps.hint?.text
        }
        #expect(try await hint(trade.ofSeller) == "예약해주면 약속을 잡을 수 있어요.")
        #expect(try await hint(trade.ofAsker) == "글쓴이가 예약해주면 약속을 잡을 수 있어요.")
        try await trade.submit(.take(.reserve), in: id, by: trade.ofSeller)
        #expect(try await hint(trade.ofSeller) == nil)
        #expect(try await hint(trade.ofAsker) == nil)
    }

    @Test func bothReadThatTheClosingComesBeforeTheReviews() async throws {
        let id = try await trade.ask()
        let then = trade.now + 3_600
        try await trade.agree(on: then, in: id)
        func hint(_ reader: Conversation.Reader) async throws -> String? {
            try await trade.detail.output(for: id, of: reader, at: then).steps.hint?.text
        }
        #expect(try await hint(trade.ofAsker) == nil)
        try await trade.storage.take(.sayMet, in: id, by: trade.ofAsker, at: then)
        #expect(try await hint(trade.ofSeller) == "거래완료를 누르면 서로 후기를 남길 수 있어요.")
        #expect(try await hint(trade.ofAsker) == "글쓴이가 거래완료를 누르면 서로 후기를 남길 수 있어요.")
        try await trade.storage.take(.close(at: nil), in: id, by: trade.ofSeller, at: then)
        #expect(try await hint(trade.ofSeller) == nil)
        #expect(try await hint(trade.ofAsker) == nil)
    }

    @Test func onlyWhoeverHasSaidSoReadsThatTheyMet() async throws {
        let id = try await trade.ask()
        let then = trade.now + 3_600
        try await trade.agree(on: then, in: id)
        func stage(_ reader: Conversation.Reader) async throws -> String? {
            try await trade.detail.output(for: id, of: reader, at: then).steps.stage?.text
        }
        try await trade.storage.take(.sayMet, in: id, by: trade.ofAsker, at: then)
        #expect(try await stage(trade.ofAsker) == "만났어요")
        #expect(try await stage(trade.ofSeller) == "상대가 만났다고 했어요")
        func closesNext() async throws -> Bool {
            try await trade.detail.output(for: id, of: trade.ofSeller, at: then).steps.closesNext
        }
        #expect(try await !closesNext())
        try await trade.storage.take(.sayMet, in: id, by: trade.ofSeller, at: then)
        #expect(try await stage(trade.ofSeller) == "만났어요")
        #expect(try await closesNext())
    }

    @Test func whoeverComesTooLateMayLookForSimilarItems() async throws {
        try await trade.setStock(1)
        let id = try await trade.ask()
        let first = try await trade.ask(by: try await trade.accounts.open("하늘").account)
        func item(_ id: Conversation.ID, _ reader: Conversation.Reader) async throws -> Item.ID? {
            try await trade.page(id, for: reader).steps.similarTo
        }
        #expect(try await item(id, trade.ofAsker) == nil)
        for move in [Dealing.Move.reserve, .close(at: nil)] {
            try await trade.take(move, in: first, by: trade.ofSeller)
            #expect(try await item(id, trade.ofAsker) == trade.item)
            #expect(try await item(id, trade.ofSeller) == nil)
        }
        try await trade.take(.reopen, in: first, by: trade.ofSeller)
        try await trade.take(.release, in: first, by: trade.ofSeller)
        // Whoever gets it themselves is not led elsewhere.
        for move in [Dealing.Move.reserve, .close(at: nil)] {
            try await trade.take(move, in: id, by: trade.ofSeller)
            #expect(try await item(id, trade.ofAsker) == nil)
        }
    }

    @Test(arguments: [
        ("", "가격을 입력해주세요."), ("0", nil), ("-1", nil), ("만원만", nil),
        ("1000000000000000000000000000000", nil), ("2,000,000,000,000,000", nil),
    ])
    func anInvalidPriceComesBack(_ typed: String, _ message: String?) async throws {
        let id = try await trade.ask()
        let result = try await trade.submit(.offer(price: typed), in: id, by: trade.ofAsker)
        #expect(result.refusal?.reason == .invalid)
        let fault = try #require(result.refusedForm?.message("price"))
        if let message { #expect(fault.text == message) }
        #expect(result.refusedForm?.price == typed)
        #expect(result.refusedForm?.messages.count == 1)
    }

    @Test func anOfferIsAnsweredWhereItStands() async throws {
        let id = try await trade.ask()
        try await trade.submit(.offer(price: "3만"), in: id, by: trade.ofAsker)
        var page = try await trade.page(id, for: trade.ofSeller)
        let entry = try #require(page.messages.last)
        #expect(entry.offer?.amount.text == "30,000원" && entry.offer?.mayBeAnswered == true)
        let own = try await trade.page(id, for: trade.ofAsker)
        #expect(own.messages.last?.offer?.mayBeAnswered == false)
        #expect(own.messages.last?.mayBeTakenBack == true)
        #expect(own.messages.last?.offer?.answer?.text == "답을 기다려요")
        #expect(entry.offer?.answer == nil && !entry.mayBeTakenBack)
        let list = try await trade.list.output(for: trade.ofSeller, at: trade.now)
        #expect(list.entries.first?.label?.text == "가격 제안 30,000원")
        try await trade.submit(.take(.declineOffer(entry.id)), in: id, by: trade.ofSeller)
        page = try await trade.page(id, for: trade.ofAsker)
        #expect(page.messages.map(\.offer?.answer?.text) == [nil, nil, nil])
        #expect(page.messages.last?.note?.text == "민지님이 가격 제안을 거절했어요")
    }

    @Test func theAgreedPriceReplacesTheItemsPrice() async throws {
        let (id, storage) = (try await trade.ask(), trade.storage)
        func subjects() async throws -> [ConversationSubject] {
            var subjects: [ConversationSubject] = []
            for reader in [trade.ofSeller, trade.ofAsker] {
                let page = try await trade.page(id, for: reader)
                let list = try await trade.list.output(for: reader, at: trade.now)
                #expect(list.entries.map(\.subject) == [page.subject])
                subjects.append(page.subject)
            }
            return subjects
        }
        for (price, former) in [("3만", "35,000원"), ("35,000", nil)] {
            let before = try await subjects()
            try await trade.submit(.offer(price: price), in: id, by: trade.ofAsker)
            #expect(try await subjects() == before)
            let offer = try await storage.conversation(id, of: trade.ofSeller).lastMessage.id
            try await trade.submit(.take(.acceptOffer(offer)), in: id, by: trade.ofSeller)
            let agreed = former == nil ? "합의한 가격 35,000원" : "합의한 가격 30,000원"
            #expect(try await subjects().map(\.agreed?.text) == [agreed, agreed])
            #expect(try await subjects().map(\.formerPrice?.text) == [former, former])
        }
        // In another currency it is no price of this item any more.
        var content = try await storage.item(trade.item).content
        content.price = try Price(2_500, currency: .usd)
        try await storage.update(trade.item, content: content, photos: [], at: trade.now)
        #expect(try await subjects().map(\.agreed) == [nil, nil])
        #expect(try await trade.page(id, for: trade.ofSeller).steps.closingPrice == "25.00")
    }

    @Test func stepsThatComeTooLateAreRefusedPlainly() async throws {
        let id = try await trade.ask()
        try await trade.submit(.take(.reserve), in: id, by: trade.ofSeller)
        let again = try await trade.submit(.take(.reserve), in: id, by: trade.ofSeller)
        #expect(again.refusal?.reason == .conflict)
        #expect(again.refusal?.alert?.texts == ["그사이 바뀌었어요"])
    }

    @Test func lateAskersMayWaitInLine() async throws {
        let first = try await trade.ask()
        try await trade.submit(.take(.reserve), in: first, by: trade.ofSeller)
        let late = try await trade.accounts.open("늦은 이웃").account
        let second = try await trade.ask(by: late)
        let reader = Conversation.Reader.account(late)
        func steps() async throws -> DealingSteps {
            try await trade.page(second, for: reader).steps
        }
        #expect(try await steps().mayJoinLine)
        let refused = try await trade.submit(.take(.reserve), in: second, by: trade.ofSeller)
        #expect(refused.refusal?.alert?.texts == ["남은 것이 모두 예약되었어요."])
        try await trade.submit(.take(.joinLine), in: second, by: reader)
        #expect(try await steps().line?.text == "대기 1번째")
        #expect(try await steps().mayLeaveLine)
        try await trade.submit(.close(price: ""), in: first, by: trade.ofSeller)
        let sold = try await trade.page(second, for: reader)
        #expect(sold.steps.line == nil && sold.subject.mark?.text == "다른 분과 거래완료")
    }

    // MARK: - Taking a closing back

    /// Has the two close a dealing.
    private func closed() async throws -> Conversation.ID {
        let id = try await trade.ask()
        try await trade.submit(.take(.reserve), in: id, by: trade.ofSeller)
        try await trade.submit(.close(price: ""), in: id, by: trade.ofSeller)
        return id
    }

    @Test func theSellerCanTakeAClosingBackForADay() async throws {
        let id = try await closed()
        func until(
            _ reader: Conversation.Reader, after seconds: Int64 = 0
        ) async throws -> String? {
            try await trade.page(id, for: reader, after: seconds).steps.reopening?.until.text
        }
        let words = "11월 22일 (일) 오후 8:20까지, 후기를 남기기 전에 되돌릴 수 있어요."
        #expect(try await until(trade.ofSeller) == words)
        #expect(try await until(trade.ofAsker) == nil)
        let day = Dealing.Closing.reopeningTime
        #expect(try await until(trade.ofSeller, after: day) == words)
        #expect(try await until(trade.ofSeller, after: day + 1) == nil)
        #expect(try await trade.submit(.take(.reopen), in: id, by: trade.ofSeller).refusal == nil)
        let page = try await trade.page(id, for: trade.ofAsker)
        #expect(page.steps.stage?.text == "예약중" && page.subject.mark?.text == "나와 예약중")
        let told: [String?] = ["거래를 마쳤어요 (되돌림)", "민지님이 거래완료를 되돌렸어요"]
        #expect(page.messages.suffix(2).map(\.note?.text) == told)
        #expect(try await until(trade.ofSeller) == nil)
    }

    /// The page offers it all the same, so as not to reveal the sealed review before it is tried.
    @Test func aSealedReviewKeepsTheClosing() async throws {
        let id = try await closed()
        try await trade.storage.insert(
            ReviewContent(rating: .bad), in: id, by: trade.ofAsker, at: trade.now)
        let page = try await trade.page(id, for: trade.ofSeller)
        #expect(page.steps.reopening != nil)
        let result = try await trade.submit(.take(.reopen), in: id, by: trade.ofSeller)
        #expect(result.refusal?.reason == .conflict)
        let told = ["24시간이 지났거나 후기를 남긴 거래완료는 되돌릴 수 없어요."]
        #expect(result.refusal?.alert?.texts == told)
        #expect(result.refusedForm?.steps.reopening == page.steps.reopening)
        #expect(result.refusedForm?.steps.stage?.text == "거래완료")
    }

    @Test func reopeningIsNotOfferedAfterOnesOwnReview() async throws {
        let id = try await closed()
        try await trade.storage.insert(
            ReviewContent(rating: .good), in: id, by: trade.ofSeller, at: trade.now)
        #expect(try await trade.page(id, for: trade.ofSeller).steps.reopening == nil)
    }

    // MARK: - Dealing again

    /// Has the two close a dealing about one of two pieces.
    private func closedOfTwo() async throws -> Conversation.ID {
        try await trade.setStock(2)
        let id = try await trade.ask()
        try await trade.submit(.close(price: "3만"), in: id, by: trade.ofSeller)
        return id
    }

    @Test func bothMayDealAgainWhilePiecesAreLeft() async throws {
        let id = try await closedOfTwo()
        func steps(_ reader: Conversation.Reader) async throws -> DealingSteps {
            try await trade.page(id, for: reader).steps
        }
        for reader in [trade.ofSeller, trade.ofAsker] {
            #expect(try await steps(reader).mayDealAgain)
        }
        #expect(try await !steps(trade.ofSeller).mayReserve)
        #expect(try await steps(trade.ofSeller).reopening?.dealing == nil)
        try await trade.submit(.take(.dealAgain), in: id, by: trade.ofAsker)
        let sold = try await steps(trade.ofSeller)
        #expect(sold.mayReserve && !sold.mayDealAgain && sold.stage == nil)
        // The closing may still be taken back and reviewed.
        #expect(sold.reopening?.dealing?.text == "11월 21일 (토) 오후 8:20에 마친 거래")
        #expect(sold.reopening != nil && sold.review?.closing == nil && sold.review != nil)
        try await trade.submit(.close(price: ""), in: id, by: trade.ofSeller)
        for reader in [trade.ofSeller, trade.ofAsker] {
            #expect(try await !steps(reader).mayDealAgain)
        }
        let refused = try await trade.submit(.take(.dealAgain), in: id, by: trade.ofAsker)
        #expect(refused.refusal?.reason == .conflict)
    }

    @Test func aFormerAgreementIsNoPriceOfTheNextDealing() async throws {
        try await trade.setStock(2)
        let id = try await trade.ask()
        try await trade.submit(.offer(price: "3만"), in: id, by: trade.ofAsker)
        let offer = try await trade.storage.conversation(id, of: trade.ofSeller).lastMessage.id
        try await trade.submit(.take(.acceptOffer(offer)), in: id, by: trade.ofSeller)
        try await trade.submit(.close(price: "3만"), in: id, by: trade.ofSeller)
        func agreed() async throws -> String? {
            try await trade.page(id, for: trade.ofAsker).subject.agreed?.text
        }
        #expect(try await agreed() == "거래한 가격 30,000원")
        try await trade.submit(.take(.dealAgain), in: id, by: trade.ofAsker)
        #expect(try await agreed() == nil)
    }

    /// The messages state it in hours.
    @Test func theReopeningTimeIsTheOneThatPagesName() {
        #expect(Dealing.Closing.reopeningTime == 24 * 3_600)
    }
}
