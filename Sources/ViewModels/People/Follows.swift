import Market

/// The sellers whom an account follows, and what they have open, a page at a time.
public struct Follows: Sendable {
    /// The account whose list it is.
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

    /// One page.
    public struct Output: Sendable {
        /// The sellers, those with the newest open listing first; on the first page only.
        public let sellers: [Seller]
        /// A page of their open listings, the newest first.
        public let page: ListPage<Entry, Item.Position>

        /// Whether any listing on the page is new to the account.
        public var hasNew: Bool { page.entries.contains(where: \.isNew) }
    }

    /// A followed seller.
    public struct Seller: Sendable {
        /// Who they are.
        public let person: Correspondent
        /// Says how many of their listings are new; nil if none are.
        public let news: Phrase?
    }

    /// A listing of a followed seller.
    public struct Entry: Sendable {
        /// The item as any list shows it.
        public let item: ItemList.Entry
        /// The seller's nickname.
        public let seller: String
        /// Whether it was posted since the account last looked.
        public let isNew: Bool
    }

    /// Lists one page, with ages as of `now`. If somebody sees it, the listings on it, and all that were
    /// posted before them, are no longer new from then on.
    /// - Parameters:
    ///   - position: where the page continues; nil starts with the newest.
    ///   - isSeen: false when a browser prefetches the page, or asks for its header fields only.
    /// - Throws: `StorageError` if the storage fails.
    public func output(
        for account: Input, before position: Item.Position? = nil, isSeen: Bool = true,
        at now: Timestamp
    ) async throws(StorageError) -> Output {
        var sellers: [Seller] = []
        if position == nil {
            sellers = try await storage.followedSellers(of: account).map(Seller.init)
        }
        let page = try await KeyedPage(size: Self.pageSize) { limit throws(StorageError) in
            try await storage.followedItems(of: account, before: position, limit: limit)
        }
        if isSeen, let last = page.elements.filter(\.isUnseen).map(\.item.id).max() {
            // The page can be read all the same while nothing can be written.
            try? await storage.seeFollowedItems(upTo: last, by: account)
        }
        let nothing = Phrase(sellers.isEmpty ? .nobodyFollowed : .nothingFollowed)
        return Output(
            sellers: sellers,
            page: ListPage(page, after: position, by: \.item.position, whenEmpty: nothing) {
                Entry(
                    item: ItemList.Entry($0.item, at: now), seller: $0.seller,
                    isNew: $0.isUnseen)
            })
    }

    /// Begins to follow a seller, or stops.
    /// - Returns: if refused, the seller's page with the reason: it is the account's own, the seller
    ///   cannot be followed, or too many are.
    /// - Throws: `.notFound` when there is no such account.
    public func submit(
        _ isFollowed: Bool, _ seller: Account.ID, by account: Account.ID, at now: Timestamp
    ) async throws(StorageError) -> FormResult<Void, PersonDetail.Output> {
        var refusal = Refusal.notFollowed(Phrase(.ownPageNotFollowed))
        if seller != account {
            do throws(StorageError) {
                try await storage.setFollowed(isFollowed, seller, by: account, at: now)
                return .saved(())
            } catch {
                switch error {
                case .limitReached(let most):
                    refusal = .notFollowed(Phrase(.tooManyFollowed, most))
                case .dealing: refusal = .notFollowed(Phrase(.cannotBeFollowed))
                case .busy, .full: refusal = .unavailable
                default: throw error
                }
            }
        }
        return .refused(
            try await PersonDetail(storage: storage, zone: zone)
                .output(for: seller, viewer: account, at: now, refusal: refusal))
    }
}

extension Follows.Seller {
    fileprivate init(_ seller: FollowedSeller) {
        person = Correspondent(seller.account)
        news = Phrase.newListings(seller.unseenItems)
    }
}

extension Refusal {
    fileprivate static func notFollowed(_ reason: Phrase) -> Refusal {
        Refusal(.conflict, Alert(failed: .notDone, reason))
    }
}

extension FollowStorage {
    /// Says how many listings of followed sellers are new to the account; nil if none are.
    func followedNews(of account: Account.ID) async throws(StorageError) -> Phrase? {
        Phrase.newListings(try await countUnseenFollowedItems(of: account))
    }
}
