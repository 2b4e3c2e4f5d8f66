/// An item that an account has begun to write: the form's texts as typed, unchecked.
public struct ItemDraft: Equatable, Sendable {
    /// The limit for all its texts together, in bytes.
    public static let mostBytes = 64 << 10

    /// Identifies the form in which it was typed. A draft of another form does not replace it, and posting
    /// the form deletes it. Empty if it was kept by an earlier version, which did not identify forms.
    public var key: String
    /// The texts in the rows of the form, by field name.
    public var texts: [String: String]
    /// In the order shown; at most `Item.mostPhotos`.
    public var photos: [Photo.ID]

    /// A draft of texts as typed.
    public init(key: String = "", texts: [String: String], photos: [Photo.ID]) {
        self.key = key
        self.texts = texts
        self.photos = photos
    }
}

/// Where drafts are kept, one per account. Every method is atomic. A draft is deleted when it is
/// posted (`NewItem.draft`); its photos are not deleted as unused.
public protocol ItemDraftStorage: Sendable {
    /// The account's draft; nil if there is none.
    func draft(of account: Account.ID) async throws(StorageError) -> ItemDraft?

    /// Keeps a draft in place of an earlier one with the same key; photos that are not in the
    /// storage are left out.
    /// - Parameter discardsOther: whether it takes the place of a draft with another key, too.
    /// - Returns: whether it is kept: otherwise it is not while there is a draft with another key.
    /// - Throws: `.notFound` if the account is gone.
    @discardableResult
    func setDraft(
        _ draft: ItemDraft, discardingOther discardsOther: Bool, of account: Account.ID
    ) async throws(StorageError) -> Bool

    /// Deletes a draft; it is no error if there is none.
    /// - Parameter key: of the draft to delete; nil deletes whichever there is.
    /// - Throws: `.notFound` if the account is gone.
    func deleteDraft(_ key: String?, of account: Account.ID) async throws(StorageError)
}

extension ItemDraftStorage {
    /// Keeps a draft unless there is one with another key.
    @discardableResult
    public func setDraft(
        _ draft: ItemDraft, of account: Account.ID
    ) async throws(StorageError) -> Bool {
        try await setDraft(draft, discardingOther: false, of: account)
    }
}
