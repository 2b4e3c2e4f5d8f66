import Market

extension MemoryStorage: SellingStorage {
    public func setStatus(_ status: Item.Status, of id: Item.ID) throws(StorageError) {
        try changing(.items) { contents throws(StorageError) in
            try contents.setStatus(status, of: id)
        }
    }

    public func pullUp(_ id: Item.ID, at now: Timestamp) throws(StorageError) {
        try changing(.items) { contents throws(StorageError) in
            try contents.pullUp(id, at: now)
        }
    }

    public func takeOver(_ id: Item.ID, by account: Account.ID) throws(StorageError) {
        try changing(.items) { contents throws(StorageError) in
            try contents.takeOver(id, by: account)
        }
    }

    public func items(
        of seller: Account.ID, _ status: Item.Status, before position: Item.Position?, limit: Int
    ) -> [ItemSummary] {
        reading { contents in
            contents.summaries(of: seller, status, before: position, limit: limit)
        }
    }

    public func itemCounts(of seller: Account.ID) -> [Item.Status: Int] {
        reading { contents in
            contents.items.filter { $0.seller == seller }.reduce(into: [:]) { counts, item in
                counts[item.status, default: 0] += 1
            }
        }
    }
}

extension MemoryStorage: InterestStorage {
    public func setInterest(
        _ isInterested: Bool, of account: Account.ID, in item: Item.ID
    ) throws(StorageError) {
        try changing(.organiser(account)) { contents throws(StorageError) in
            try contents.setInterest(isInterested, of: account, in: item)
        }
    }

    public func hasInterest(of account: Account.ID, in item: Item.ID) -> Bool {
        reading { contents in
            contents.members[account]?.interests.contains { $0.item == item } ?? false
        }
    }

    public func countInterests(in item: Item.ID) -> Int {
        reading { contents in
            contents.members.values.count { $0.interests.contains { $0.item == item } }
        }
    }

    public func interests(
        of account: Account.ID, before id: Interest.ID?, limit: Int
    ) -> [Interest] {
        reading { contents in contents.interests(of: account, before: id, limit: limit) }
    }
}
