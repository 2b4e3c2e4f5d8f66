/// A listing: one thing, or several of a kind, that somebody offers.
public struct Item: Identifiable, Equatable, Sendable {
    public typealias ID = Identifier<Item>
    /// The place of a listing in the list: the larger the newer. A listing gets the largest when it
    /// is posted and when it is pulled up, so the number only grows and no two listings share one.
    public typealias Position = Identifier<Place>
    /// What a `Position` numbers.
    public enum Place {}

    /// The most photos one listing shows.
    public static let mostPhotos = 5
    /// How long after it was posted or pulled up a listing may be pulled up again, in seconds.
    public static let pullUpWait: Int64 = 24 * 3_600

    public let id: ID
    public var content: ItemContent
    public var photos: [Photo]
    public var status: Status
    public let datePosted: Timestamp
    /// Equal to `datePosted` until the first edit.
    public var dateModified: Timestamp
    /// Nil until it is pulled up for the first time.
    public var datePulledUp: Timestamp?
    /// Nil for a guest's, which its own password opens.
    public var seller: Account.ID?

    public init(
        id: ID, content: ItemContent, photos: [Photo], status: Status,
        datePosted: Timestamp, dateModified: Timestamp, datePulledUp: Timestamp? = nil,
        seller: Account.ID? = nil
    ) {
        self.id = id
        self.content = content
        self.photos = photos
        self.status = status
        self.datePosted = datePosted
        self.dateModified = dateModified
        self.datePulledUp = datePulledUp
        self.seller = seller
    }

    /// The first moment at which it may be pulled up.
    public var mayBePulledUp: Timestamp { (datePulledUp ?? datePosted) + Self.pullUpWait }

    /// How far the sale has come; the raw value is the one in storage.
    public enum Status: Int, CaseIterable, Sendable {
        case selling
        case reserved
        case sold
    }
}

/// What a seller writes of a listing, checked.
public struct ItemContent: Equatable, Sendable {
    public var title: String
    public var category: Category
    public var price: Price
    /// How many are left; 0 is sold out.
    public var stock: Int64
    public var description: String

    public init(
        title: String, category: Category, price: Price, stock: Int64, description: String
    ) {
        self.title = title
        self.category = category
        self.price = price
        self.stock = stock
        self.description = description
    }
}

/// What a list shows of a listing.
public struct ItemSummary: Identifiable, Equatable, Sendable {
    public let id: Item.ID
    public let position: Item.Position
    public let title: String
    public let category: Category
    public let price: Price
    public let stock: Int64
    public let status: Item.Status
    public let datePosted: Timestamp
    /// The first photo, if there is one.
    public let photo: Photo.ID?

    public init(
        id: Item.ID, title: String, category: Category, price: Price, stock: Int64,
        status: Item.Status, datePosted: Timestamp, photo: Photo.ID?, position: Item.Position? = nil
    ) {
        self.id = id
        self.position = position ?? Item.Position(rawValue: id.rawValue)
        self.title = title
        self.category = category
        self.price = price
        self.stock = stock
        self.status = status
        self.datePosted = datePosted
        self.photo = photo
    }
}

extension ItemSummary {
    /// - Parameter position: nil while the listing has never been pulled up.
    public init(_ item: Item, position: Item.Position? = nil) {
        self.init(
            id: item.id, title: item.content.title, category: item.content.category,
            price: item.content.price, stock: item.content.stock, status: item.status,
            datePosted: item.datePosted, photo: item.photos.first?.id, position: position)
    }
}
