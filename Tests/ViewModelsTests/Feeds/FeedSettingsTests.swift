import Market
import Synchronization
import Testing

@testable import ViewModels

struct FeedSettingsTests {
    private let fixture: OrganiserFixture

    init() async throws { fixture = try await OrganiserFixture() }

    /// Feed settings whose keys are counted numbers.
    private func settings(_ storage: any MarketStorage) -> FeedSettings {
        let count = Counter()
        return FeedSettings(storage: storage) { "key-\(count.next())" }
    }

    private final class Counter: Sendable {
        private let count = Mutex(0)

        func next() -> Int {
            count.withLock { count in
                count += 1
                return count
            }
        }
    }

    @Test func aKeyIsMadeOnceAndKept() async throws {
        let settings = settings(fixture.storage)
        var keys: [String] = []
        for account in [fixture.account, fixture.account, fixture.stranger] {
            keys.append(try await settings.output(for: account))
        }
        #expect(keys == ["key-1", "key-1", "key-2"])
    }

    @Test func aNewKeyReplacesTheOneBefore() async throws {
        let settings = settings(fixture.storage)
        _ = try await settings.output(for: fixture.account)
        try await settings.submit(fixture.account)
        #expect(try await settings.output(for: fixture.account) == "key-2")
        #expect(try await fixture.storage.account(feedKey: "key-1") == nil)
    }

    @Test func anAccountThatIsGoneHasNone() async throws {
        let settings = settings(fixture.storage)
        try await fixture.storage.deleteAccount(fixture.account, at: fixture.now)
        await #expect(throws: StorageError.notFound) {
            try await settings.output(for: fixture.account)
        }
    }
}
