import Market
import Testing

@testable import ViewModels

/// The answers that are offered as buttons.
struct QuickAnswersTests {
    private let trade: TradeFixture

    init() async throws { trade = try await TradeFixture() }

    private func answers(
        in id: Conversation.ID, of reader: Conversation.Reader
    ) async throws -> [String] {
        try await trade.page(id, for: reader).quickAnswers.map(\.text)
    }

    @Test func quickAnswersFollowTheDealing() async throws {
        let id = try await trade.ask()
        #expect(try await answers(in: id, of: trade.ofSeller).first == "네, 아직 있어요.")
        #expect(try await answers(in: id, of: trade.ofAsker) == ["거래할게요. 예약해주세요."])
        try await trade.agree(on: trade.now + 3_600, in: id)
        for reader in [trade.ofSeller, trade.ofAsker] {
            #expect(
                try await answers(in: id, of: reader) == [
                    "지금 출발해요.", "조금 늦을 것 같아요.", "도착했어요.",
                ])
        }
    }

    @Test func nobodyIsOfferedToAskWhenAndWhereWhileAProposalWaits() async throws {
        let id = try await trade.ask()
        let when = ["언제 만날 수 있을까요?", "어디서 만날까요?"]
        let meeting = Appointment(date: trade.now + 3_600, spot: "역 3번 출구")
        try await trade.take(.reserve, in: id, by: trade.ofSeller)
        for reader in [trade.ofSeller, trade.ofAsker] {
            #expect(try await answers(in: id, of: reader) == when)
        }
        try await trade.take(.proposeAppointment(meeting), in: id, by: trade.ofAsker)
        for reader in [trade.ofSeller, trade.ofAsker] {
            #expect(try await answers(in: id, of: reader).isEmpty)
        }
        let proposal = try #require(
            try await trade.storage.conversation(id, of: trade.ofSeller).meeting.proposal)
        try await trade.take(.declineAppointment(proposal), in: id, by: trade.ofSeller)
        #expect(try await answers(in: id, of: trade.ofAsker) == when)
    }

    @Test func arrivalIsOfferedFromAnHourBeforeTheAppointment() async throws {
        let id = try await trade.ask()
        let moment = trade.now + 86_400
        try await trade.agree(on: moment, in: id)
        for (early, isOffered): (Int64, Bool) in [
            (86_400, false), (3_601, false), (3_600, true), (0, true),
        ] {
            let page = try await trade.detail.output(
                for: id, of: trade.ofAsker, at: moment + -early)
            #expect(page.quickAnswers.map(\.text).contains("도착했어요.") == isOffered)
        }
    }

    @Test func nothingIsOfferedThatHasJustBeenSaid() async throws {
        let id = try await trade.ask()
        let when = ["언제 만날 수 있을까요?", "어디서 만날까요?"]
        #expect(try await answers(in: id, of: trade.ofSeller) == ["네, 아직 있어요."] + when)
        try await trade.write("네, 아직 있어요.", in: id, by: trade.ofSeller)
        #expect(try await answers(in: id, of: trade.ofSeller) == when)
        // The question is about the item's age.
        try await trade.write("언제 사셨어요?", in: id, by: trade.ofAsker)
        #expect(try await answers(in: id, of: trade.ofSeller) == when)
        try await trade.write(when[0], in: id, by: trade.ofAsker)
        try await trade.storage.take(.reserve, in: id, by: trade.ofSeller, at: trade.now)
        for reader in [trade.ofSeller, trade.ofAsker] {
            #expect(try await answers(in: id, of: reader) == [when[1]])
            let updates = ConversationUpdates(storage: trade.storage, zone: .seoul)
            let input = ConversationUpdates.Input(id: id, reader: reader, after: .max)
            let update = try await updates.output(for: input, at: trade.now)
            #expect(update.quickAnswers.map(\.text) == [when[1]])
        }
        for number in 1...QuickAnswers.mostLookedAt {
            try await trade.write("\(number)", in: id, by: trade.ofAsker)
        }
        #expect(try await answers(in: id, of: trade.ofAsker) == when)
    }

    @Test func anOlderPageOffersNothingThatHasJustBeenSaid() async throws {
        let id = try await trade.ask()
        try await trade.write("네, 아직 있어요.", in: id, by: trade.ofSeller)
        let last = try await trade.storage.conversation(id, of: trade.ofSeller).lastMessage.id
        let older = try await trade.detail.output(
            for: id, of: trade.ofSeller, before: last, at: trade.now)
        #expect(older.messages.count == 1)
        #expect(older.quickAnswers.map(\.text) == ["언제 만날 수 있을까요?", "어디서 만날까요?"])
    }

    @Test func whoAcceptedAPriceIsNotOfferedToSayThatTheItemIsThere() async throws {
        let id = try await trade.ask()
        try await trade.storage.take(.offerPrice(30_000), in: id, by: trade.ofAsker, at: trade.now)
        #expect(try await answers(in: id, of: trade.ofSeller).first == "네, 아직 있어요.")
        let offer = try await trade.storage.conversation(id, of: trade.ofSeller).lastMessage.id
        try await trade.storage.take(.acceptOffer(offer), in: id, by: trade.ofSeller, at: trade.now)
        #expect(
            try await answers(in: id, of: trade.ofSeller) == [
                "언제 만날 수 있을까요?", "어디서 만날까요?",
            ])
    }

    @Test func thanksAreOfferedOnce() async throws {
        let id = try await trade.ask()
        try await trade.storage.take(.reserve, in: id, by: trade.ofSeller, at: trade.now)
        try await trade.storage.take(
            .close(at: nil, pieces: 1), in: id, by: trade.ofSeller, at: trade.now)
        try await trade.write("고맙습니다!", in: id, by: trade.ofAsker)
        #expect(try await answers(in: id, of: trade.ofAsker).isEmpty)
        #expect(try await answers(in: id, of: trade.ofSeller) == ["고맙습니다!"])
    }

    @Test func askersAboutASoldItemAreToldSo() async throws {
        let id = try await trade.ask()
        let told: [(Item.Status, String)] = [
            (.reserved, "다른 분과 예약됐어요."), (.sold, "이미 팔렸어요."),
        ]
        for (status, answer) in told {
            try await trade.storage.setStatus(status, of: trade.item, at: trade.now)
            #expect(try await answers(in: id, of: trade.ofSeller) == [answer])
            // There is nothing to ask for.
            #expect(try await answers(in: id, of: trade.ofAsker).isEmpty)
        }
    }

    @Test(arguments: [Item.Purpose.offer, .request])
    func quickAnswersDoNotCountAsRepeatedTexts(_ purpose: Item.Purpose) async throws {
        for answer in QuickAnswers.toBegin(about: purpose) {
            #expect(SearchText(answer.text).scalars.count < ConversationRates.shortestSameText)
        }
        let id = try await trade.ask()
        for reader in [trade.ofSeller, trade.ofAsker] {
            for answer in try await answers(in: id, of: reader) {
                #expect(SearchText(answer).scalars.count < ConversationRates.shortestSameText)
            }
        }
    }

    @Test(arguments: [("", "네."), (" \n", "네."), ("안녕하세요. ", "안녕하세요. 네.")])
    func aQuickAnswerIsAppendedToTheTypedText(_ typed: String, _ text: String) {
        #expect(QuickAnswers.adding("네.", to: typed) == text)
    }

    @Test func theFirstMessagesFormNamesTheReplyTime() async throws {
        let input = try await trade.asking()
        #expect(try await trade.inquiry().output(for: input, at: trade.now).replyTime == nil)
        for number in 1...PersonFacts.fewestReplies {
            let other = try await trade.accounts.open("이웃 \(number)").account
            let id = try await trade.ask("저요", by: other)
            try await trade.write("네", in: id, by: trade.ofSeller, after: 7_000)
        }
        let known = try await trade.inquiry().output(for: input, at: trade.now + 8_000)
        #expect(known.replyTime?.text == "보통 2시간 안에 답해요")
    }
}
