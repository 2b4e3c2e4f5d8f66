import Market

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
        /// The status, above it a bit for the purpose, and above that one for a whole price.
        let status: UInt8
        /// Its place among all currencies; 0 of the won, and of others any but that in what is not
        /// read from the table.
        let currency: UInt8
        let state: State
        /// 0 for none.
        let neighbourhood: UInt16

        enum State: UInt8 {
            case isGone, isPriced, isFree, isOpen
        }

        static let gone = Row(
            amount: 0, category: 0, status: 0, currency: 0, state: .isGone, neighbourhood: 0)
    }

    static let shift = 12
    static let chunkSize = 1 << shift

    /// Each of 2^12 positions; empty ones have no rows.
    private var chunks: [[Row]] = []
    /// Of each chunk the least ranks of the rows that it has, or has had.
    private var bounds: [Bounds] = []

    private struct Bounds {
        var cheapest = Int64.max
        var dearest = Int64.max

        mutating func include(_ row: Row) {
            guard row.state != .isGone else { return }
            cheapest = min(cheapest, row.rank(in: .lowestPrice))
            dearest = min(dearest, row.rank(in: .highestPrice))
        }
    }

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
            guard let newValue else { return forget(chunk, place) }
            addChunks(upTo: chunk)
            if chunks[chunk].isEmpty {
                chunks[chunk] = Array(repeating: .gone, count: Self.chunkSize)
            }
            chunks[chunk][place] = newValue
            bounds[chunk].include(newValue)
        }
    }

    /// Puts in all rows of a chunk, or none where all are gone.
    mutating func set(_ rows: [Row], of chunk: Int) {
        addChunks(upTo: chunk)
        chunks[chunk] = rows
        bounds[chunk] = rows.reduce(into: Bounds()) { $0.include($1) }
    }

    private mutating func addChunks(upTo chunk: Int) {
        guard chunk >= chunks.count else { return }
        let count = chunk + 1 - chunks.count
        chunks += repeatElement([], count: count)
        bounds += repeatElement(Bounds(), count: count)
    }

    private mutating func forget(_ chunk: Int, _ place: Int) {
        guard chunks.indices.contains(chunk), !chunks[chunk].isEmpty else { return }
        chunks[chunk][place] = .gone
        if chunks[chunk].allSatisfy({ $0.state == .isGone }) { chunks[chunk] = [] }
    }

    /// Of each chunk, the least rank that one of it, or an older one, may have in an order by price.
    func leastRanks(in order: ItemOrder) -> [Int64] {
        var least = Int64.max
        return bounds.map { bounds in
            least = min(least, order == .lowestPrice ? bounds.cheapest : bounds.dearest)
            return least
        }
    }

    static func chunk(of position: Item.Position) -> Int { place(of: position).chunk }

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
        private let statuses: UInt16
        /// The same of `Row.State`.
        private let states: UInt8
        private let minimum: Int64
        private let maximum: Int64
        /// Whether it has to be an amount of won.
        private let isInWon: Bool

        /// - Parameter areWhole: whether prices have to be whole ones.
        init(_ filter: ItemFilter, areWhole: Bool = false) {
            category = filter.category.map { UInt8($0.rawValue) } ?? 0
            neighbourhood = filter.neighbourhood.map { UInt16(clamping: $0.id.rawValue) } ?? 0
            let statuses: UInt16 =
                switch filter.status {
                case .any: 0b111
                case .unsold: 0b111 & ~(1 << UInt16(Item.Status.sold.rawValue))
                case .only(let status): 1 << UInt16(status.rawValue)
                }
            let purposes = filter.purpose.map { [$0] } ?? Item.Purpose.allCases
            let ofPurposes = purposes.reduce(0) { $0 | statuses << ($1.rawValue << 2) }
            self.statuses = ofPurposes << 8 | (areWhole ? 0 : ofPurposes)
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
