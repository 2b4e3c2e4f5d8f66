import Market
import Testing

@testable import ViewModels

struct NotePhraseTests {
    private let trade: TradeFixture

    init() async throws { trade = try await TradeFixture() }

    /// What the two read of a step taken by the seller, the seller first.
    private func told(
        _ note: ChatMessage.Note, of pieces: Int64 = 1, in id: Conversation.ID
    ) async throws -> [String?] {
        let message = ChatMessage(
            id: 1, author: .seller, text: "", date: trade.now, kind: .note(note), pieces: pieces)
        var told: [String?] = []
        for reader in [trade.ofSeller, trade.ofAsker] {
            let conversation = try await trade.storage.conversation(id, of: reader)
            told.append(message.note(in: conversation)?.text)
        }
        return told
    }

    @Test func aStepIsToldToEachOfTheTwo() async throws {
        let id = try await trade.ask()
        #expect(
            try await told(.reserved, in: id) == [
                "지수님 앞으로 예약했어요", "민지님이 예약해줬어요",
            ])
        let one = try await told(.closed, in: id)
        let several = try await told(.closed, of: 3, in: id)
        #expect(Set(one + several).count == 4)
        #expect(several.allSatisfy { $0?.contains("3") == true })
        let taken = try await told(.closingTakenBack, in: id)
        #expect(taken[0] == taken[1])
    }

    @Test func everyNoteSaysSomethingToBoth() async throws {
        let id = try await trade.ask()
        for note in ChatMessage.Note.allCases {
            #expect(try await told(note, in: id).allSatisfy { $0?.isEmpty == false }, "\(note)")
        }
    }
}
