import Market
import Synchronization

/// A cache of the number of unseen matches of each account, in total and for each search, valid
/// until something they depend on changes. Every page shows it.
///
/// Not cached: counts from a snapshot older than the last change, or newer than the in-memory data.
final class UnseenCounts: Sendable {
    /// The most accounts in the cache: some megabytes if many have saved searches.
    private static let most = 10_000

    private struct State {
        var counts: [Account.ID: Int] = [:]
        var ofSearches: [Account.ID: [SavedSearch.ID: UnseenCount]] = [:]
        /// The first commit count at which everything in the cache is right.
        var firstCommit: UInt64 = 0
    }

    private let state = Mutex(State())

    /// The number of unseen matches of all searches of an account; nil if it is not cached.
    func count(of account: Account.ID) -> Int? {
        state.withLock { $0.counts[account] }
    }

    /// The numbers of unseen matches of each search of an account; nil if they are not cached.
    func counts(of account: Account.ID) -> [SavedSearch.ID: UnseenCount]? {
        state.withLock { $0.ofSearches[account] }
    }

    /// - Parameter connection: the connection over which it was counted, with its snapshot still
    ///   open.
    func keep(_ count: Int, of account: Account.ID, readOver connection: Connection) {
        keep(readOver: connection) { state in
            if state.counts.count == Self.most { state.counts = [:] }
            state.counts[account] = count
        }
    }

    /// Caches the numbers of unseen matches of each search.
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
        // Nil: the state of the only connection.
        let commit = connection.snapshot ?? .max
        state.withLock { state in
            guard commit >= state.firstCommit else { return }
            change(&state)
        }
    }

    /// The in-memory data is about to follow a commit: a count from an older snapshot could include
    /// a part of it.
    func keepNothing(before commit: UInt64) {
        state.withLock { $0.firstCommit = commit }
    }

    /// Applies a commit before anybody reads what it has written.
    /// - Parameter commit: the commit count from which on everybody reads it.
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
                // It is not known which search announces them.
                state.ofSearches[account] = nil
                guard let count = state.counts[account] else { continue }
                state.counts[account] = min(count + items, Limits.countedMatches)
            }
            // It is not known which accounts lost an item.
            if news.hasLosses {
                state.counts = state.counts.filter { $1 == 0 }
                state.ofSearches = state.ofSearches.filter { !$1.values.contains { $0.all > 0 } }
            }
        }
    }

    /// Discards everything, because another process has committed.
    func forget(from commit: UInt64) {
        var news = News()
        news.isOfEverybody = true
        follow(news, from: commit)
    }
}
