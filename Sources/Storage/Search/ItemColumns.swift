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

        /// Whether somebody wants it, whatever its status.
        var isWanted: Bool { Int(status >> 2 & 1) == Item.Purpose.request.rawValue }

        static let gone = Row(
            amount: 0, category: 0, status: 0, currency: 0, state: .isGone, neighbourhood: 0)
    }

    static let shift = 12
    static let chunkSize = 1 << shift

    /// Each of 2^12 positions; empty ones have no rows.
    private var chunks: [[Row]] = []
    /// Behind the last place of the last chunk that has, or has had, a row.
    private var end = 0
    /// Of each chunk its items in the orders by price, as far as anybody has asked for them.
    private var byPrice: [PlacesByPrice] = []
    /// Of each chunk the least ranks of the rows that it has, or has had, and their currencies.
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
            // What is hidden is in no list.
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

    /// Puts in all rows of a chunk, or none where all are gone.
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

    /// Whether any row is, or was, in another currency than the won.
    var hasOtherCurrencies: Bool { bounds.contains(where: \.hasOtherCurrencies) }

    /// Of each chunk, the least rank that one of it, or an older one, may have in an order by price.
    func leastRanks(in order: ItemOrder) -> [Int64] {
        var least = Int64.max
        return bounds.map { bounds in
            least = min(least, bounds.least(in: order))
            return least
        }
    }

    /// The chunks, each with a key that none in it comes before in an order by price: those first in
    /// which the first ones may be.
    func chunks(in order: ItemOrder) -> [(first: ItemKey, number: Int)] {
        bounds.enumerated().map { number, bounds in
            let newest = Self.position(number, Self.chunkSize - 1)
            return (ItemKey(rank: bounds.least(in: order), newest), number)
        }
        .sorted { $0.first < $1.first }
    }

    /// Does at once, chunk by chunk, what the first walk by price would have to.
    func putInOrderByPrice() async {
        for chunk in chunks.indices {
            for order in ItemOrder.allCases where order.isByPrice {
                _ = places(of: chunk, in: order)
            }
            await Task.yield()
        }
    }

    /// The places in a chunk of all that it has, in an order by price.
    func places(of chunk: Int, in order: ItemOrder) -> [UInt16] {
        byPrice[chunk].places(of: chunks[chunk], in: order)
    }

    /// What is at a place of a chunk.
    func row(at place: UInt16, of chunk: Int) -> Row { chunks[chunk][Int(place)] }

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
            guard walk(chunk, below: chunk == last ? end : Self.chunkSize, condition, body) else {
                return
            }
        }
    }

    /// - Returns: false when `body` has ended it.
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
        guard chunk < chunks.count - 1 else {
            return (chunks.count - 1, chunk < chunks.count ? min(place, end) : end)
        }
        return (chunk, place)
    }

    static func position(_ chunk: Int, _ place: Int) -> Item.Position {
        Item.Position(rawValue: Int64(chunk << shift | place))
    }
}
