/// What an account has begun to write of an item: as it was typed, and checked by nobody.
public struct ItemDraft: Equatable, Sendable {
    /// Of all its texts together, in bytes.
    public static let mostBytes = 64 << 10

    /// What stands in the rows of the form, by their names.
    public var texts: [String: String]
    /// In the order shown; at most `Item.mostPhotos`.
    public var photos: [Photo.ID]

    /// A draft of texts as they were typed.
    public init(texts: [String: String], photos: [Photo.ID]) {
        self.texts = texts
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
