import Market
import Synchronization

/// What the last searches have found, until something is committed: a page asks several times, and
/// so do its sortings, filters and next pages.
final class FoundItems: Sendable {
    /// Searches, and filters that were counted: 20,000 places each take 160 KB.
    private static let most = 16

    private struct State {
        var commit: UInt64 = 0
        var positions: [SearchQuery: [Item.Position]] = [:]
        var counts: [ItemFilter: ItemCounts] = [:]
    }

    private let state = Mutex(State())

    /// All that answers a search, newest first; nil where that is not known.
    /// - Parameter commit: of the state that is read; nil for that of the only connection, of which
    ///   nothing is kept.
    func positions(of search: SearchQuery, at commit: UInt64?) -> [Item.Position]? {
        state.withLock { $0.commit == commit ? $0.positions[search] : nil }
    }

    func counts(of filter: ItemFilter, at commit: UInt64?) -> ItemCounts? {
        state.withLock { $0.commit == commit ? $0.counts[filter] : nil }
    }

    func keep(_ positions: [Item.Position], of search: SearchQuery, at commit: UInt64?) {
        keep(at: commit) { state in
            if state.positions.count == Self.most { state.positions = [:] }
            state.positions[search] = positions
        }
    }

    func keep(_ counts: ItemCounts, of filter: ItemFilter, at commit: UInt64?) {
        keep(at: commit) { state in
            if state.counts.count == Self.most { state.counts = [:] }
            state.counts[filter] = counts
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
