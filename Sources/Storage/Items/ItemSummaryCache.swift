import Market
import Synchronization

/// A cache of items as lists show them: the newest of all, so that a list rendered after a post
/// only reads the new one, and the newest of each seller, shown on the pages of their other items.
///
/// A reader with a snapshot older than the last change neither adds to the cache nor reads from it.
final class ItemSummaryCache: Sendable {
    /// The number of items in the cache, about 300 bytes each. A power of two.
    private static let most = 2_048
    /// The most sellers in the cache, about 2 KB each.
    private static let mostSellers = 512

    private struct State {
        /// An item is stored at the last bits of its position, so that the newest are kept.
        var summaries = [ItemSummary?](repeating: nil, count: most)
        /// The newest position in the cache.
        var newest = Item.Position(rawValue: 0)
        /// The open items of sellers, newest first.
        var openItems: [Account.ID: OpenItems] = [:]
        /// The first commit count at which everything in the cache is right.
        var firstCommit: UInt64 = 0
        /// The directory that the neighbourhoods' names are from.
        var directory = PlaceDirectory.empty

        /// Whether the cache has room for the item: an older one would replace a newer one.
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
        /// How many were asked for; if there are fewer, the seller has no others.
        let limit: Int
    }

    private let state = Mutex(State())

    /// The newest open items of a seller; nil if they are not cached.
    func openItems(of seller: Account.ID, limit: Int, at commit: UInt64?) -> [ItemSummary]? {
        state.withLock { state in
            guard commit ?? .max >= state.firstCommit, let known = state.openItems[seller] else {
                return nil
            }
            let isEnough = limit <= known.limit || known.items.count < known.limit
            return isEnough ? Array(known.items.prefix(limit)) : nil
        }
    }

    func keep(_ items: [ItemSummary], openOf seller: Account.ID, limit: Int, at commit: UInt64?) {
        state.withLock { state in
            guard commit ?? .max >= state.firstCommit else { return }
            if state.openItems.count >= Self.mostSellers { state.openItems = [:] }
            state.openItems[seller] = OpenItems(items: items, limit: limit)
        }
    }

    /// The item of each key; nil if it is not cached.
    /// - Parameter commit: the commit count of the snapshot being read; nil if there is only one
    ///   connection.
    func summaries(of keys: ArraySlice<ItemKey>, at commit: UInt64?) -> [ItemSummary?] {
        state.withLock { state in
            guard commit ?? .max >= state.firstCommit,
                keys.contains(where: { state.isAmongNewest($0.position) })
            else { return [ItemSummary?](repeating: nil, count: keys.count) }
            return keys.map { state[$0.position] }
        }
    }

    /// Caches the items at these indices of `keys`, if they exist and are among the newest.
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

    /// Applies a commit before anybody reads what it has written.
    /// - Parameters:
    ///   - positions: the positions at which items were changed.
    ///   - commit: the commit count from which on everybody reads it.
    func follow(_ positions: Set<Item.Position>, _ directory: PlaceDirectory, from commit: UInt64) {
        state.withLock { state in
            if directory !== state.directory {
                state = State(firstCommit: commit, directory: directory)
            } else if !positions.isEmpty {
                state.firstCommit = commit
                for position in positions { state[position] = nil }
                // It is not known which sellers the changed items belong, or belonged, to.
                state.openItems = [:]
            }
        }
    }

    /// Discards everything, as after another process has committed.
    func forget(from commit: UInt64) {
        state.withLock { $0 = State(firstCommit: commit, directory: $0.directory) }
    }
}
