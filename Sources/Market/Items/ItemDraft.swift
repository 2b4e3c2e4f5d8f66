/// What an account has begun to write of an item: as it was typed, and checked by nobody.
public struct ItemDraft: Equatable, Sendable {
    /// Of all its texts together, in bytes.
    public static let mostBytes = 64 << 10

    /// Names the form that it was typed into: no other form takes its place, and it goes once that
    /// is posted. Empty for one of a program that did not name them.
    public var key: String
    /// What stands in the rows of the form, by their names.
    public var texts: [String: String]
    /// In the order shown; at most `Item.mostPhotos`.
    public var photos: [Photo.ID]

    /// A draft of texts as they were typed.
    public init(key: String = "", texts: [String: String], photos: [Photo.ID]) {
        self.key = key
        self.texts = texts
        self.photos = photos
    }
}

/// Where drafts are kept, one of each account. Every method is atomic. A draft goes when it is
/// posted (`NewItem.draft`), and keeps its photos from being deleted as unused.
public protocol ItemDraftStorage: Sendable {
    /// Nil when there is none.
    func draft(of account: Account.ID) async throws(StorageError) -> ItemDraft?

    /// Keeps a draft, without photos that are not in the storage, in place of the one before of the
    /// same key.
    /// - Returns: whether it is kept: not while there is one of another key.
    /// - Throws: `.notFound` when the account is gone.
    @discardableResult
    func setDraft(
        _ draft: ItemDraft, of account: Account.ID
    ) async throws(StorageError) -> Bool

    /// Forgets a draft; none is no error.
    /// - Parameter key: of the one to forget; nil is whichever there is.
    /// - Throws: `.notFound` when the account is gone.
    func deleteDraft(_ key: String?, of account: Account.ID) async throws(StorageError)
}
