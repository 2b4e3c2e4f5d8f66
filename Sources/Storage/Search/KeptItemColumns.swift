import Market
import Synchronization

/// The columns as they are after the last commit.
final class KeptItemColumns: Sendable {
    private let columns: Mutex<ItemColumns>

    /// Reads them, and puts them in order by price a second later, when the market serves: the first
    /// who asks for that would wait for it.
    init(of connection: Connection) throws(StorageError) {
        columns = Mutex(try ItemColumns(readingFrom: connection))
        Task.detached(priority: .background) { [weak self] in
            try? await Task.sleep(for: .seconds(1))
            await self?.current.putInOrderByPrice()
        }
    }

    /// A copy, of which nothing is copied but what is changed while somebody holds it.
    var current: ItemColumns { columns.withLock { $0 } }

    /// Reads anew what was changed in these places.
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

    /// Reads all of it anew, after another process has committed.
    func reload(from connection: Connection) throws(StorageError) {
        let read = try ItemColumns(readingFrom: connection)
        columns.withLock { $0 = read }
    }

    private static let selectRow: SQL =
        "SELECT \(ItemColumns.Row.columns) FROM item WHERE position = ?"
}
