import Market
import Testing

@testable import ViewModels

/// Now is 21 November 2026, 20:20.
struct AppointmentTests {
    private let trade: TradeFixture

    init() async throws { trade = try await TradeFixture() }

    private static let typed = AppointmentInput(
        date: "2026-11-23", time: "15:00", spot: "역 3번 출구")

    /// Has the seller reserve the item for the asker.
    private func reserved() async throws -> Conversation.ID {
        let id = try await trade.ask()
        try await trade.submit(.reserve(term: ""), in: id, by: trade.ofSeller)
        return id
    }

    private func proposal(_ id: Conversation.ID) async throws -> ChatMessage.ID {
        try #require(try await trade.storage.conversation(id, of: trade.ofSeller).meeting.proposal)
    }

    @Test(arguments: [
        ("", "", "", ["date", "time", "spot"]),
        ("2026-11-23", "15:00", " \n\u{3164} ", ["spot"]),
        ("2026-11-23", "", "역", ["time"]), (" ", "15:00", "역", ["date"]),
        ("2026-02-30", "15:00", "역", ["date"]), ("2026-13-01", "15:00", "역", ["date"]),
        ("내일", "15:00", "역", ["date"]), ("2026-11-23T15:00", "15:00", "역", ["date"]),
        ("2026-11-23", "25:00", "역", ["time"]), ("2026-11-23", "3시", "역", ["time"]),
        ("2026-11-23", "-1:00", "역", ["time"]), ("2026-11-21", "20:19", "역", ["time"]),
        ("1969-12-31", "15:00", "역", ["date"]), ("2027-11-23", "15:00", "역", ["date"]),
        ("9999-12-31", "23:59", "역", ["date"]),
        ("99999999999999999999-01-01", "15:00", "역", ["date"]),
        ("2026-11-23", "15:00", String(repeating: "역", count: 101), ["spot"]),
        ("2026-11-23", "15:00", String(repeating: "e\u{301}", count: 2_000), ["spot"]),
    ])
    func anInvalidAppointmentComesBackAsTyped(
        date: String, time: String, spot: String, faults: [String]
    ) async throws {
        let id = try await reserved()
        let typed = AppointmentInput(date: date, time: time, spot: spot)
        let result = try await trade.submit(.propose(typed), in: id, by: trade.ofAsker)
        let form = try #require(result.refusedForm)
        #expect(form.refusal?.reason == .invalid)
        #expect(form.refusal?.faults.map(\.field) == faults)
        #expect(form.appointment == typed && form.kept.isEmpty)
        #expect(form.messages.count == 2)
    }

    @Test(arguments: [
        ("2026-11-21", "20:20"), ("2026-11-21", "20:20:59"), ("2027-11-22", "20:20"),
        ("2026-11-23", "00:00"),
    ])
    func anyTimeWithinTheNextYearIsAccepted(date: String, time: String) async throws {
        let id = try await reserved()
        let typed = AppointmentInput(date: date, time: time, spot: " 역\n3번 출구 ")
        #expect(try await trade.submit(.propose(typed), in: id, by: trade.ofSeller).refusal == nil)
        let page = try await trade.page(id, for: trade.ofAsker)
        #expect(page.messages.last?.appointment?.spot == "역 3번 출구")
    }

    @Test func theOtherAnswersAProposalWhereItStands() async throws {
        let id = try await reserved()
        try await trade.submit(.propose(Self.typed), in: id, by: trade.ofAsker)
        func last(_ reader: Conversation.Reader) async throws -> AppointmentEntry {
            let page = try await trade.page(id, for: reader)
            return try #require(page.messages.last { $0.appointment != nil }?.appointment)
        }
        let shown = try await last(trade.ofSeller)
        #expect(shown.time.text == "11월 23일 (월) 오후 3:00" && shown.spot == "역 3번 출구")
        #expect(shown.mayBeAnswered && shown.outcome == nil)
        #expect(try await !last(trade.ofAsker).mayBeAnswered)
        #expect(try await last(trade.ofAsker).outcome?.text == "답을 기다려요")
        let list = try await trade.list.output(for: trade.ofSeller, at: trade.now)
        #expect(list.entries.first?.label?.text == "약속 제안 11월 23일 (월) 오후 3:00 · 역 3번 출구")
        let proposal = try await proposal(id)
        try await trade.submit(.take(.acceptAppointment(proposal)), in: id, by: trade.ofSeller)
        #expect(try await last(trade.ofAsker).outcome?.text == "약속했어요")
        let page = try await trade.page(id, for: trade.ofAsker)
        #expect(page.steps.stage?.text == "약속했어요")
        #expect(page.steps.today.text == "11월 21일 (토)")
        #expect(page.steps.appointment?.time.text == "11월 23일 (월) 오후 3:00")
        #expect(page.messages.last?.note?.text == "민지님이 약속 제안을 수락했어요")
    }

