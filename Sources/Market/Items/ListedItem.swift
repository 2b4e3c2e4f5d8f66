/// An item as a list shows it that tells everything about each.
public struct ListedItem: Identifiable, Equatable, Sendable {
    /// Of a description, in Unicode scalars: the most that a list has of it.
    public static let mostDescription = 1_000

    /// What every list has of it.
    public var summary: ItemSummary
    /// Its beginning in a list; whole when the item is read alone.
    public var description: String
    /// In the order shown.
    public var photos: [Photo.ID]
    /// That of the posting until the first edit.
    public var dateModified: Timestamp
    /// Nil for a guest's.
    public var seller: Seller?
    /// Whose program posted it; nil when that did not say.
    public var vendor: Vendor?

    /// An item with all that a list can tell.
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

    /// The item's.
    public var id: Item.ID { summary.id }

    /// Whether it tells what the item is, its place in the list aside.
    public func shows(_ item: Item) -> Bool {
        summary == ItemSummary(item, position: summary.position)
            && description == item.content.description && photos == item.photos.map(\.id)
            && dateModified == item.dateModified && seller?.id == item.seller
    }

    /// The account that owns an item, as others see it.
    public struct Seller: Identifiable, Equatable, Sendable {
        /// The account.
        public let id: Account.ID
        /// As it is when the item is read.
        public let nickname: String

        /// A seller by account and nickname.
        public init(id: Account.ID, nickname: String) {
            self.id = id
            self.nickname = nickname
        }
    }
}
