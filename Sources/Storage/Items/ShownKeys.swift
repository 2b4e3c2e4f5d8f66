import Market

/// Keys of a list as somebody sees it, the nearest to where they begin first.
struct ShownKeys {
    /// How many are looked at in the first step at least, and how many times as many in each other,
    /// where people were blocked: 1,785 for a page of 20, in a few milliseconds.
    fileprivate static let (fewest, growth, mostSteps) = (16, 4, 4)

    let keys: ArraySlice<ItemKey>
    /// Up to where was looked: from here the list goes on.
    let end: ItemKey?
    /// Whether there are more behind that, or may be: then there are fewer than were asked for.
    let hasMore: Bool

    fileprivate init(_ keys: ArraySlice<ItemKey>, end: ItemKey?, hasMore: Bool) {
        (self.keys, self.end, self.hasMore) = (keys, end, hasMore)
    }

    /// - Parameter found: more than `limit` where there are more.
    fileprivate init(_ found: [ItemKey], limit: Int) {
        let keys = found.prefix(limit)
        self.init(keys, end: keys.last, hasMore: found.count > limit)
    }
}

extension Connection {
    /// At most `limit` keys on one side of a key.
    /// - Parameters:
    ///   - key: nil is in front of all.
    ///   - blocker: who has blocked people, whose items are left out; nil leaves out none.
    func shownKeys(
        of hits: ItemHits, _ side: Side, of key: ItemKey?, limit: Int, to blocker: Account.ID?
    ) throws(StorageError) -> ShownKeys {
        guard let blocker else {
            return ShownKeys(try hits.keys(side, of: key, limit: limit + 1), limit: limit)
        }
        var shown: [ItemKey] = []
        var (end, count) = (key, max(limit + 1, ShownKeys.fewest))
        for _ in 0..<ShownKeys.mostSteps {
            let found = try hits.keys(side, of: end, limit: count)
            let blocked = try positions(among: found, ofPeopleBlockedBy: blocker)
            shown += found.filter { !blocked.contains($0.position) }
            guard shown.count <= limit, found.count == count else {
                return ShownKeys(shown, limit: limit)
            }
            (end, count) = (found.last, count * ShownKeys.growth)
        }
        return ShownKeys(shown[...], end: end, hasMore: true)
    }

    /// Whether there is any on one side of a key, or may be.
    func hasShown(
        _ hits: ItemHits, _ side: Side, of key: ItemKey, to blocker: Account.ID?
    ) throws(StorageError) -> Bool {
        guard blocker != nil else { return try hits.has(side, of: key) }
        let found = try shownKeys(of: hits, side, of: key, limit: 1, to: blocker)
        return !found.keys.isEmpty || found.hasMore
    }
}
