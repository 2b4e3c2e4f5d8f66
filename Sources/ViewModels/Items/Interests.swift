import Market

/// The items that an account is interested in, a page at a time.
public struct Interests: Sendable {
    /// The account whose interests are listed.
    public typealias Input = Account.ID

    /// The maximum number of items on a page.
    public static let pageSize = 20

    private let storage: any MarketStorage
    private let zone: MarketTimeZone

    /// Reads from and writes to `storage`.
    public init(storage: any MarketStorage, zone: MarketTimeZone) {
        self.storage = storage
        self.zone = zone
    }

    /// A page of items, the latest interest first.
    public typealias Output = ListPage<ItemList.Entry, Interest.ID>

    /// Lists one page, with ages as of `now`. An item that has become cheaper since shows its former
    /// price too.
    /// - Parameter key: where the page continues; nil starts with the latest interest.
    public func output(
        for account: Input, before key: Interest.ID? = nil, at now: Timestamp
    ) async throws(StorageError) -> Output {
        let page = try await KeyedPage(size: Self.pageSize) { limit throws(StorageError) in
            try await storage.interests(of: account, before: key, limit: limit)
        }
        return Output(page, after: key, by: \.id, whenEmpty: Phrase(.noInterests)) {
            ItemList.Entry($0.item, formerly: $0.formerAmount, at: now)
        }
    }

    /// Adds an item to the account's interests, or removes it.
    /// - Returns: if refused, the item's page with the reason: the item is the account's own, or
    ///   there are too many interests.
    /// - Throws: `.itemNotFound`.
    public func submit(
        _ isInterested: Bool, in id: Item.ID, of account: Account.ID, at now: Timestamp
    ) async throws(StorageError) -> FormResult<Void, ItemDetail.Output> {
        let reason: Phrase
        do {
            try await storage.setInterest(isInterested, of: account, in: id)
            return .saved(())
        } catch .limitReached(let most) {
            reason = Phrase(.tooManyInterests, most)
        } catch .dealing(let obstacle) {
            reason = obstacle.phrase
        }
        return .refused(
            try await ItemDetail(storage: storage, zone: zone)
                .output(for: id, viewer: account, at: now, refusedBecause: reason))
    }
}
