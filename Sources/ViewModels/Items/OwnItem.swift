import Market

/// What sellers do with a listing of their own: the stages of its sale, and pulling it up.
public struct OwnItem: Sendable {
    private let storage: any ItemStorage & SellingStorage

    public init(storage: any ItemStorage & SellingStorage) {
        self.storage = storage
    }

    /// - Throws: `.notFound` when there is no such listing, or it is not the account's.
    public func set(
        _ status: Item.Status, of id: Item.ID, by account: Account.ID
    ) async throws(StorageError) {
        _ = try await item(id, of: account)
        try await save(status, of: id)
    }

    /// Offers the listing again, when it is at that stage still: another window may have gone on.
    /// - Throws: `.notFound` when there is no such listing, or it is not the account's.
    public func undo(
        _ status: Item.Status, of id: Item.ID, by account: Account.ID
    ) async throws(StorageError) {
        guard try await item(id, of: account).status == status else { return }
        try await save(.selling, of: id)
    }

    /// Moves the listing to the top of the list.
    /// - Returns: nil, or why not yet.
    /// - Throws: `.notFound` when there is no such listing, or it is not the account's.
    public func pullUp(
        _ id: Item.ID, by account: Account.ID, at now: Timestamp
    ) async throws(StorageError) -> Alert? {
        _ = try await item(id, of: account)
        do {
            try await storage.pullUp(id, at: now)
            return nil
        } catch .tooSoon(let moment) {
            return Alert(
                .failure, title: "실패", lines: [Alert.Line("~ " + pullUpText(from: moment))])
        }
    }

    private func item(
        _ id: Item.ID, of account: Account.ID
    ) async throws(StorageError) -> Item {
        let item = try await storage.item(id)
        guard ItemAccess(item, viewer: account) == .own else { throw .itemNotFound }
        return item
    }

    private func save(_ status: Item.Status, of id: Item.ID) async throws(StorageError) {
        try await storage.setStatus(status, of: id)
    }
}

/// Says how long a listing waits until it may be pulled up.
func pullUpText(from moment: Timestamp) -> String {
    "끌올은 \(Moment(moment).text)부터 할 수 있어요."
}
