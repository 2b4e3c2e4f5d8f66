import Market
import Synchronization

/// Lists by price, which no index has: what could be among the items asked for is gone through.
extension ItemHits {
    func keysByPrice(
        _ side: Side, of key: ItemKey?, _ limit: Int
    ) throws(StorageError) -> [ItemKey] {
        guard let found else {
            var walk = WalkByPrice(columns, condition, order, side, of: key)
            var keys: [ItemKey] = []
            while keys.count < limit, let key = walk.next() { keys.append(key) }
            return keys
        }
        var nearest = NearestKeys(side, of: key, limit: limit)
        guard let end = try walk(into: &nearest, olderThan: .max, atMost: mostWalked) else {
            return nearest.keys
        }
        var lookedAt = nearest
        if try look(at: found, of: key, olderThan: end, into: &lookedAt) { return lookedAt.keys }
        _ = try walk(into: &nearest, olderThan: end, atMost: .max)
        return nearest.keys
    }

    /// - Returns: where it has stopped after so many; nil when it has not.
    private func walk(
        into nearest: inout NearestKeys, olderThan start: Item.Position, atMost most: Int
    ) throws(StorageError) -> Item.Position? {
        let leastRanks = columns.leastRanks(in: order)
        var end: Item.Position?
        var left = most
        try walk(.behind, of: start) { position, row in
            nearest.insert(ItemKey(rank: row.rank(in: order), position))
            left -= 1
            if left == 0 { end = position }
            // Nothing older is cheaper, or dearer.
            let least = ItemKey(rank: leastRanks[ItemColumns.chunk(of: position)], position)
            return left > 0 && nearest.mayTakeAny(from: least)
        }
        return end
    }

    /// Looks at the texts of what is older, in the order of the list, until no other is nearer.
    /// - Returns: false when that would be too many.
    private func look(
        at found: SearchHits, of key: ItemKey?, olderThan end: Item.Position,
        into nearest: inout NearestKeys
    ) throws(StorageError) -> Bool {
        var keys = WalkByPrice(columns, condition, order, nearest.side, of: key, olderThan: end)
        for _ in 0..<mostLookedAtByPrice {
            guard let key = keys.next(), nearest.mayTake(key) else { return true }
            if try found.match(at: key.position) != nil { nearest.insert(key) }
        }
        return false
    }

    func hasByPrice(_ side: Side, of key: ItemKey) throws(StorageError) -> Bool {
        var isThere = false
        try walk(.behind, of: .max) { position, row in
            isThere = side.isNearer(key, ItemKey(rank: row.rank(in: order), position))
            return !isThere
        }
        return isThere
    }
}

extension ItemOrder {
    var isByPrice: Bool { self == .lowestPrice || self == .highestPrice }
}

extension Side {
    /// Whether one comes before the other on the way from a key to this side.
    fileprivate func isNearer(_ one: ItemKey, _ other: ItemKey) -> Bool {
        self == .behind ? one < other : other < one
    }
}

/// The keys of items that match, one after the other in an order by price.
///
/// Each chunk is in order by itself: what comes next is the first of their next ones.
private struct WalkByPrice {
    private let columns: ItemColumns
    private let condition: ItemColumns.Condition
    private let order: ItemOrder
    private let side: Side
    private let start: ItemKey?
    private let end: Item.Position
    /// Chunks whose turn has not come, and a key that none of each comes before; the next one last.
    private var waiting: [(first: ItemKey, number: Int)]
    /// Where it stands in the others; the next one last.
    private var heads: [Head] = []

    private struct Head {
        var key: ItemKey
        let chunk: Int
        let places: [UInt16]
        /// Of the key among the places.
        var index: Int
    }

    /// - Parameters:
    ///   - start: nil is in front of all, or behind them where they are gone through backwards.
    ///   - end: above the position of each.
    init(
        _ columns: ItemColumns, _ condition: ItemColumns.Condition, _ order: ItemOrder,
        _ side: Side, of start: ItemKey?, olderThan end: Item.Position = .max
    ) {
        (self.columns, self.condition, self.order) = (columns, condition, order)
        (self.side, self.start, self.end) = (side, start, end)
        waiting = columns.chunks(in: order).reversed()
    }

