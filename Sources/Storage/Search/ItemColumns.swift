import Market

/// What lists filter and sort by, for every item, in memory and ordered by position: 16 bytes each,
/// so that walking through a million items takes a few milliseconds.
///
/// A value type: a reader walks through its own copy, of which only the chunks that are changed
/// meanwhile are really copied.
struct ItemColumns: Sendable {
    /// The data of one item.
    struct Row {
        /// The amount to pay, in minor units; 0 for an open price.
        let amount: Int64
        let category: UInt8
        /// The status, above it a bit for the purpose, and above that one for a whole price.
        let status: UInt8
        /// The index of the currency; 0 for the won.
        let currency: UInt8
        let state: State
        /// 0 for none.
        let neighbourhood: UInt16

        enum State: UInt8 {
            case isGone, isPriced, isFree, isOpen
        }

        /// Whether it is a wanted item, whatever its status.
        var isWanted: Bool { Int(status >> 2 & 1) == Item.Purpose.request.rawValue }

        static let gone = Row(
            amount: 0, category: 0, status: 0, currency: 0, state: .isGone, neighbourhood: 0)
    }

    static let shift = 12
    static let chunkSize = 1 << shift

    /// One array for each 2^12 positions; empty if no item is left there.
    private var chunks: [[Row]] = []
    /// The place after the last one in the last chunk that has, or had, a row.
    private var end = 0
    /// For each chunk, its items in the orders by price; computed when first asked for.
    private var byPrice: [PlacesByPrice] = []
    /// For each chunk, the lowest ranks of the rows that it has, or had, and whether it has other
    /// currencies.
    private var bounds: [Bounds] = []

    private struct Bounds {
        var cheapest = Int64.max
        var dearest = Int64.max
        var hasOtherCurrencies = false

        mutating func include(_ row: Row) {
            guard row.state != .isGone else { return }
            if row.currency != 0 { hasOtherCurrencies = true }
            cheapest = min(cheapest, row.rank(in: .lowestPrice))
            dearest = min(dearest, row.rank(in: .highestPrice))
        }

        func least(in order: ItemOrder) -> Int64 {
            order == .lowestPrice ? cheapest : dearest
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
            // A hidden item is in no list.
            guard position.rawValue >= 0 else { return }
            let (chunk, place) = Self.place(of: position)
            guard let newValue else { return forget(chunk, place) }
            addChunks(upTo: chunk)
            if chunks[chunk].isEmpty {
                chunks[chunk] = Array(repeating: .gone, count: Self.chunkSize)
            }
            chunks[chunk][place] = newValue
            if chunk == chunks.count - 1 { end = max(end, place + 1) }
            byPrice[chunk] = PlacesByPrice()
            bounds[chunk].include(newValue)
        }
    }

    /// Sets all rows of a chunk; none if all are gone.
    mutating func set(_ rows: [Row], of chunk: Int) {
        addChunks(upTo: chunk)
        chunks[chunk] = rows
        if chunk == chunks.count - 1 { end = 1 + (rows.lastIndex { $0.state != .isGone } ?? -1) }
        byPrice[chunk] = PlacesByPrice()
        bounds[chunk] = rows.reduce(into: Bounds()) { $0.include($1) }
    }

    private mutating func addChunks(upTo chunk: Int) {
        guard chunk >= chunks.count else { return }
        let count = chunk + 1 - chunks.count
        chunks += repeatElement([], count: count)
        end = 0
        byPrice += (0..<count).map { _ in PlacesByPrice() }
        bounds += repeatElement(Bounds(), count: count)
    }

    private mutating func forget(_ chunk: Int, _ place: Int) {
        guard chunks.indices.contains(chunk), !chunks[chunk].isEmpty else { return }
        chunks[chunk][place] = .gone
        byPrice[chunk] = PlacesByPrice()
        if chunks[chunk].allSatisfy({ $0.state == .isGone }) { chunks[chunk] = [] }
    }

    /// Whether any row is, or was, in a currency other than the won.
    var hasOtherCurrencies: Bool { bounds.contains(where: \.hasOtherCurrencies) }

    /// For each chunk, a lower bound for the ranks of its items and all older ones, in an order by
    /// price.
    func leastRanks(in order: ItemOrder) -> [Int64] {
        var least = Int64.max
        return bounds.map { bounds in
            least = min(least, bounds.least(in: order))
            return least
        }
    }

    /// The chunks, each with a lower bound for its keys in an order by price; sorted by that bound.
    func chunks(in order: ItemOrder) -> [(first: ItemKey, number: Int)] {
        bounds.enumerated().map { number, bounds in
            let newest = Self.position(number, Self.chunkSize - 1)
            return (ItemKey(rank: bounds.least(in: order), newest), number)
        }
        .sorted { $0.first < $1.first }
    }

    /// Computes the orders by price ahead of time, chunk by chunk; the first list by price would
    /// have to wait for them.
    func putInOrderByPrice() async {
        for chunk in chunks.indices {
            for order in ItemOrder.allCases where order.isByPrice {
                _ = places(of: chunk, in: order)
            }
            await Task.yield()
        }
    }

    /// The places of all items in a chunk, in an order by price.
    func places(of chunk: Int, in order: ItemOrder) -> [UInt16] {
        byPrice[chunk].places(of: chunks[chunk], in: order)
    }

    /// The row at a place in a chunk.
    func row(at place: UInt16, of chunk: Int) -> Row { chunks[chunk][Int(place)] }

    static func chunk(of position: Item.Position) -> Int { place(of: position).chunk }

    private static func place(of position: Item.Position) -> (chunk: Int, place: Int) {
        (Int(position.rawValue) >> shift, Int(position.rawValue) & (chunkSize - 1))
    }

    // MARK: - Walks

    /// Calls `body` for the matching items older than `position`, newest first, until it returns
    /// false.
    @inline(__always)
    func walkOlder(
        than position: Item.Position, _ condition: Condition,
        _ body: (Item.Position, Row) -> Bool
    ) {
        let (last, end) = bound(below: position)
        for chunk in stride(from: last, through: 0, by: -1) {
            guard walk(chunk, below: chunk == last ? end : Self.chunkSize, condition, body) else {
                return
            }
        }
    }

    /// - Returns: false if `body` has ended the walk.
    @inline(__always)
    private func walk(
        _ chunk: Int, below end: Int, _ condition: Condition,
        _ body: (Item.Position, Row) -> Bool
    ) -> Bool {
        chunks[chunk].withUnsafeBufferPointer { rows in
            guard !rows.isEmpty else { return true }
            var place = end - 1
            while place >= 0 {
                let row = rows[place]
                if condition.holds(of: row), !body(Self.position(chunk, place), row) {
                    return false
                }
                place -= 1
            }
            return true
        }
    }

    /// Calls `body` for the matching items newer than `position`, oldest first, until it returns
    /// false.
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

    /// The chunk of the last position below this one, and the place in it at which the walk ends.
    private func bound(below position: Item.Position) -> (chunk: Int, end: Int) {
        guard position.rawValue > 0 else { return (-1, 0) }
        let (chunk, place) = Self.place(of: position)
        guard chunk < chunks.count - 1 else {
            return (chunks.count - 1, chunk < chunks.count ? min(place, end) : end)
        }
        return (chunk, place)
    }

    static func position(_ chunk: Int, _ place: Int) -> Item.Position {
        Item.Position(rawValue: Int64(chunk << shift | place))
    }
}
