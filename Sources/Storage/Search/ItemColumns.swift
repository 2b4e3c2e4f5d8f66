import Market
import Synchronization

/// What lists filter and sort by, of every item, in memory by position: 16 bytes each, so that a
/// walk through a million takes a few milliseconds.
///
/// A value: who walks through it holds a copy, of which nothing is copied but what is changed
/// meanwhile.
struct ItemColumns: Sendable {
    /// What is kept of an item.
    struct Row {
        /// To be paid, in minor units; 0 of an open price.
        let amount: Int64
        let category: UInt8
        /// The status, and above it a bit for the purpose.
        let status: UInt8
        /// Its place among all currencies; 0 of the won, and of others any but that in what is not
        /// read from the table.
        let currency: UInt8
        fileprivate let state: State
        /// 0 for none.
        let neighbourhood: UInt16

        fileprivate enum State: UInt8 {
            case isGone, isPriced, isFree, isOpen
        }

        fileprivate static let gone = Row(
            amount: 0, category: 0, status: 0, currency: 0, state: .isGone, neighbourhood: 0)
    }

    private static let shift = 12
    private static let chunkSize = 1 << shift

    /// Each of 2^12 positions; empty ones have no rows.
    private var chunks: [[Row]] = []

    subscript(position: Item.Position) -> Row? {
        get {
            let (chunk, place) = Self.place(of: position)
            guard chunks.indices.contains(chunk), !chunks[chunk].isEmpty else { return nil }
            let row = chunks[chunk][place]
            return row.state == .isGone ? nil : row
        }
        set {
            // What is hidden is in no list.
            guard position.rawValue >= 0 else { return }
            let (chunk, place) = Self.place(of: position)
            if chunk >= chunks.count {
                guard newValue != nil else { return }
                chunks += repeatElement([], count: chunk + 1 - chunks.count)
            }
            if chunks[chunk].isEmpty {
                guard newValue != nil else { return }
                chunks[chunk] = Array(repeating: .gone, count: Self.chunkSize)
            }
            guard let newValue else { return forget(chunk, place) }
            chunks[chunk][place] = newValue
        }
    }

    private mutating func forget(_ chunk: Int, _ place: Int) {
        chunks[chunk][place] = .gone
        if chunks[chunk].allSatisfy({ $0.state == .isGone }) { chunks[chunk] = [] }
    }

    private static func place(of position: Item.Position) -> (chunk: Int, place: Int) {
        (Int(position.rawValue) >> shift, Int(position.rawValue) & (chunkSize - 1))
    }

    // MARK: - Walks

    /// Calls `body` for the items that match, from the newest that is older than `position` on,
    /// until it answers false.
    @inline(__always)
    func walkOlder(
        than position: Item.Position, _ condition: Condition,
        _ body: (Item.Position, Row) -> Bool
    ) {
        let (last, end) = bound(below: position)
        for chunk in stride(from: last, through: 0, by: -1) {
            let isContinuing = chunks[chunk].withUnsafeBufferPointer { rows in
                var place = (chunk == last ? end : Self.chunkSize) - 1
                guard !rows.isEmpty else { return true }
                while place >= 0 {
                    let row = rows[place]
                    if condition.holds(of: row), !body(Self.position(chunk, place), row) {
                        return false
                    }
                    place -= 1
                }
                return true
            }
            guard isContinuing else { return }
        }
    }

    /// The same from the oldest that is newer than `position` on.
    func walkNewer(
        than position: Item.Position, _ condition: Condition,
        _ body: (Item.Position, Row) -> Bool
    ) {
        guard position != .max else { return }
        let (first, start) = Self.place(of: Item.Position(rawValue: max(position.rawValue, -1) + 1))
        guard first < chunks.count else { return }
        for chunk in first..<chunks.count {
            let isContinuing = chunks[chunk].withUnsafeBufferPointer { rows in
                guard !rows.isEmpty else { return true }
                for place in (chunk == first ? start : 0)..<Self.chunkSize {
                    let row = rows[place]
                    if condition.holds(of: row), !body(Self.position(chunk, place), row) {
                        return false
                    }
                }
                return true
            }
            guard isContinuing else { return }
        }
    }

    /// The chunk that the last position below lies in, and where it ends.
    private func bound(below position: Item.Position) -> (chunk: Int, end: Int) {
        guard position.rawValue > 0 else { return (-1, 0) }
        let (chunk, place) = Self.place(of: position)
        return chunk < chunks.count ? (chunk, place) : (chunks.count - 1, Self.chunkSize)
    }

    private static func position(_ chunk: Int, _ place: Int) -> Item.Position {
        Item.Position(rawValue: Int64(chunk << shift | place))
    }
}

