import Market

/// The items that an account keeps an eye on, a page at a time.
public struct Interests: Sendable {
    /// Whose interests.
    public typealias Input = Account.ID

    /// The most items of a page.
    public static let pageSize = 20

    private let storage: any MarketStorage
    private let zone: MarketTimeZone

    /// Reads from and writes to `storage`.
    public init(storage: any MarketStorage, zone: MarketTimeZone) {
        self.storage = storage
        self.zone = zone
    }

    /// A page of items, the interest taken up last first.
    public typealias Output = ListPage<ItemList.Entry, Interest.ID>

    /// One page, its ages as they read at `now`. What has become cheaper since it was taken up shows what it
    /// cost then.
    /// - Parameter key: where the page goes on from; nil begins with the one taken up last.
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

    /// Takes up an interest in one item, or gives it up.
    /// - Returns: the item's page, which says why not, of one's own item and where there are too many
    ///   interests.
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
