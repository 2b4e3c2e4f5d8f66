import Market
import Synchronization

/// The list that people read.
extension SQLStorage {
    /// Pages by key, so that a page costs the same wherever it lies.
    public func items(_ query: ItemQuery) async throws(StorageError) -> ItemPage {
        try await read { [self] connection throws(StorageError) in
            let hits = try ItemHits(
                query.filter, query.order, columns.current, connection, keptIn: found)
            let limit = min(max(query.limit, 1), Int(Int32.max) - 1)
            let (side, key): (Side, ItemKey?) =
                switch query.position {
                case .start: (.behind, nil)
                case .following(let key): (.behind, key)
                case .preceding(let key): (.inFront, key)
                }
            var page = try connection.page(
                hits, limit, side, key, to: query.blocker, keptIn: summaries)
            page.hasOtherCurrencies = try hits.hasOtherCurrencies()
            return page
        }
    }

    public func itemCounts(_ filter: ItemFilter) async throws(StorageError) -> ItemCounts {
        try await read { [self] connection throws(StorageError) in
            if let known = found.counts(of: filter, at: connection.keptSnapshot) { return known }
            let counts = try ItemHits(
                filter, .newest, columns.current, connection, keptIn: found
            ).counts()
            found.keep(counts, of: filter, at: connection.keptSnapshot)
            return counts
        }
    }
}

extension Connection {
    /// At most `limit` items on one side of a key, the nearest to it.
    /// - Parameters:
    ///   - key: nil is in front of all.
    ///   - blocker: who has blocked people, whose items are left out; nil leaves out none.
    fileprivate func page(
        _ hits: ItemHits, _ limit: Int, _ side: Side, _ key: ItemKey?, to blocker: Account.ID?,
        keptIn kept: KeptSummaries
    ) throws(StorageError) -> ItemPage {
        var items: [ItemSummary] = []
        items.reserveCapacity(min(limit, 64))
        var first: ItemKey?
        var (end, hasMore) = (key, true)
        // What was deleted since the columns were read has no row any more.
        while hasMore, items.count < limit {
            let wanted = limit - items.count
            let found = try shownKeys(of: hits, side, of: end, limit: wanted, to: blocker)
            let summaries = try summaries(of: found.keys, hits.isByPosition, kept)
            for (key, summary) in zip(found.keys, summaries) {
                guard let summary else { continue }
                items.append(summary)
                if first == nil { first = key }
            }
            (end, hasMore) = (found.end, found.hasMore)
            // So many were left out that the next page looks on.
            if found.keys.count < wanted { break }
        }
        guard let nearest = first ?? (hasMore ? end : nil) else { return ItemPage(items: []) }
        let hasOthers =
            key == nil ? false : try hasShown(hits, side.opposite, of: nearest, to: blocker)
        let (here, there): (ItemKey?, ItemKey?) = (hasOthers ? nearest : nil, hasMore ? end : nil)
        guard side == .inFront else { return ItemPage(items: items, previous: here, next: there) }
        items.reverse()
        return ItemPage(items: items, previous: there, next: here)
    }

    /// The item of each key; nil where there is none any more.
    /// - Parameter isByPosition: whether the positions only fall, or only rise.
    private func summaries(
        of keys: ArraySlice<ItemKey>, _ isByPosition: Bool, _ kept: KeptSummaries
    ) throws(StorageError) -> [ItemSummary?] {
        var summaries = kept.summaries(of: keys, at: snapshot)
        let missing = summaries.indices.filter { summaries[$0] == nil }
        guard let first = missing.first, let last = missing.last else { return summaries }
        let (start, end) = (keys[keys.startIndex + first], keys[keys.startIndex + last])
        // Rows that lie together are read in one go, with a few that nobody asked for.
        let span = abs(start.position.rawValue - end.position.rawValue)
        if isByPosition, span < 4 * missing.count {
            var rows = try statement(
                start.position > end.position ? Self.selectFalling : Self.selectRising,
                start.position, end.position)
            var next = missing.startIndex
            while try rows.step() {
                let item = try ItemSummary(&rows)
                // Those passed over have no row; a row that is none of them is passed over too.
                let place = missing[next...].firstIndex { index in
                    keys[keys.startIndex + index].position == item.position
                }
                guard let place else { continue }
                summaries[missing[place]] = item
                next = place + 1
            }
        } else {
            for index in missing {
                summaries[index] = try self.first(
                    Self.selectOne, keys[keys.startIndex + index].position)
            }
        }
        kept.keep(summaries, missing, of: keys, at: snapshot)
        return summaries
    }

    private static let selectFalling: SQL = """
        SELECT \(ItemSummary.columns) FROM item
        WHERE position <= ? AND position >= ? ORDER BY position DESC
        """
    private static let selectRising: SQL = """
        SELECT \(ItemSummary.columns) FROM item
        WHERE position >= ? AND position <= ? ORDER BY position
        """
    private static let selectOne: SQL =
        "SELECT \(ItemSummary.columns) FROM item WHERE position = ?"
}

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