    @Test func whoeverHasProposedSeesItAndMovesIt() async throws {
        let id = try await reserved()
        func steps(
            _ reader: Conversation.Reader, after seconds: Int64 = 0
        ) async throws -> DealingSteps {
            try await trade.page(id, for: reader, after: seconds).steps
        }
        #expect(try await !steps(trade.ofAsker).movesAppointment)
        try await trade.submit(.propose(Self.typed), in: id, by: trade.ofAsker)
        let own = try await steps(trade.ofAsker)
        #expect(own.stage?.text == "예약중" && own.movesAppointment && own.present == Self.typed)
        #expect(own.proposed?.time.text == "11월 23일 (월) 오후 3:00")
        #expect(own.proposed?.outcome?.text == "답을 기다려요")
        let updates = ConversationUpdates(storage: trade.storage, zone: .seoul)
        let update = try await updates.output(
            for: ConversationUpdates.Input(id: id, reader: trade.ofAsker, after: .min),
            at: trade.now)
        #expect(update.steps == own)
        // The other answers it where it stands, and the form proposes another one.
        let others = try await steps(trade.ofSeller)
        #expect(others.proposed == nil && !others.movesAppointment && others.present.time == "")
        // Nobody proposes what has passed.
        let late = try await steps(trade.ofAsker, after: 3 * 86_400)
        #expect(late.proposed == nil && late.present.date == "2026-11-25")
        let proposal = try await proposal(id)
        try await trade.submit(.take(.acceptAppointment(proposal)), in: id, by: trade.ofSeller)
        let agreed = try await steps(trade.ofAsker)
        #expect(agreed.proposed == nil && agreed.appointment != nil && agreed.movesAppointment)
    }

    @Test func aProposalOfThePastIsNotAnswered() async throws {
        let id = try await reserved()
        let soon = AppointmentInput(date: "2026-11-21", time: "21:00", spot: "역")
        try await trade.submit(.propose(soon), in: id, by: trade.ofAsker)
        let page = try await trade.detail.output(
            for: id, of: trade.ofSeller, at: trade.now + 41 * 60)
        let entry = try #require(page.messages.last?.appointment)
        #expect(!entry.mayBeAnswered && entry.outcome?.text == "시간이 지났어요")
        let proposal = try await proposal(id)
        let late = try await trade.submit(
            .take(.acceptAppointment(proposal)), in: id, by: trade.ofSeller, after: 41 * 60)
        #expect(late.refusal?.alert?.texts == ["이미 지난 시각이에요. 앞으로 올 때를 골라주세요."])
    }

    /// Now is Saturday, 20:20.
    @Test(arguments: [
        ("2026-11-20", "23:00", "date", "지난 날짜예요. 오늘이나 그 뒤로 골라주세요."),
        ("2026-11-21", "20:00", "time", "이미 지난 시각이에요. 앞으로 올 때를 골라주세요."),
    ])
    func aPastDayOrTimeIsNamedBesideItsField(
        date: String, time: String, field: String, words: String
    ) async throws {
        let id = try await reserved()
        let typed = AppointmentInput(date: date, time: time, spot: "역")
        let result = try await trade.submit(.propose(typed), in: id, by: trade.ofAsker)
        #expect(result.refusal?.faults.map(\.field) == [field])
        #expect(result.refusal?.faults.map(\.message.text) == [words])
        #expect(result.refusedForm?.appointment == typed)
    }

