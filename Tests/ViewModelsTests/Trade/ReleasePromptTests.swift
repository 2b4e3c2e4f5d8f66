import Fixtures
import Market
import Testing

@testable import ViewModels

struct ReleasePromptTests {
    private let trade: TradeFixture

    init() async throws { trade = try await TradeFixture() }

    /// The consequences that somebody is asked to accept, a sentence each.
    private func consequences(
        _ id: Conversation.ID, of reader: Conversation.Reader
    ) async throws -> [String] {
        let question = try await ReleasePrompt(storage: trade.storage, zone: .seoul)
            .output(for: id, of: reader, at: trade.now)
        return question?.consequences.map(\.text) ?? []
    }

    @Test func aReleaseWithoutConsequencesAsksNothing() async throws {
        let id = try await trade.ask()
        #expect(try await consequences(id, of: trade.ofSeller).isEmpty)
        try await trade.take(.reserve, in: id, by: trade.ofSeller)
        #expect(try await consequences(id, of: trade.ofSeller).isEmpty)
        #expect(
            try await consequences(id, of: trade.ofAsker) == [
                "다시 예약하는 것은 글쓴이만 할 수 있어요."
            ])
    }

    @Test func theConsequencesAreNamed() async throws {
        let id = try await trade.ask()
        try await trade.take(.reserve, in: id, by: trade.ofSeller)
        let meeting = Appointment(date: trade.now + 86_400, spot: "역 3번 출구")
        try await trade.take(.proposeAppointment(meeting), in: id, by: trade.ofAsker)
        #expect(
            try await consequences(id, of: trade.ofSeller) == [
                "아직 답하지 않은 약속 제안도 함께 취소돼요."
            ])
        let proposal = try #require(
            try await trade.storage.conversation(id, of: trade.ofSeller).meeting.proposal)
        try await trade.take(.acceptAppointment(proposal), in: id, by: trade.ofSeller)
        let other = try await trade.accounts.open("늦은 이웃").account
        let second = try await trade.ask(by: other)
        try await trade.take(.joinLine, in: second, by: .account(other))
        let asked = try await consequences(id, of: trade.ofSeller)
        #expect(asked.count == 2)
        #expect(asked.first?.hasSuffix("에 만나기로 한 약속도 함께 취소돼요.") == true)
        #expect(asked.last == "다음으로 대기하는 분에게 차례가 왔다고 바로 알려요.")
        // An asker in line has nothing to give back.
        #expect(try await consequences(second, of: .account(other)).isEmpty)
    }

    /// Nobody is told while the item is hidden, or if the next in line may not write.
    @Test func theNextInLineIsMentionedOnlyIfTheyAreTold() async throws {
        let (storage, now, id) = (trade.storage, trade.now, try await trade.ask())
        try await storage.take(.reserve, in: id, by: trade.ofSeller, at: now)
        let other = try await trade.accounts.open("늦은 이웃").account
        let second = try await trade.ask(by: other)
        try await storage.take(.joinLine, in: second, by: .account(other), at: now)
        let isTold = ["다음으로 대기하는 분에게 차례가 왔다고 바로 알려요."]
        #expect(try await consequences(id, of: trade.ofSeller) == isTold)
        try await storage.setSuspended(true, other, at: now)
        #expect(try await consequences(id, of: trade.ofSeller).isEmpty)
        try await storage.setSuspended(false, other, at: now)
        #expect(try await consequences(id, of: trade.ofSeller) == isTold)
        try await storage.setHidden(true, trade.item, at: now)
        #expect(try await consequences(id, of: trade.ofSeller).isEmpty)
    }

    @Test func nobodyElseIsAsked() async throws {
        let id = try await trade.ask()
        let stranger = try await trade.accounts.open("낯선 이웃").account
        await #expect(throws: StorageError.notFound) {
            try await ReleasePrompt(storage: trade.storage, zone: .seoul)
                .output(for: id, of: .account(stranger), at: trade.now)
        }
    }
}
