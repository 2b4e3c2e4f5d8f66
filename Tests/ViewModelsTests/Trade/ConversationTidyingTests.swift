import Market
import Testing

@testable import ViewModels

/// What somebody does with a chat for themselves.
struct ConversationTidyingTests {
    private let trade: TradeFixture

    init() async throws { trade = try await TradeFixture() }

    private func take(
        _ step: ConversationTidying.Step, _ id: Conversation.ID, by account: Account.ID
    ) async throws -> ConversationTidying.Outcome {
        try await ConversationTidying(storage: trade.storage).submit(step, on: id, of: account)
    }

    private func page(
        areArchived: Bool = false, text: String = ""
    ) async throws -> ConversationSearch.Output {
        try await ConversationSearch(storage: trade.storage, zone: .seoul).output(
            for: trade.asker, text: text, areArchived: areArchived, at: trade.now)
    }

    @Test func whatIsMutedIsMarkedAndStillUnread() async throws {
        let id = try await trade.ask()
        try await trade.write("네", in: id, by: trade.ofSeller)
        #expect(try await take(.mute, id, by: trade.asker) == .done)
        let entry = try await page().list.entries.first
        #expect(entry?.isMuted == true && entry?.unread == 1 && entry?.isArchived == false)
        let received = try await trade.list.output(for: trade.ofSeller, at: trade.now)
        #expect(received.entries.map(\.isMuted) == [false])
        #expect(try await take(.unmute, id, by: trade.asker) == .done)
        #expect(try await page().list.entries.map(\.isMuted) == [false])
    }

    @Test func whatIsArchivedHasAListOfItsOwnThatTheOtherLeadsTo() async throws {
        let id = try await trade.ask()
        let before = try await page()
        #expect(!before.hasArchived && !before.areArchived && !before.isSearchable)
        let none = try await page(areArchived: true)
        #expect(none.list.emptyText?.text == "치워 둔 채팅이 없어요.")
        #expect(try await take(.archive, id, by: trade.asker) == .done)
        let listed = try await page()
        #expect(listed.list.entries.isEmpty && listed.hasArchived && listed.isSearchable)
        #expect(
            listed.list.emptyText?.text
                == "채팅을 모두 치워 두었어요. 새 메시지가 오면 여기에 다시 나와요.")
        let archived = try await page(areArchived: true)
        #expect(archived.list.entries.map(\.id) == [id] && archived.areArchived)
        #expect(!archived.hasArchived && archived.list.entries.map(\.isArchived) == [true])
        #expect(try await take(.list, id, by: trade.asker) == .done)
        #expect(try await page().list.entries.map(\.id) == [id])
    }

    @Test func aSearchFindsItWhereverItIs() async throws {
        let id = try await trade.ask("문고리가 있나요?")
        _ = try await take(.archive, id, by: trade.asker)
        for areArchived in [true, false] {
            let found = try await page(areArchived: areArchived, text: "문고리")
            #expect(found.list.entries.map(\.id) == [id])
            #expect(found.list.entries.map(\.isArchived) == [true])
            #expect(!found.areArchived && !found.hasArchived)
        }
    }

    @Test func whatHasSomethingNewStaysListed() async throws {
        let id = try await trade.ask()
        #expect(try await take(.archive, id, by: trade.seller) == .hasNews)
        // Its page has shown what is new.
        _ = try await trade.page(id, for: trade.ofSeller)
        #expect(try await take(.archive, id, by: trade.seller) == .done)
    }

    @Test func itsPageOffersTheReverseAndAGuestNeither() async throws {
        let id = try await trade.ask()
        func state(_ reader: Conversation.Reader) async throws -> ConversationTidying.Output? {
            try await trade.page(id, for: reader).tidying
        }
        #expect(try await state(trade.ofAsker)?.isMuted == false)
        #expect(try await state(trade.ofAsker)?.isArchived == false)
        for step in [ConversationTidying.Step.mute, .archive] {
            _ = try await take(step, id, by: trade.asker)
        }
        #expect(try await state(trade.ofAsker)?.isMuted == true)
        #expect(try await state(trade.ofAsker)?.isArchived == true)
        #expect(try await state(trade.ofSeller)?.isMuted == false)
        let item = try await trade.storage.insert(.sample())
        let guests = try await trade.ask("저요", about: item, by: trade.asker)
        #expect(try await trade.page(guests, for: .guest(item)).tidying == nil)
    }

    @Test func somebodyElsesIsNotThere() async throws {
        let id = try await trade.ask()
        let stranger = try await trade.accounts.open("하늘").account
        for step in [ConversationTidying.Step.mute, .unmute, .archive, .list] {
            await #expect(throws: StorageError.notFound) {
                try await take(step, id, by: stranger)
            }
        }
    }
}