    @Test func typedValuesAreKeptWhenTheirFormIsGone() async throws {
        let id = try await reserved()
        try await trade.submit(.take(.release), in: id, by: trade.ofSeller)
        let result = try await trade.submit(.propose(Self.typed), in: id, by: trade.ofAsker)
        #expect(result.refusal?.reason == .conflict)
        #expect(result.refusal?.alert?.texts == ["그사이 바뀌었어요"])
        #expect(result.refusedForm?.kept == ["2026-11-23", "15:00", "역 3번 출구"])
        let word = try await trade.submit(.callOff(word: "못 가요"), in: id, by: trade.ofAsker)
        #expect(word.refusedForm?.kept == ["못 가요"])
    }

    @Test func aWordOnCallingOffIsAMessage() async throws {
        let id = try await reserved()
        try await trade.submit(.propose(Self.typed), in: id, by: trade.ofAsker)
        let long = String(repeating: "가", count: 1_001)
        let refused = try await trade.submit(.callOff(word: long), in: id, by: trade.ofAsker)
        #expect(refused.refusedForm?.message("word") != nil)
        #expect(refused.refusedForm?.word == long)
        try await trade.submit(.callOff(word: " 못 가요\n"), in: id, by: trade.ofAsker)
        let page = try await trade.page(id, for: trade.ofSeller)
        #expect(page.messages.suffix(2).map(\.note?.text) == ["지수님이 약속을 취소했어요", nil])
        #expect(page.messages.last?.plainText == "못 가요")
    }

    @Test func proposalsAreCountedLikeMessages() async throws {
        let id = try await reserved()
        let detail = ConversationDetail(
            storage: trade.storage, zone: .seoul, rates: ConversationRates(messages: 1))
        for (number, spot) in ["역", "집 앞"].enumerated() {
            let typed = AppointmentInput(date: "2026-11-23", time: "15:00", spot: spot)
            let result = try await detail.submit(
                .propose(typed), in: id, of: trade.ofAsker, at: trade.now)
            #expect((result.refusal == nil) == (number == 0))
        }
    }

    @Test(arguments: ["0", "2", "-1", "1.5", "한 주", "99999999999999999999"])
    func onlyOfferedTermsAreAccepted(_ typed: String) async throws {
        let id = try await trade.ask()
        let refused = try await trade.submit(.reserve(term: typed), in: id, by: trade.ofSeller)
        #expect(refused.refusedForm?.message("term") != nil)
        try await trade.submit(.reserve(term: "3"), in: id, by: trade.ofSeller)
        let page = try await trade.page(id, for: trade.ofAsker)
        #expect(page.steps.lapse?.text == "11월 24일 (화) 오후 8:20까지")
    }

    @Test func aReportedNoShowIsToldWhatTheyCanDo() async throws {
        let id = try await reserved()
        try await trade.submit(.propose(Self.typed), in: id, by: trade.ofAsker)
        let proposal = try await proposal(id)
        try await trade.submit(.take(.acceptAppointment(proposal)), in: id, by: trade.ofSeller)
        let then: Int64 = 3 * 86_400
        let unknown = try await trade.submit(
            .arrive("maybe"), in: id, by: trade.ofSeller, after: then)
        #expect(unknown.refusedForm?.message("arrival") != nil)
        try await trade.submit(.arrive("not-come"), in: id, by: trade.ofSeller, after: then)
        func hint(_ reader: Conversation.Reader, _ seconds: Int64 = 0) async throws -> String? {
            try await trade.page(id, for: reader, after: then + seconds).steps.hint?.text
        }
        #expect(
            try await hint(trade.ofAsker)
                == "내가 안 나왔다고 상대가 알려왔어요. 11월 26일 (목) 오후 8:20까지 답을 쓰면 안 나온 약속으로 세지 않아요.")
        #expect(
            try await hint(trade.ofSeller)
                == "상대가 11월 26일 (목) 오후 8:20까지 답하지 않으면 안 나온 약속으로 남아요.")
        #expect(try await hint(trade.ofAsker, 2 * 86_400) == nil)
        try await trade.write("차가 막혔어요", in: id, by: trade.ofAsker, after: then + 60)
        #expect(try await hint(trade.ofSeller, 120) == nil)
    }
}
