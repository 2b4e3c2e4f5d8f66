import Market
import Synchronization

/// How much accounts have not seen, of all their searches and of each, as it was counted until
/// something it depends on changed: every page shows it.
///
/// What a reader counts in an older state than the last change is not kept, nor in one that what is in
/// memory has not followed.
final class UnseenCounts: Sendable {
    /// Accounts: some megabytes, if many keep searches.
    private static let most = 10_000

    private struct State {
        var counts: [Account.ID: Int] = [:]
        var ofSearches: [Account.ID: [SavedSearch.ID: UnseenCount]] = [:]
        /// The count of commits from which on all that is in them was right.
        var firstCommit: UInt64 = 0
    }

    private let state = Mutex(State())

    /// Of all searches of an account; nil where that is not known.
    func count(of account: Account.ID) -> Int? {
        state.withLock { $0.counts[account] }
    }

    /// The same of each.
    func counts(of account: Account.ID) -> [SavedSearch.ID: UnseenCount]? {
        state.withLock { $0.ofSearches[account] }
    }

    /// - Parameter connection: over which it was counted, in the snapshot that is open.
    func keep(_ count: Int, of account: Account.ID, readOver connection: Connection) {
        keep(readOver: connection) { state in
            if state.counts.count == Self.most { state.counts = [:] }
            state.counts[account] = count
        }
    }

    /// The same of each.
    func keep(
        _ counts: [SavedSearch.ID: UnseenCount], of account: Account.ID,
        readOver connection: Connection
    ) {
        keep(readOver: connection) { state in
            if state.ofSearches.count == Self.most { state.ofSearches = [:] }
            state.ofSearches[account] = counts
        }
    }

    private func keep(readOver connection: Connection, _ change: (inout State) -> Void) {
        guard !connection.isAheadOfMemory else { return }
        // Nil is the state of the only connection.
        let commit = connection.snapshot ?? .max
        state.withLock { state in
            guard commit >= state.firstCommit else { return }
            change(&state)
        }
    }

    /// From now on what is in memory follows a commit: what is counted in an older state may have a
    /// part of it.
    func keepNothing(before commit: UInt64) {
        state.withLock { $0.firstCommit = commit }
    }

    /// Follows a commit before anybody reads what it has written.
    /// - Parameter commit: the count of commits from which on all read it.
    func follow(_ news: News, from commit: UInt64) {
        guard !news.isEmpty else { return }
        state.withLock { state in
            state.firstCommit = commit
            if news.isOfEverybody { (state.counts, state.ofSearches) = ([:], [:]) }
            for account in news.changed.union(news.told) {
                state.counts[account] = nil
                state.ofSearches[account] = nil
            }
            for (account, items) in news.posted {
                // Which search tells of them is not known.
                state.ofSearches[account] = nil
                guard let count = state.counts[account] else { continue }
                state.counts[account] = min(count + items, Limits.countedMatches)
            }
            // Whose it was is not known.
            if news.hasLosses {
                state.counts = state.counts.filter { $1 == 0 }
                state.ofSearches = state.ofSearches.filter { !$1.values.contains { $0.all > 0 } }
            }
        }
    }

    /// Another process has committed.
    func forget(from commit: UInt64) {
        var news = News()
        news.isOfEverybody = true
        follow(news, from: commit)
    }
}
