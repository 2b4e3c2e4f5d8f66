import Market
import Synchronization

/// Lists by price, for which there is no index: they walk through everything that could be among
/// the items asked for.
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

    /// - Returns: where the walk stopped after `most` items; nil if it did not.
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
            // Stops when nothing older can come first in this order.
            let least = ItemKey(rank: leastRanks[ItemColumns.chunk(of: position)], position)
            return left > 0 && nearest.mayTakeAny(from: least)
        }
        return end
    }

    /// Reads the texts of older items in the order of the list, until no further one can be nearer.
    /// - Returns: false if that takes too many.
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
    /// Whether one key comes before the other on the way to this side.
    fileprivate func isNearer(_ one: ItemKey, _ other: ItemKey) -> Bool {
        self == .behind ? one < other : other < one
    }
}

/// The keys of matching items, one after another in an order by price.
///
/// Each chunk is sorted by itself; the next key is the first of the chunks' next ones (a merge).
private struct WalkByPrice {
    private let columns: ItemColumns
    private let condition: ItemColumns.Condition
    private let order: ItemOrder
    private let side: Side
    private let start: ItemKey?
    private let end: Item.Position
    /// Chunks that have not begun, each with a lower bound for its keys; the next one last.
    private var waiting: [(first: ItemKey, number: Int)]
    /// The current places in the chunks that have begun; the next one last.
    private var heads: [Head] = []

    private struct Head {
        var key: ItemKey
        let chunk: Int
        let places: [UInt16]
        /// The index of `key` in `places`.
        var index: Int
    }

    /// - Parameters:
    ///   - start: the key to begin after; nil begins at the first item, or at the last one when
    ///     walking backwards.
    ///   - end: only items below this position are found.
    init(
        _ columns: ItemColumns, _ condition: ItemColumns.Condition, _ order: ItemOrder,
        _ side: Side, of start: ItemKey?, olderThan end: Item.Position = .max
    ) {
        (self.columns, self.condition, self.order) = (columns, condition, order)
        (self.side, self.start, self.end) = (side, start, end)
        waiting = columns.chunks(in: order).reversed()
    }

    mutating func next() -> ItemKey? {
        // The bounds say nothing about the last keys of a chunk, so walking backwards begins every
        // chunk at once.
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

    /// Advances to the next matching item, if there is any, and inserts the head where it belongs.
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

/// The items of a chunk in the orders by price, sorted when first asked for.
final class PlacesByPrice: Sendable {
    private let known = Mutex<[ItemOrder: [UInt16]]>([:])

    /// - Parameter rows: always the same ones.
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
    /// The index of the first element for which the condition holds, given that it holds for all
    /// later ones too; `count` if there is none (binary search).
    fileprivate func indexOfFirst(where holds: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if holds(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}

/// The `limit` nearest of the keys on one side of a key, nearest first.
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

    /// Whether the key is one of the nearest so far.
    func mayTake(_ key: ItemKey) -> Bool {
        if let start, !side.isNearer(start, key) { return false }
        guard keys.count == limit, let last = keys.last else { return true }
        return side.isNearer(key, last)
    }

    /// Whether this key or a later one could still be.
    func mayTakeAny(from key: ItemKey) -> Bool {
        guard side == .behind else { return start.map { key < $0 } ?? true }
        guard keys.count == limit, let last = keys.last else { return true }
        return key < last
    }
}
