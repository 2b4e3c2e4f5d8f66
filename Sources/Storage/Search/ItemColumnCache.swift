import Market
import Synchronization

/// The columns of all items as of the last commit.
final class ItemColumnCache: Sendable {
    private let columns: Mutex<ItemColumns>

    /// Reads the columns, and sorts them by price a second later, when the market is serving:
    /// otherwise the first list by price would have to wait for that.
    init(of connection: Connection) throws(StorageError) {
        columns = Mutex(try ItemColumns(readingFrom: connection))
        Task.detached(priority: .background) { [weak self] in
            try? await Task.sleep(for: .seconds(1))
            await self?.current.putInOrderByPrice()
        }
    }

    /// A copy; only what changes while somebody holds it is really copied.
    var current: ItemColumns { columns.withLock { $0 } }

    /// Rereads the items at these positions.
    func renew(
        _ positions: Set<Item.Position>, from connection: Connection
    ) throws(StorageError) {
        var rows: [(Item.Position, ItemColumns.Row?)] = []
        for position in positions {
            rows.append((position, try connection.first(Self.selectRow, position)))
        }
        columns.withLock { columns in
            for (position, row) in rows { columns[position] = row }
        }
    }

    /// Rereads everything, after another process has committed.
    func reload(from connection: Connection) throws(StorageError) {
        let read = try ItemColumns(readingFrom: connection)
        columns.withLock { $0 = read }
    }

    private static let selectRow: SQL =
        "SELECT \(ItemColumns.Row.columns) FROM item WHERE position = ?"
}
