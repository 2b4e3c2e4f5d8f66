/// A member's private note.
public struct Memo: Revised, Identifiable, Equatable, Sendable {
    /// A memo's number; every new memo gets a larger one.
    public typealias ID = Identifier<Memo>

    /// The newer the memo, the larger its id.
    public let id: ID
    /// The text and settings as last saved.
    public var content: MemoContent
    /// When it was first written.
    public let dateCreated: Timestamp
    /// Updated by every edit.
    public var dateModified: Timestamp
    /// Incremented by every edit. An edit states the revision on which it is based.
    public var revision: Int64
    /// The title of the item to which the memo is pinned; nil if there is none, or if the item is
    /// hidden or deleted.
    public var itemTitle: String?

    /// A memo as stored.
    public init(
        id: ID, content: MemoContent, dateCreated: Timestamp, dateModified: Timestamp,
        revision: Int64, itemTitle: String? = nil
    ) {
        self.id = id
        self.content = content
        self.dateCreated = dateCreated
        self.dateModified = dateModified
        self.revision = revision
        self.itemTitle = itemTitle
    }
}

/// What a member writes in a memo, already validated.
public struct MemoContent: Equatable, Sendable {
    /// 1 to `Limits.memo` letters, not all of them white space.
    public var text: String
    /// When to remind the member of the memo.
    public var reminder: Timestamp?
    /// The item to which the memo is pinned.
    public var item: Item.ID?

    /// A memo's text, with a reminder and an item if there are any.
    public init(text: String, reminder: Timestamp? = nil, item: Item.ID? = nil) {
        self.text = text
        self.reminder = reminder
        self.item = item
    }

    /// Stands for the memo where there is only room for a title: the first line that is not blank,
    /// cut to `Limits.title` letters.
    public var title: String {
        let start = text.drop { character in character.isWhitespace }
        return String(start.prefix(Limits.title).prefix { character in !character.isNewline })
    }
}

/// Stores memos. Every method is atomic and sees the rows of one account only: the id of another
/// account's memo, or of a deleted one, is `.notFound`, as if it had never existed.
public protocol MemoStorage: Sendable {
    /// - Throws: `.notFound` when the account is gone, `.itemNotFound`,
    ///   `.limitReached` past `Limits.memos`.
    func insert(
        _ memo: MemoContent, of account: Account.ID, at now: Timestamp
    ) async throws(StorageError) -> Memo.ID

    /// The account's memos, newest first. To find out whether there are more, ask for one more than is shown.
    /// - Parameter id: the memo after which to continue; nil starts with the newest.
    func memos(
        of account: Account.ID, before id: Memo.ID?, limit: Int
    ) async throws(StorageError) -> [Memo]

    /// - Throws: `.notFound`.
    func memo(_ id: Memo.ID, of account: Account.ID) async throws(StorageError) -> Memo

    /// Replaces the content and updates the modification date. If the reminder's time changes, the
    /// reminder counts as not dismissed.
    /// - Parameter revision: the revision that was edited.
    /// - Throws: `.notFound`, `.itemNotFound`, `.changedMeanwhile` if the memo has another revision
    ///   by now; then nothing has changed.
    func update(
        _ id: Memo.ID, of account: Account.ID, content: MemoContent, revision: Int64,
        at now: Timestamp
    ) async throws(StorageError)

    /// Deletes a memo; `restore` brings it back.
    /// - Throws: `.notFound`.
    func deleteMemo(
        _ id: Memo.ID, of account: Account.ID, at now: Timestamp
    ) async throws(StorageError) -> Deletion
}
