import Market

/// The listings that operators have hidden, reported or not, so that they can be shown again.
public struct HiddenItems: Sendable {
    /// The listing after which the page continues; nil starts with the newest.
    public typealias Input = Item.ID?

    /// A page of listings, the newest first.
    public typealias Output = ListPage<Entry, Item.ID>

    /// The maximum number of listings on a page.
    public static let pageSize = 20

    private let storage: any ReportStorage
    private let zone: MarketTimeZone

    /// Reads from `storage`.
    public init(storage: any ReportStorage, zone: MarketTimeZone) {
        self.storage = storage
        self.zone = zone
    }

    /// A hidden listing.
    public struct Entry: Equatable, Sendable {
        /// The listing's id, used in links.
        public let id: Item.ID
        /// Its title.
        public let title: String
        /// The reason that its seller is told; empty if none was given.
        public let reason: String
        /// When it was hidden.
        public let date: Moment
        /// When it was edited since; nil if it was not.
        public let dateEdited: Moment?
        /// Whether an edit since waits for an operator to look at it.
        public let isMended: Bool
        /// The seller; nil for a guest's listing.
        public let seller: Report.Person?
        /// The operator who hid it; nil if they have left, or it was not kept.
        public let decider: Report.Person?

        init(_ item: HiddenItem, zone: MarketTimeZone) {
            (id, title, reason) = (item.id, item.title, item.reason)
            date = Moment(item.date, in: zone)
            dateEdited = item.dateEdited.map { Moment($0, in: zone) }
            (isMended, seller, decider) = (item.isMended, item.seller, item.decider)
        }
    }

    /// - Throws: `StorageError` if the storage fails.
    public func output(for key: Input = nil) async throws(StorageError) -> Output {
        try await ListPage(
            after: key, size: Self.pageSize, whenEmpty: Phrase(.nothingHidden),
            read: { limit throws(StorageError) in
                try await storage.hiddenItems(before: key, limit: limit)
            },
            entry: { found in Entry(found, zone: zone) })
    }
}
