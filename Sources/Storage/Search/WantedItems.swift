import Market
import Synchronization

/// An in-memory index of the open wanted items that finds those an offer answers in one walk
/// through its letters: the page of every offer shows them.
///
/// It is first read while others are already served; until then no page shows any.
final class WantedItems: Sendable {
    fileprivate struct State {
        var index = SavedSearchIndex()
        /// The item at each position: only the position is known of an item that is gone.
        var items: [Item.Position: Item.ID] = [:]
    }

    private let state = Mutex(State())

    var isEmpty: Bool { state.withLock { $0.items.isEmpty } }

    /// See `SavedSearchIndex.needsRebuild`.
    var needsRebuild: Bool { state.withLock { $0.index.needsRebuild } }

    /// The wanted items that an offer answers, newest first, whoever wants them.
    func answered(by content: ItemContent) -> [Item.ID] {
        guard !isEmpty else { return [] }
        // Folded outside the lock.
        let item = SavedSearchIndex.SearchedItem(content)
        return state.withLock { state in
            state.index.searches(answeredBy: item)
                .map { Item.ID(rawValue: $0.id) }.sorted(by: >)
        }
    }

    /// Rereads the items at these positions.
    /// - Parameter columns: the items' columns by now: most items are not wanted ones, and are not
    ///   read.
    func renew(
        _ positions: Set<Item.Position>, _ columns: ItemColumns, from connection: Connection
    ) throws(StorageError) {
        let known = state.withLock { state in positions.filter { state.items[$0] != nil } }
        var rows: [(Item.Position, WantedItem?)] = []
        for position in positions
        where known.contains(position) || columns[position]?.isWanted == true {
            rows.append((position, try connection.first(WantedItem.selectOne, position)))
        }
        guard !rows.isEmpty else { return }
        state.withLock { state in
            // Removed first, since an item that has moved is at two of these positions.
            for (position, _) in rows { state.remove(at: position) }
            for case (_, let item?) in rows { state.insert(item) }
        }
        if needsRebuild { try reload(from: connection) }
    }

    /// Rereads everything, at the start and after another process has committed.
    func reload(from connection: Connection) throws(StorageError) {
        let read = try State(readingFrom: connection)
        state.withLock { $0 = read }
    }
}

extension WantedItems.State {
    fileprivate init(readingFrom connection: Connection) throws(StorageError) {
        for item: WantedItem in try connection.all(WantedItem.selectAll) {
            insert(item)
        }
    }

    fileprivate mutating func insert(_ item: WantedItem) {
        guard let filter = item.content.soughtItems else { return }
        items[item.position] = item.id
        // The words of a title exclude nothing.
        index.insert(item.id.rawValue, filter, ItemColumns.Condition(filter))
    }

    fileprivate mutating func remove(at position: Item.Position) {
        if let former = items.removeValue(forKey: position) { index.remove(former.rawValue) }
    }
}

/// The part of a wanted item that says what is wanted.
private struct WantedItem: Record {
    let position: Item.Position
    let id: Item.ID
    let content: ItemContent

    static let columns: SQL = ItemSummary.columns
    static let selectAll: SQL = """
        SELECT \(columns) FROM item INDEXED BY item_by_request
        WHERE purpose = 1 AND status <> 2 AND position > 0
        """
    static let selectOne: SQL = """
        SELECT \(columns) FROM item WHERE position = ? AND purpose = 1 AND status <> 2 \
        AND position > 0
        """

    init(_ row: inout Statement) throws(StorageError) {
        let summary = try ItemSummary(&row)
        (position, id) = (summary.position, summary.id)
        content = ItemContent(
            purpose: summary.purpose, title: summary.title, category: summary.category,
            price: summary.price, stock: summary.stock, description: "")
    }
}