    mutating func next() -> ItemKey? {
        // Of the last ones of a chunk nothing is known before it is looked at.
        while let chunk = waiting.last,
            side == .inFront || heads.last.map({ chunk.first < $0.key }) ?? true
        {
            waiting.removeLast()
            begin(chunk.number)
        }
        guard var head = heads.popLast() else { return nil }
        let key = head.key
        head.index += step
        insert(&head)
        return key
    }

    private var step: Int { side == .behind ? 1 : -1 }

    private mutating func begin(_ chunk: Int) {
        let places = columns.places(of: chunk, in: order)
        var index = side == .behind ? 0 : places.count - 1
        if let start {
            let after = places.indexOfFirst { key(at: $0, of: chunk) > start }
            let first = places.indexOfFirst { key(at: $0, of: chunk) >= start }
            index = side == .behind ? after : first - 1
        }
        var head = Head(key: 0, chunk: chunk, places: places, index: index)
        insert(&head)
    }

    /// Moves it on to what matches, if anything does, and puts it where it belongs.
    private mutating func insert(_ head: inout Head) {
        while head.places.indices.contains(head.index) {
            let place = head.places[head.index]
            let key = key(at: place, of: head.chunk)
            if key.position < end, condition.holds(of: columns.row(at: place, of: head.chunk)) {
                head.key = key
                let index = heads.indexOfFirst { !side.isNearer(key, $0.key) }
                heads.insert(head, at: index)
                return
            }
            head.index += step
        }
    }

    private func key(at place: UInt16, of chunk: Int) -> ItemKey {
        ItemKey(
            rank: columns.row(at: place, of: chunk).rank(in: order),
            ItemColumns.position(chunk, Int(place)))
    }
}

/// The items of a chunk in the orders by price, put in order when somebody asks for it.
final class PlacesByPrice: Sendable {
    private let known = Mutex<[ItemOrder: [UInt16]]>([:])

    /// - Parameter rows: always the same.
    func places(of rows: [ItemColumns.Row], in order: ItemOrder) -> [UInt16] {
        if let known = known.withLock({ $0[order] }) { return known }
        let places = rows.enumerated().filter { $1.state != .isGone }
            .map { (place, row) in ItemKey(rank: row.rank(in: order), .init(rawValue: Int64(place)))
            }
            .sorted()
            .map { UInt16($0.position.rawValue) }
        known.withLock { $0[order] = places }
        return places
    }
}

extension Array {
    /// Where the first stands of which this holds, as it does of all behind it; the end where it holds of none.
    fileprivate func indexOfFirst(where holds: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if holds(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}

/// So many of the keys on one side of a key as are asked for, the nearest first.
struct NearestKeys {
    private(set) var keys: [ItemKey] = []
    let side: Side
    private let start: ItemKey?
    private let limit: Int

    init(_ side: Side, of start: ItemKey?, limit: Int) {
        (self.side, self.start, self.limit) = (side, start, limit)
    }

    mutating func insert(_ key: ItemKey) {
        guard mayTake(key) else { return }
        if keys.count == limit { keys.removeLast() }
        keys.insert(key, at: keys.indexOfFirst { side.isNearer(key, $0) })
    }

    /// Whether it is one of the nearest so far.
    func mayTake(_ key: ItemKey) -> Bool {
        if let start, !side.isNearer(start, key) { return false }
        guard keys.count == limit, let last = keys.last else { return true }
        return side.isNearer(key, last)
    }

    /// Whether any of the keys from one on may be.
    func mayTakeAny(from key: ItemKey) -> Bool {
        guard side == .behind else { return start.map { key < $0 } ?? true }
        guard keys.count == limit, let last = keys.last else { return true }
        return key < last
    }
}
