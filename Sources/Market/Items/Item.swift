/// An item: one thing, or several of a kind, that somebody offers or wants.
public struct Item: Identifiable, Equatable, Sendable {
    /// The number of an item; it grows with each.
    public typealias ID = Identifier<Item>
    /// The position of an item in the list: the larger, the newer. An item gets a new largest one
    /// when it is posted and when it is pulled up, so no two items share one.
    public typealias Position = Identifier<Place>
    /// What a `Position` numbers.
    public enum Place {}

    /// The most photos one item shows.
    public static let mostPhotos = 5
    /// Characters in the password of a guest's item.
    public static let longestPassword = 128

    /// The larger, the later the item was posted.
    public let id: ID
    /// What its seller wrote last.
    public var content: ItemContent
    /// In the order shown; at most `mostPhotos`.
    public var photos: [Photo]
    /// How far the sale has got.
    public var status: Status
    /// When it was posted; pulling it up does not change this.
    public let datePosted: Timestamp
    /// Equal to `datePosted` until the first edit.
    public var dateModified: Timestamp
    /// Nil until it is pulled up for the first time.
    public var datePulledUp: Timestamp?
    /// Nil for a guest's item, which is edited with its own password.
    public var seller: Account.ID?
    /// Whether the operator hides it from everybody but its seller.
    public var isHidden: Bool

    /// An item as it is kept.
    public init(
        id: ID, content: ItemContent, photos: [Photo], status: Status,
        datePosted: Timestamp, dateModified: Timestamp, datePulledUp: Timestamp? = nil,
        seller: Account.ID? = nil, isHidden: Bool = false
    ) {
        self.isHidden = isHidden
        self.id = id
        self.content = content
        self.photos = photos
        self.status = status
        self.datePosted = datePosted
        self.dateModified = dateModified
        self.datePulledUp = datePulledUp
        self.seller = seller
    }

    /// How far the sale has got; the raw value is the one in storage.
    public enum Status: Int, CaseIterable, Sendable {
        /// Available to everybody.
        case selling
        /// Reserved for somebody.
        case reserved
        /// Sold or given away.
        case sold
    }

    /// Why somebody posts an item; the raw value is the one in storage.
    public enum Purpose: Int, CaseIterable, Sendable {
        /// To sell it, or to give it away.
        case offer
        /// To get such a thing.
        case request
    }
}

/// What a seller writes about an item, checked.
public struct ItemContent: Equatable, Sendable {
    /// Characters, as people count them, in a title.
    public static let longestTitle = 100
    /// Characters in a description.
    public static let longestDescription = 10_000
    /// A thousand trillion; a larger stock is a typing mistake.
    public static let largestStock: Int64 = 1_000_000_000_000_000

    /// Whether it is offered or wanted.
    public var purpose: Item.Purpose
    /// One line of at most `longestTitle` characters.
    public var title: String
    /// What kind of thing it is.
    public var category: Category
    /// The price of one piece; for a wanted item, what its poster would pay.
    public var price: Price
    /// Where it is handed over; nil if the seller chose none of the operator's places.
    public var place: Place?
    /// How many are left, at most `largestStock`; 0 is sold out.
    public var stock: Int64
    /// Several lines of plain text, at most `longestDescription` characters.
    public var description: String

    /// An item's text and figures.
    public init(
        purpose: Item.Purpose = .offer, title: String, category: Category, price: Price,
        place: Place? = nil, stock: Int64, description: String
    ) {
        self.purpose = purpose
        self.title = title
        self.category = category
        self.price = price
        self.place = place
        self.stock = stock
        self.description = description
    }
}

/// What a list shows of an item. A class, so that it goes from row to page, and into caches,
/// without copying its fields.
public final class ItemSummary: Identifiable, Equatable, Sendable {
    /// The number of the item.
    public let id: Item.ID
    /// Where it stands in the list.
    public let position: Item.Position
    /// Whether the operator hides it from everybody but its seller: a hidden item has a position
    /// below zero, where no list looks.
    public var isHidden: Bool { position.rawValue < 0 }
    /// Whether it is offered or wanted.
    public let purpose: Item.Purpose
    /// The item's title.
    public let title: String
    /// What kind of thing it is.
    public let category: Category
    /// The price of one piece.
    public let price: Price
    /// Where it is handed over.
    public let neighbourhood: Neighbourhood?
    /// How many are left; 0 is sold out.
    public let stock: Int64
    /// How far the sale has got.
    public let status: Item.Status
    /// When it was posted.
    public let datePosted: Timestamp
    /// When it was last pulled up; nil if never.
    public let datePulledUp: Timestamp?
    /// When it got its place in the list: when it was last pulled up, otherwise when it was posted.
    public var dateListed: Timestamp { datePulledUp ?? datePosted }
    /// The first photo, if there is one.
    public let photo: Photo.ID?

