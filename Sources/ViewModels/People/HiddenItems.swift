import Market

/// What operators have hidden, reported or not, for them to show again.
public struct HiddenItems: Sendable {
    /// Of the listing that the page goes on from; nil begins with the newest.
    public typealias Input = Item.ID?

    /// The newest listing first.
    public typealias Output = ListPage<Entry, Item.ID>

    /// How many a page shows at most.
    public static let pageSize = 20

    private let storage: any ReportStorage
    private let zone: MarketTimeZone

    /// Reads from `storage`.
    public init(storage: any ReportStorage, zone: MarketTimeZone) {
        self.storage = storage
        self.zone = zone
    }

    /// A listing in it.
    public struct Entry: Equatable, Sendable {
        /// Names its page.
        public let id: Item.ID
        /// What it is called.
        public let title: String
        /// What its seller is told; empty for no reason.
        public let reason: String
        /// When it was hidden.
        public let date: Moment
        /// When it was edited since; nil when it was not.
        public let dateEdited: Moment?
        /// Whether what was edited waits to be looked at.
        public let isMended: Bool
        /// Whose it is; nil for a guest's.
        public let seller: Report.Person?
        /// Who has hidden it; nil for who has left, and where that was not kept.
        public let decider: Report.Person?

        init(_ item: HiddenItem, zone: MarketTimeZone) {
            (id, title, reason) = (item.id, item.title, item.reason)
            date = Moment(item.date, in: zone)
            dateEdited = item.dateEdited.map { Moment($0, in: zone) }
            (isMended, seller, decider) = (item.isMended, item.seller, item.decider)
        }
    }

    /// - Throws: `StorageError` of a storage that failed.
    public func output(for key: Input = nil) async throws(StorageError) -> Output {
        try await ListPage(
            after: key, size: Self.pageSize, whenEmpty: Phrase(.nothingHidden),
            read: { limit throws(StorageError) in
                try await storage.hiddenItems(before: key, limit: limit)
            },
            entry: { found in Entry(found, zone: zone) })
    }
}
