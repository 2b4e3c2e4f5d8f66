import Market
import Synchronization

/// Items as lists show them: the newest of all, so that a list made anew after a post reads the new one
/// only, and the newest of sellers, for the pages of what else they sell.
///
/// What a reader has read in an older state than the last change is not kept, and it gets none.
final class KeptSummaries: Sendable {
    /// Of one item each; some 300 bytes. A power of two.
    private static let most = 2_048
    /// Of sellers; some 2 KB each.
    private static let mostSellers = 512

    private struct State {
        /// An item's place is given by the last bits of its position, so that the newest are there.
        var summaries = [ItemSummary?](repeating: nil, count: most)
        /// Where the newest of them stands.
        var newest = Item.Position(rawValue: 0)
        /// What sellers have open to everybody, newest first.
        var openItems: [Account.ID: OpenItems] = [:]
        /// The count of commits from which on they are right.
        var firstCommit: UInt64 = 0
        /// What gave the neighbourhoods their names.
        var directory = PlaceDirectory.empty

        /// Whether there is a place for it: an older one would take that of a newer.
        func isAmongNewest(_ position: Item.Position) -> Bool {
            newest.rawValue - position.rawValue < most
        }

        subscript(position: Item.Position) -> ItemSummary? {
            get {
                let summary = summaries[Int(position.rawValue & Int64(most - 1))]
                return summary?.position == position ? summary : nil
            }
            set { summaries[Int(position.rawValue & Int64(most - 1))] = newValue }
        }
    }

    private struct OpenItems {
        let items: [ItemSummary]
        /// How many were asked for: where there are fewer, there are no others.
        let limit: Int
    }

    private let state = Mutex(State())

    /// The newest that a seller has open to everybody; nil where it is not known.
    func openItems(of seller: Account.ID, limit: Int, at commit: UInt64?) -> [ItemSummary]? {
        state.withLock { state in
            guard commit ?? .max >= state.firstCommit, let known = state.openItems[seller] else {
                return nil
            }
            let isEnough = limit <= known.limit || known.items.count < known.limit
            return isEnough ? Array(known.items.prefix(limit)) : nil
        }
    }

    func keep(
        _ items: [ItemSummary], openOf seller: Account.ID, limit: Int, at commit: UInt64?
    ) {
        state.withLock { state in
            guard commit ?? .max >= state.firstCommit else { return }
            if state.openItems.count >= Self.mostSellers { state.openItems = [:] }
            state.openItems[seller] = OpenItems(items: items, limit: limit)
        }
    }

    /// That of each key; nil where it is not known.
    /// - Parameter commit: of the state that is read; nil for that of the only connection.
    func summaries(of keys: ArraySlice<ItemKey>, at commit: UInt64?) -> [ItemSummary?] {
        state.withLock { state in
            guard commit ?? .max >= state.firstCommit,
                keys.contains(where: { state.isAmongNewest($0.position) })
            else { return [ItemSummary?](repeating: nil, count: keys.count) }
            return keys.map { state[$0.position] }
        }
    }

    /// Those of `places` among the keys, as far as they are there, and among the newest.
    func keep(
        _ summaries: [ItemSummary?], _ places: [Int], of keys: ArraySlice<ItemKey>,
        at commit: UInt64?
    ) {
        state.withLock { state in
            guard commit ?? .max >= state.firstCommit else { return }
            for place in places {
                let position = keys[keys.startIndex + place].position
                guard state.isAmongNewest(position), let summary = summaries[place] else {
                    continue
                }
                state.newest = max(state.newest, position)
                state[position] = summary
            }
        }
    }

    /// Follows a commit before anybody reads what it has written.
    /// - Parameters:
    ///   - positions: where items were changed.
    ///   - commit: the count of commits from which on all read it.
    func follow(
        _ positions: Set<Item.Position>, _ directory: PlaceDirectory, from commit: UInt64
    ) {
        state.withLock { state in
            if directory !== state.directory {
                state = State(firstCommit: commit, directory: directory)
            } else if !positions.isEmpty {
                state.firstCommit = commit
                for position in positions { state[position] = nil }
                // It is not told whose they are, or were.
                state.openItems = [:]
            }
        }
    }

    /// Forgets all, as after another process has committed.
    func forget(from commit: UInt64) {
        state.withLock { $0 = State(firstCommit: commit, directory: $0.directory) }
    }
}
