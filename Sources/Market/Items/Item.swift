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

/// A listing on its way into the storage.
public struct NewItem: Sendable {
    public var content: ItemContent
    /// In the order shown; each is in the storage already.
    public var photos: [Photo.ID]
    public var status: Item.Status
    public var owner: Owner
    /// Names this one submission: a second insert with the same key is the first one's listing.
    public var submissionKey: String?
    public var datePosted: Timestamp

    public init(
        content: ItemContent, photos: [Photo.ID], status: Item.Status = .selling,
        owner: Owner, submissionKey: String? = nil, datePosted: Timestamp
    ) {
        self.content = content
        self.photos = photos
        self.status = status
        self.owner = owner
        self.submissionKey = submissionKey
        self.datePosted = datePosted
    }

    /// A guest's listing.
    public init(
        content: ItemContent, photos: [Photo.ID], status: Item.Status = .selling,
        passwordHash: String, submissionKey: String? = nil, datePosted: Timestamp
    ) {
        self.init(
            content: content, photos: photos, status: status,
            owner: .guest(passwordHash: passwordHash), submissionKey: submissionKey,
            datePosted: datePosted)
    }

    /// Nil when an account owns it.
    public var passwordHash: String? {
        if case .guest(let hash) = owner { hash } else { nil }
    }

    /// Nil when a guest owns it.
    public var seller: Account.ID? {
        if case .account(let id) = owner { id } else { nil }
    }

    /// Who may edit a listing.
    public enum Owner: Equatable, Sendable {
        /// Whoever knows the password that this is the encoded hash of.
        case guest(passwordHash: String)
        case account(Account.ID)
    }
}

/// What kind of thing a listing offers; the raw value is its id in paths, forms and storage.
public enum Category: Int, CaseIterable, Sendable {
    case digital = 1
    case games
    case sports
    case children
    case womensFashion
    case beauty
    case mensFashion
    case household
    case furniture
    case hobbies
    case other
}
