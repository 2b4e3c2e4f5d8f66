/// A task or memo that wants to be thought of at a time.
public struct Reminder: Equatable, Sendable {
    public let subject: Subject
    /// The task's, or the memo's first line.
    public let title: String
    public let date: Timestamp
    public let dateModified: Timestamp
    /// The listing that it is pinned to.
    public let item: Item.ID?

    public init(
        subject: Subject, title: String, date: Timestamp, dateModified: Timestamp, item: Item.ID?
    ) {
        self.subject = subject
        self.title = title
        self.date = date
        self.dateModified = dateModified
        self.item = item
    }

    /// What it reminds of.
    public enum Subject: Hashable, Sendable {
        case todo(Todo.ID)
        case memo(Memo.ID)
    }
}