extension ItemColumns {
    /// What a filter asks of a row, all but its text.
    struct Condition {
        /// 0 for every category.
        private var category: UInt8
        /// The same of neighbourhoods.
        private var neighbourhood: UInt16
        /// A bit for each that may be, as `Row.status` has them.
        private let statuses: UInt8
        /// The same of `Row.State`.
        private let states: UInt8
        private let minimum: Int64
        private let maximum: Int64
        /// Whether it has to be an amount of won.
        private let isInWon: Bool

        init(_ filter: ItemFilter) {
            category = filter.category.map { UInt8($0.rawValue) } ?? 0
            neighbourhood = filter.neighbourhood.map { UInt16(clamping: $0.id.rawValue) } ?? 0
            let statuses: UInt8 =
                switch filter.status {
                case .any: 0b111
                case .unsold: 0b111 & ~(1 << UInt8(Item.Status.sold.rawValue))
                case .only(let status): 1 << UInt8(status.rawValue)
                }
            let purposes = filter.purpose.map { [$0] } ?? Item.Purpose.allCases
            self.statuses = purposes.reduce(0) { $0 | statuses << ($1.rawValue << 2) }
            let states: [Row.State] =
                filter.isFree
                ? [.isFree] : [.isPriced, .isFree] + (filter.hasPriceRange ? [] : [.isOpen])
            self.states = states.reduce(0) { $0 | 1 << $1.rawValue }
            minimum = filter.minimumPrice ?? 0
            maximum = filter.maximumPrice ?? .max
            isInWon = filter.hasPriceRange
        }

        /// The same without regard to category and neighbourhood.
        var ofEveryGroup: Condition {
            var other = self
            (other.category, other.neighbourhood) = (0, 0)
            return other
        }

        func isOfCategory(_ row: Row) -> Bool { category == 0 || row.category == category }

        func isOfNeighbourhood(_ row: Row) -> Bool {
            neighbourhood == 0 || row.neighbourhood == neighbourhood
        }

        @inline(__always)
        func holds(of row: Row) -> Bool {
            states >> row.state.rawValue & 1 == 1
                && statuses >> row.status & 1 == 1
                && isOfCategory(row) && isOfNeighbourhood(row)
                && row.amount >= minimum && row.amount <= maximum
                && (!isInWon || row.currency == 0)
        }
    }
}

extension ItemColumns.Row: Record {
    static let columns: SQL = "category, facets, neighbourhood"

    /// As `SearchSchema` puts the facets together. What is damaged is told where it is shown, and
    /// keeps nothing else from being found.
    init(_ row: inout Statement) throws(StorageError) {
        let (category, facets): (Int64, Int64) = (try row.next(), try row.next())
        let neighbourhood: Int64? = try row.next()
        self.init(
            amount: facets >> 8, category: UInt8(clamping: category), status: UInt8(facets & 7),
            currency: UInt8(facets >> 5 & 7),
            state: State(rawValue: UInt8(facets >> 3 & 3)) ?? .isGone,
            neighbourhood: UInt16(clamping: neighbourhood ?? 0))
    }

    /// What is offered as a seller wrote it.
    init(_ content: ItemContent) {
        let price = content.price
        let state: State = price.isOpen ? .isOpen : price.isFree ? .isFree : .isPriced
        self.init(
            amount: price.amountToPay, category: UInt8(content.category.rawValue),
            status: UInt8(Item.Status.selling.rawValue | content.purpose.rawValue << 2),
            currency: price.currency == .krw ? 0 : 1, state: state,
            neighbourhood: UInt16(clamping: content.place?.neighbourhood.id.rawValue ?? 0))
    }

    /// Its place in an order; see `ItemKey`.
    func rank(in order: ItemOrder) -> Int64 {
        ItemKey.rank(
            of: state == .isOpen ? nil : amount, currency: Int64(currency), in: order)
    }
}

// MARK: - Kept with the table

/// The columns as they are after the last commit.
final class KeptItemColumns: Sendable {
    private let columns: Mutex<ItemColumns>

    /// Reads them, and has the connection note from here on where it changes an item.
    /// - Parameter connection: the one that is written to.
    init(of connection: Connection) throws(StorageError) {
        columns = Mutex(try ItemColumns(readingFrom: connection))
        try connection.noteChangedItems()
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
    func reload(from connection: Connection) {
        guard let read = try? ItemColumns(readingFrom: connection) else { return }
        columns.withLock { $0 = read }
    }

    private static let selectRow: SQL =
        "SELECT \(ItemColumns.Row.columns) FROM item WHERE position = ?"
}

extension ItemColumns {
    /// Reads all of it, from an index that holds nothing else.
    fileprivate init(readingFrom connection: Connection) throws(StorageError) {
        var rows = try connection.statement(
            "SELECT \(Row.columns), position FROM item INDEXED BY item_by_category")
        while try rows.step() {
            let row = try Row(&rows)
            self[try rows.next()] = row
        }
    }
}
