/// A note that somebody keeps for themselves.
public struct Memo: Revised, Identifiable, Equatable, Sendable {
    /// The number of a memo; it grows with each.
    public typealias ID = Identifier<Memo>

    /// The larger the newer.
    public let id: ID
    /// What its account wrote last.
    public var content: MemoContent
    /// When it was first written.
    public let dateCreated: Timestamp
    /// Moves at every edit.
    public var dateModified: Timestamp
    /// Grows with every edit: an edit names the one it was made from.
    public var revision: Int64
    /// What the item is called that it is pinned to; nil for none, and for one that is hidden or
    /// deleted.
    public var itemTitle: String?

    /// A memo as it is kept.
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

/// What somebody writes in a memo, checked.
public struct MemoContent: Equatable, Sendable {
    /// 1 to `Limits.memo` letters, not all of them white space.
    public var text: String
    /// When to be reminded of it.
    public var reminder: Timestamp?
    /// The item that it is pinned to.
    public var item: Item.ID?

    /// A memo's text, with a reminder and an item if it has them.
    public init(text: String, reminder: Timestamp? = nil, item: Item.ID? = nil) {
        self.text = text
        self.reminder = reminder
        self.item = item
    }

    /// Stands for the memo where there is room for a title only: the first line that says
    /// something, cut to `Limits.title` letters.
    public var title: String {
        let start = text.drop { character in character.isWhitespace }
        return String(start.prefix(Limits.title).prefix { character in !character.isNewline })
    }
}

/// Where memos are kept. Every method is atomic and sees one account's rows only: an id of somebody
/// else's, or of what is deleted, is `.notFound` like one that never was.
public protocol MemoStorage: Sendable {
    /// - Throws: `.notFound` when the account is gone, `.itemNotFound`,
    ///   `.limitReached` past `Limits.memos`.
    func insert(
        _ memo: MemoContent, of account: Account.ID, at now: Timestamp
    ) async throws(StorageError) -> Memo.ID

    /// Newest first. Ask for one more than is shown to know whether there are more.
    /// - Parameter id: of the memo that they come after; nil begins with the newest.
    func memos(
        of account: Account.ID, before id: Memo.ID?, limit: Int
    ) async throws(StorageError) -> [Memo]

    /// - Throws: `.notFound`.
    func memo(_ id: Memo.ID, of account: Account.ID) async throws(StorageError) -> Memo

    /// Replaces what is written and moves the modification date. A reminder at another time than
    /// before is not dismissed any more.
    /// - Parameter revision: the one that was edited.
    /// - Throws: `.notFound`, `.itemNotFound`, `.changedMeanwhile` when its revision is another by
    ///   now; then nothing has changed.
    func update(
        _ id: Memo.ID, of account: Account.ID, content: MemoContent, revision: Int64,
        at now: Timestamp
    ) async throws(StorageError)

    /// Deletes a memo, for `restore` to bring back.
    /// - Throws: `.notFound`.
    func deleteMemo(
        _ id: Memo.ID, of account: Account.ID, at now: Timestamp
    ) async throws(StorageError) -> Deletion
}
