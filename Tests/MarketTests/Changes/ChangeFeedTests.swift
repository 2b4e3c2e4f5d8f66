import Synchronization
import Testing

@testable import Market

/// A change that is never announced would be waited for without end.
@Suite(.timeLimit(.minutes(1)))
struct ChangeFeedTests {
    private let feed = ChangeFeed(pause: .zero)

    /// The changes up to and including `last`.
    private func heard(_ changes: Changes, until last: Change) async -> [Change] {
        var heard: [Change] = []
        for await change in changes {
            heard.append(change)
            if change == last { break }
        }
        return heard
    }

    @Test func subscribedChangesAreHeard() async {
        let changes = feed.changes([.items])
        feed.post(.organiser(7))
        feed.post(.items)
        #expect(await heard(changes, until: .items) == [.items])
    }

    /// But not of changes by other processes, which are not known one by one.
    @Test func theFollowerHearsEveryNamedChange() {
        let told = Mutex<[[Change]]>([])
        feed.setFollower { changes in told.withLock { $0.append(changes) } }
        let written: [Change] = [.conversation(3), .organiser(7), .organiser(8)]
        feed.post(written)
        feed.post([])
        feed.postEverything()
        feed.post(.items)
        #expect(told.withLock { $0 } == [written, [.items]])
    }

    @Test func aWaitingListenerIsWoken() async {
        let changes = feed.changes([.organiser(7)])
        async let heard = heard(changes, until: .organiser(7))
        await Task.yield()
        feed.post(.organiser(7))
        #expect(await heard == [.organiser(7)])
    }

    @Test func conversationChangesAreNotDelayedByTheMarket() async {
        let feed = ChangeFeed(pause: .seconds(3_600))
        let changes = feed.changes([.items, .conversation(7)])
        feed.post(.items)
        #expect(await heard(changes, until: .items) == [.items])
        // The next round of the whole market is an hour away.
        for _ in 1...2 {
            feed.post([.items, .conversation(8), .conversation(7)])
            #expect(await heard(changes, until: .conversation(7)) == [.conversation(7)])
        }
    }

    @Test func everyListenerHears() async {
        let listeners = (0..<100).map { _ in feed.changes([.items]) }
        feed.post(.items)
        for listener in listeners { #expect(await heard(listener, until: .items) == [.items]) }
    }

    @Test func anotherAccountsChangesAreNotHeard() async {
        let changes = feed.changes([.organiser(7), .items])
        feed.post(.organiser(8))
        feed.post(.items)
        #expect(await heard(changes, until: .items) == [.items])
    }

    @Test func aBusyListenerFindsEachChangeOnce() async {
        let changes = feed.changes([.items, .organiser(7)])
        let witness = feed.changes([.organiser(9)])
        for _ in 0..<1_000 { feed.post(.items) }
        feed.post(.organiser(9))
        // Rounds follow one another, so the thousand changes are told by then.
        _ = await heard(witness, until: .organiser(9))
        feed.post(.organiser(7))
        var heard: [Change] = []
        for await change in changes {
            heard.append(change)
            if heard.count == 2 { break }
        }
        #expect(Set(heard) == [.items, .organiser(7)])
    }

    @Test func aPostBeforeListeningIsNotHeard() async {
        feed.post(.items)
        let changes = feed.changes([.items, .organiser(7)])
        feed.post(.organiser(7))
        #expect(await heard(changes, until: .organiser(7)) == [.organiser(7)])
    }

    @Test func everythingIsHeardByAll() async {
        let (first, second) = (feed.changes([.items]), feed.changes([.organiser(7)]))
        feed.postEverything()
        #expect(await heard(first, until: .items) == [.items])
        #expect(await heard(second, until: .organiser(7)) == [.organiser(7)])
    }

    @Test func aListenerThatGoesAwayIsForgotten() async {
        do {
            let first = feed.changes([.items, .organiser(7)])
            let second = feed.changes([.items])
            #expect(feed.wantedChanges == 2)
            _ = (first, second)
        }
        #expect(feed.wantedChanges == 0)
    }

    @Test func aCancelledListenerEndsAndIsForgotten() async {
        let task = Task { [feed] in
            for await _ in feed.changes([.items]) {}
        }
        while feed.wantedChanges == 0 { await Task.yield() }
        task.cancel()
        await task.value
        #expect(feed.wantedChanges == 0)
    }

    @Test func aSecondTaskSendsTheFirstOneHome() async {
        let changes = feed.changes([.items])
        async let first = heard(changes, until: .items)
        async let second = heard(changes, until: .items)
        var all: [Change] = []
        feed.post(.items)
        let posting = Task { [feed] in
            while !Task.isCancelled {
                feed.post(.items)
                await Task.yield()
            }
        }
        all += await first + second
        posting.cancel()
        #expect(all.allSatisfy { $0 == .items })
    }

    @Test func postsFromEverywhereAreHeard() async {
        let changes = feed.changes([.items])
        await withTaskGroup { group in
            for _ in 0..<50 { group.addTask { [feed] in feed.post(.items) } }
        }
        #expect(await heard(changes, until: .items) == [.items])
    }
}
