/// A listing on its way into the storage.
public struct NewItem: Sendable {
    public var content: ItemContent
    /// In the order shown; each is in the storage already.
    public var photos: [Photo.ID]
    public var status: Item.Status
    /// The encoded hash of the listing's own password; never the password.
    public var passwordHash: String
    /// Names this one submission: a second insert with the same key is the first one's listing.
    public var submissionKey: String?
    public var datePosted: Timestamp

    public init(
        content: ItemContent, photos: [Photo.ID], status: Item.Status = .selling,
        passwordHash: String, submissionKey: String? = nil, datePosted: Timestamp
    ) {
        self.content = content
        self.photos = photos
        self.status = status
        self.passwordHash = passwordHash
        self.submissionKey = submissionKey
        self.datePosted = datePosted
    }
}
