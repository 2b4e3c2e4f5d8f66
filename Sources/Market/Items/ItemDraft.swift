/// What an account has begun to write of an item: as it was typed, and checked by nobody.
public struct ItemDraft: Equatable, Sendable {
    /// Of all its texts together, in bytes.
    public static let mostBytes = 64 << 10

    /// Whether it is wanted rather than offered.
    public var isRequest: Bool
    /// One line, or what was to become one.
    public var title: String
    /// A category's id.
    public var category: String
    /// In units of the currency.
    public var price: String
    /// A neighbourhood's id, and perhaps a spot's.
    public var place: String
    /// The lowered price.
    public var discountedPrice: String
    /// A code of ISO 4217.
    public var currency: String
    /// How many there are.
    public var stock: String
    /// Several lines.
    public var description: String
    /// Whether it is to be given away.
    public var isFree: Bool
    /// In the order shown; at most `Item.mostPhotos`.
    public var photos: [Photo.ID]

    /// A draft of texts as they were typed.
    public init(
        isRequest: Bool = false, title: String, category: String, price: String,
        place: String = "", discountedPrice: String, currency: String, stock: String,
        description: String, isFree: Bool, photos: [Photo.ID]
    ) {
        self.isRequest = isRequest
        self.title = title
        self.category = category
        self.price = price
        self.place = place
        self.discountedPrice = discountedPrice
        self.currency = currency
        self.stock = stock
        self.description = description
        self.isFree = isFree
        self.photos = photos
    }
}

/// Where drafts are kept, one of each account. Every method is atomic. A draft goes when its account
/// posts an item, and keeps its photos from being deleted as unused.
public protocol ItemDraftStorage: Sendable {
    /// Nil when there is none.
    func draft(of account: Account.ID) async throws(StorageError) -> ItemDraft?

    /// Keeps a draft in place of the one before, without photos that are not in the storage.
    /// - Parameter draft: nil forgets the one that there is; none is no error.
    /// - Throws: `.notFound` when the account is gone.
    func setDraft(_ draft: ItemDraft?, of account: Account.ID) async throws(StorageError)
}
