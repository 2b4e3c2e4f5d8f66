import Fixtures
import Market
import Testing

@testable import ViewModels

struct ConversationUpdatesTests {
    private let trade: TradeFixture

    init() async throws { trade = try await TradeFixture() }

    @Test func changesAreShownOnce() async throws {
        let updates = ConversationUpdates(storage: trade.storage, zone: .seoul)
        let id = try await trade.ask("하나")
        let page = try await trade.page(id, for: trade.ofSeller)
        var input = ConversationUpdates.Input(id: id, reader: trade.ofSeller, after: page.revision)
        // The page has marked what it shows as read.
        var output = try await updates.output(for: input, at: trade.now)
        #expect(output.messages.isEmpty && output.unread == 0)
        input.revision = output.revision
        try await trade.write("둘", in: id, by: trade.ofAsker)
        output = try await updates.output(for: input, at: trade.now)
        #expect(output.messages.map(\.plainText) == ["둘"])
        #expect(output.messages.map(\.isOwn) == [false])
        #expect(output.unread == 1 && !output.isIncomplete)
        input.revision = output.revision
        #expect(try await updates.output(for: input, at: trade.now).messages.isEmpty)
    }

    @Test func readMarksOfTheOtherAreTold() async throws {
        let updates = ConversationUpdates(storage: trade.storage, zone: .seoul)
        let id = try await trade.ask("하나")
        let input = ConversationUpdates.Input(id: id, reader: trade.ofAsker, after: .min)
        let before = try await updates.output(for: input, at: trade.now)
        #expect(before.readByOther == nil)
        _ = try await trade.page(id, for: trade.ofSeller)
        let after = try await updates.output(for: input, at: trade.now)
        #expect(after.readByOther == after.messages.last?.id)
        #expect(after.revision > before.revision)
    }

    @Test func quickAnswersFollowTheTalk() async throws {
        let updates = ConversationUpdates(storage: trade.storage, zone: .seoul)
        let id = try await trade.ask("하나")
        let input = ConversationUpdates.Input(id: id, reader: trade.ofAsker, after: .max)
        let before = try await updates.output(for: input, at: trade.now)
        #expect(before.tidying?.isMuted == false)
        try await trade.take(.reserve, in: id, by: trade.ofSeller)
        try await trade.storage.setMuted(true, id, by: trade.asker)
        let after = try await updates.output(for: input, at: trade.now)
        let page = try await trade.page(id, for: trade.ofAsker)
        #expect(after.quickAnswers == page.quickAnswers)
        #expect(after.quickAnswers != before.quickAnswers && !after.quickAnswers.isEmpty)
        #expect(after.tidying?.isMuted == true && after.unread == 0)
    }

    @Test func changesOfTheItemByOthersAreShown() async throws {
        let updates = ConversationUpdates(storage: trade.storage, zone: .seoul)
        let id = try await trade.ask("하나")
        let other = try await trade.accounts.open("하늘").account
        let second = try await trade.ask(by: other)
        let input = ConversationUpdates.Input(id: id, reader: trade.ofAsker, after: .max)
        let before = try await updates.output(for: input, at: trade.now)
        #expect(before.subject.mark == nil && !before.steps.mayJoinLine)
        try await trade.take(.reserve, in: second, by: trade.ofSeller)
        let after = try await updates.output(for: input, at: trade.now)
        #expect(after.subject.mark?.text == "다른 분과 예약중" && after.steps.mayJoinLine)
        #expect(after.revision == before.revision && after.messages.isEmpty)
    }

    @Test func tooManyChangesAreMarkedAsIncomplete() async throws {
        let updates = ConversationUpdates(storage: trade.storage, zone: .seoul)
        let id = try await trade.ask("0")
        for number in 1...50 { try await trade.write("\(number)", in: id, by: trade.ofAsker) }
        var input = ConversationUpdates.Input(id: id, reader: trade.ofSeller, after: .min)
        #expect(try await updates.output(for: input, at: trade.now).isIncomplete)
        input.revision = 1
        #expect(try await !updates.output(for: input, at: trade.now).isIncomplete)
    }

    @Test func ownSuspensionIsToldEvenIfTheOtherCannotBeReached() async throws {
        let updates = ConversationUpdates(storage: trade.storage, zone: .seoul)
        let id = try await trade.ask()
        let input = ConversationUpdates.Input(id: id, reader: trade.ofAsker, after: .max)
        func told() async throws -> String? {
            let output = try await updates.output(for: input, at: trade.now)
            return output.isSilenceTold ? output.silence?.text ?? "" : nil
        }
        #expect(try await told() == "")
        try await trade.storage.setBlocked(true, trade.asker, by: trade.seller, at: trade.now)
        #expect(try await told() == nil)
        try await trade.storage.setBlocked(true, trade.seller, by: trade.asker, at: trade.now)
        #expect(try await told() == "내가 차단한 사람이에요. 차단을 풀면 쓸 수 있어요.")
        try await trade.storage.setSuspended(true, trade.asker, at: trade.now)
        #expect(try await told()?.hasPrefix("운영자가 이 계정의 글쓰기를 막아 두었어요.") == true)
    }
}
