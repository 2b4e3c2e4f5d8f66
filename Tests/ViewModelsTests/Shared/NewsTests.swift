import Market
import Storage
import Testing
import ViewModels

/// What is never told would be waited for without end.
@Suite(.timeLimit(.minutes(1)))
struct NewsTests {
    private let storage = SQLiteStorage.inMemory(feed: ChangeFeed(pause: .zero))

    private func first(of changes: Changes) async -> Change? {
        await changes.first { _ in true }
    }

    @Test func aPageOfListingsHearsOfListingsOnly() async {
        let changes = News(storage: storage).ofListings()
        storage.feed.post(.organiser(7))
        storage.feed.post(.items)
        #expect(await first(of: changes) == .items)
    }

    @Test func anAccountHearsOfNoOther() async {
        let changes = News(storage: storage).ofOrganiser(of: 7)
        storage.feed.post(.organiser(8))
        storage.feed.post(.items)
        storage.feed.post(.organiser(7))
        #expect(await first(of: changes) == .organiser(7))
    }
}
