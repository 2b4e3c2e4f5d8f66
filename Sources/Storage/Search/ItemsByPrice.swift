import Market

/// Lists by price, which no index has: what could be among the items asked for is gone through.
extension ItemHits {
    func keysByPrice(
        _ side: Side, of key: ItemKey?, _ limit: Int
    ) throws(StorageError) -> [ItemKey] {
        var nearest = NearestKeys(side, of: key, limit: limit)
        guard let found else {
            for chunk in columns.chunks(in: order) {
                guard nearest.mayTakeAny(from: chunk.first) else { break }
                try columns.walkOlder(than: .max, in: chunk.number, condition) { position, row in
                    nearest.insert(ItemKey(rank: row.rank(in: order), position))
                    return true
                }
            }
            return nearest.keys
        }
        guard let end = try walk(into: &nearest, olderThan: .max, atMost: mostWalked) else {
            return nearest.keys
        }
        var lookedAt = nearest
        if try look(at: found, olderThan: end, into: &lookedAt) { return lookedAt.keys }
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
        at found: SearchHits, olderThan end: Item.Position, into nearest: inout NearestKeys
    ) throws(StorageError) -> Bool {
        var candidates = NearestKeys(nearest.side, of: nil, limit: mostLookedAtByPrice)
        var chunks = columns.chunks(in: order)[...]
        for _ in 0..<mostLookedAtByPrice {
            // One of the next chunk may come before those that are known.
            while let chunk = chunks.first, nearest.mayTakeAny(from: chunk.first),
                nearest.side == .inFront || candidates.keys.first.map({ chunk.first < $0 }) ?? true
            {
                chunks.removeFirst()
                try columns.walkOlder(than: end, in: chunk.number, condition) { position, row in
                    let key = ItemKey(rank: row.rank(in: order), position)
                    if nearest.mayTake(key) { candidates.insert(key) }
                    return true
                }
            }
            guard let key = candidates.takeFirst(), nearest.mayTake(key) else { return true }
            if try found.match(at: key.position) != nil { nearest.insert(key) }
        }
        return false
    }

    func hasByPrice(_ side: Side, of key: ItemKey) throws(StorageError) -> Bool {
        var isThere = false
        try walk(.behind, of: .max) { position, row in
            let other = ItemKey(rank: row.rank(in: order), position)
            isThere = side == .behind ? key < other : other < key
            return !isThere
        }
        return isThere
    }
}

extension ItemOrder {
    var isByPrice: Bool { self == .lowestPrice || self == .highestPrice }
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
        keys.insert(key, at: place(of: key))
    }

    mutating func takeFirst() -> ItemKey? {
        keys.isEmpty ? nil : keys.removeFirst()
    }

    /// Whether it is one of the nearest so far.
    func mayTake(_ key: ItemKey) -> Bool {
        if let start, !isNearer(start, key) { return false }
        guard keys.count == limit, let last = keys.last else { return true }
        return isNearer(key, last)
    }

    /// Whether any of the keys from one on may be.
    func mayTakeAny(from key: ItemKey) -> Bool {
        guard side == .behind else { return start.map { key < $0 } ?? true }
        guard keys.count == limit, let last = keys.last else { return true }
        return key < last
    }

    /// Where it belongs, by halves.
    private func place(of key: ItemKey) -> Int {
        var (low, high) = (0, keys.count)
        while low < high {
            let middle = (low + high) / 2
            if isNearer(keys[middle], key) { low = middle + 1 } else { high = middle }
        }
        return low
    }

    private func isNearer(_ one: ItemKey, _ other: ItemKey) -> Bool {
        side == .behind ? one < other : other < one
    }
}
