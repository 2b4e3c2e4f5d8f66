import Market
import Synchronization

/// The hits of a search as far as they are known, newest first, and whether these are all.
struct KnownHits: Sendable {
    var hits: [SearchHit] = []
    var isComplete = false
    /// Whether the index was asked for all hits and has more than are read at once.
    var exceedLimit = false
}

/// A cache of what the last searches found, valid until the next commit: a page asks several times,
/// and so do its sort orders, its filters and the next pages.
final class SearchResultCache: Sendable {
    /// The most searches, and the most counted filters, in the cache: 20,000 hits take 320 KB.
    private static let most = 16
    /// The most accounts whose number of followed matches is in the cache.
    private static let mostAccounts = 10_000

    private struct State {
        var commit: UInt64 = 0
        var hits: [SearchQuery: KnownHits] = [:]
        var counts: [ItemFilter: ItemCounts] = [:]
        var followedMatches: [Account.ID: Int] = [:]
    }

    private let state = Mutex(State())

    /// Returns nil if nothing is known.
    /// - Parameter commit: the commit count of the snapshot being read; nil if there is none, and
    ///   then nothing is cached.
    func hits(of search: SearchQuery, at commit: UInt64?) -> KnownHits? {
        state.withLock { $0.commit == commit ? $0.hits[search] : nil }
    }

    func counts(of filter: ItemFilter, at commit: UInt64?) -> ItemCounts? {
        state.withLock { $0.commit == commit ? $0.counts[filter] : nil }
    }

    func keep(_ found: KnownHits, of search: SearchQuery, at commit: UInt64?) {
        keep(at: commit) { state in
            if state.hits[search] == nil, state.hits.count == Self.most { state.hits = [:] }
            state.hits[search] = found
        }
    }

    func keep(_ counts: ItemCounts, of filter: ItemFilter, at commit: UInt64?) {
        keep(at: commit) { state in
            if state.counts.count == Self.most { state.counts = [:] }
            state.counts[filter] = counts
        }
    }

    /// How many unseen listings of followed sellers an account's searches have found, too, which every page of
    /// theirs asks for; nil if it is not known.
    func followedMatches(of account: Account.ID, at commit: UInt64?) -> Int? {
        state.withLock { $0.commit == commit ? $0.followedMatches[account] : nil }
    }

    func keep(followedMatches count: Int, of account: Account.ID, at commit: UInt64?) {
        keep(at: commit) { state in
            if state.followedMatches.count == Self.mostAccounts { state.followedMatches = [:] }
            state.followedMatches[account] = count
        }
    }

    private func keep(at commit: UInt64?, _ change: (inout State) -> Void) {
        guard let commit else { return }
        state.withLock { state in
            guard commit >= state.commit else { return }
            if commit > state.commit { state = State(commit: commit) }
            change(&state)
        }
    }
}
