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
