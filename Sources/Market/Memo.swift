/// A note that somebody keeps for themselves.
public struct Memo: Identifiable, Equatable, Sendable {
    public typealias ID = Identifier<Memo>

    public let id: ID
    public var content: MemoContent
    public let dateCreated: Timestamp
    /// Moves at every edit.
    public var dateModified: Timestamp
    /// Grows with every edit: an edit names the one it was made from.
    public var revision: Int64

    public init(
        id: ID, content: MemoContent, dateCreated: Timestamp, dateModified: Timestamp,
        revision: Int64
    ) {
        self.id = id
        self.content = content
        self.dateCreated = dateCreated
        self.dateModified = dateModified
        self.revision = revision
    }
}

/// What somebody writes in a memo, checked.
public struct MemoContent: Equatable, Sendable {
    /// 1 to `Limits.memo` letters, not all of them white space.
    public var text: String
    /// When to be reminded of it.
    public var reminder: Timestamp?
    /// The listing that it is pinned to.
    public var item: Item.ID?

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
