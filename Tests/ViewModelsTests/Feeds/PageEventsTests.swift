import Market
import Storage
import Testing
import ViewModels

/// A change that is never announced would be waited for without end.
@Suite(.timeLimit(.minutes(1)))
struct PageEventsTests {
    private let storage = SQLiteStorage.inMemory(feed: ChangeFeed(pause: .zero))

    private func first(of changes: Changes) async -> Change? { await changes.first { _ in true } }

    @Test func aPageOfItemsHearsOnlyOfItems() async {
        let changes = PageEvents(storage: storage).output(for: .items(of: nil))
        storage.feed.post(.organiser(7))
        storage.feed.post(.items)
        #expect(await first(of: changes) == .items)
    }

    @Test func aConversationHearsOnlyOfItsOwnItem() async {
        for reader in [Conversation.Reader.account(7), .guest(3)] {
            let changes = PageEvents(storage: storage)
                .output(for: .conversation(1, of: reader, about: 3))
            storage.feed.post([.item(4), .items, .conversation(2), .organiser(8)])
            storage.feed.post(.item(3))
            #expect(await first(of: changes) == .item(3))
        }
    }

    @Test func anAccountHearsOfNoOtherAccount() async {
        let changes = PageEvents(storage: storage).output(for: .organiser(7))
        storage.feed.post(.organiser(8))
        storage.feed.post(.items)
        storage.feed.post(.organiser(7))
        #expect(await first(of: changes) == .organiser(7))
    }

    @Test func anOperatorHearsOfOpenReports() async {
        let events = PageEvents(storage: storage)
        let others = events.output(for: .organiser(8))
        for input in [.organiser(7), .items(of: 7)] as [PageEvents.Input] {
            let changes = events.output(for: input, isOperator: true)
            storage.feed.post(.reports)
            #expect(await first(of: changes) == .reports)
        }
        storage.feed.post(.organiser(8))
        #expect(await first(of: others) == .organiser(8))
    }
}