    /// A row of a list; without a `position` it stands where it was posted.
    public init(
        id: Item.ID, purpose: Item.Purpose = .offer, title: String, category: Category,
        price: Price, neighbourhood: Neighbourhood? = nil, stock: Int64, status: Item.Status,
        datePosted: Timestamp, datePulledUp: Timestamp? = nil, photo: Photo.ID?,
        position: Item.Position? = nil
    ) {
        self.id = id
        self.position = position ?? Item.Position(rawValue: id.rawValue)
        self.purpose = purpose
        self.title = title
        self.category = category
        self.price = price
        self.neighbourhood = neighbourhood
        self.stock = stock
        self.status = status
        self.datePosted = datePosted
        self.datePulledUp = datePulledUp
        self.photo = photo
    }

    public static func == (one: ItemSummary, other: ItemSummary) -> Bool {
        (one.id, one.position, one.purpose, one.title, one.category, one.price)
            == (other.id, other.position, other.purpose, other.title, other.category, other.price)
            && (one.neighbourhood, one.stock, one.status, one.photo)
                == (other.neighbourhood, other.stock, other.status, other.photo)
            && (one.datePosted, one.datePulledUp) == (other.datePosted, other.datePulledUp)
    }
}

extension ItemSummary {
    /// - Parameter position: nil if the item has never been pulled up.
    public convenience init(_ item: Item, position: Item.Position? = nil) {
        self.init(
            id: item.id, purpose: item.content.purpose, title: item.content.title,
            category: item.content.category, price: item.content.price,
            neighbourhood: item.content.place?.neighbourhood, stock: item.content.stock,
            status: item.status, datePosted: item.datePosted, datePulledUp: item.datePulledUp,
            photo: item.photos.first?.id, position: position)
    }
}

/// An item on its way into the storage.
public struct NewItem: Sendable {
    /// What the seller wrote.
    public var content: ItemContent
    /// In the order shown; every photo is in the storage already.
    public var photos: [Photo.ID]
    /// The status with which the item is posted.
    public var status: Item.Status
    /// Who may edit it.
    public var owner: Owner
    /// The vendor whose API client posts it, if it says so; a new vendor gets a number.
    public var vendor: VendorIdentifier?
    /// A submission that was inserted before returns the item made then; nil always makes another item.
    public var submission: Submission?
    /// The key of the owner's draft to delete with the posting. A draft of another key stays; nil deletes none.
    public var draft: String?
    /// The moment of the posting.
    public var datePosted: Timestamp

    /// An item of a guest or of an account.
    public init(
        content: ItemContent, photos: [Photo.ID], status: Item.Status = .selling,
        owner: Owner, vendor: VendorIdentifier? = nil, submission: Submission? = nil,
        draft: String? = nil, datePosted: Timestamp
    ) {
        self.content = content
        self.photos = photos
        self.status = status
        self.owner = owner
        self.vendor = vendor
        self.submission = submission
        self.draft = draft
        self.datePosted = datePosted
    }

    /// A guest's item.
    public init(
        content: ItemContent, photos: [Photo.ID], status: Item.Status = .selling,
        passwordHash: String, submission: Submission? = nil, datePosted: Timestamp
    ) {
        self.init(
            content: content, photos: photos, status: status,
            owner: .guest(passwordHash: passwordHash), submission: submission,
            datePosted: datePosted)
    }

    /// The hash of a guest's password; nil if an account owns the item.
    public var passwordHash: String? { if case .guest(let hash) = owner { hash } else { nil } }

    /// The account that owns the item; nil for a guest's.
    public var seller: Account.ID? { if case .account(let id) = owner { id } else { nil } }

    /// Who may edit an item.
    public enum Owner: Equatable, Sendable {
        /// Whoever knows the password with this encoded hash.
        case guest(passwordHash: String)
        /// This account alone.
        case account(Account.ID)
    }
}

/// What kind of thing an item offers; the raw value is its id in paths, forms and storage.
public enum Category: Int, CaseIterable, Sendable {
    /// Computers, phones, cameras.
    case digital = 1
    /// Consoles and games.
    case games
    /// Sports and the outdoors.
    case sports
    /// For babies and children.
    case children
    /// Clothes and bags for women.
    case womensFashion
    /// Cosmetics and care.
    case beauty
    /// Clothes and bags for men.
    case mensFashion
    /// Kitchen and home.
    case household
    /// Furniture and lamps.
    case furniture
    /// Books, music, instruments.
    case hobbies
    /// Anything else.
    case other
}
