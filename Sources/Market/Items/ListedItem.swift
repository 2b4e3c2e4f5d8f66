/// An item with everything that a list of the API tells about it.
public struct ListedItem: Identifiable, Equatable, Sendable {
    /// The most Unicode scalars of a description that a list contains.
    public static let mostDescription = 1_000

    /// What every list shows of the item.
    public var summary: ItemSummary
    /// The beginning of the description in a list; all of it if the item is read alone.
    public var description: String
    /// In the order shown.
    public var photos: [Photo.ID]
    /// When it was posted, until the first edit.
    public var dateModified: Timestamp
    /// Nil for a guest's item.
    public var seller: Seller?
    /// The vendor whose API client posted it; nil if the client did not say.
    public var vendor: Vendor?

    /// An item with everything that a list can tell.
    public init(
        summary: ItemSummary, description: String, photos: [Photo.ID], dateModified: Timestamp,
        seller: Seller?, vendor: Vendor? = nil
    ) {
        self.summary = summary
        self.description = description
        self.photos = photos
        self.dateModified = dateModified
        self.seller = seller
        self.vendor = vendor
    }

    /// The number of the item.
    public var id: Item.ID { summary.id }

    /// Whether it shows the item as it is now, its position aside.
    public func shows(_ item: Item) -> Bool {
        summary == ItemSummary(item, position: summary.position)
            && description == item.content.description && photos == item.photos.map(\.id)
            && dateModified == item.dateModified && seller?.id == item.seller
    }

    /// The account that owns an item, as others see it.
    public struct Seller: Identifiable, Equatable, Sendable {
        /// The account.
        public let id: Account.ID
        /// The nickname when the item is read.
        public let nickname: String

        /// A seller by account and nickname.
        public init(id: Account.ID, nickname: String) {
            self.id = id
            self.nickname = nickname
        }
    }
}
