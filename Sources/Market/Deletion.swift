/// What was deleted at one stroke, and can be brought back at one.
public struct Deletion: Identifiable, Equatable, Sendable {
    public typealias ID = Identifier<Deletion>

    /// How long it can be brought back, in seconds: 30 days.
    public static let lifetime: Int64 = 30 * 86_400

    public let id: ID
    public let kind: Kind
    /// Of the newest of the things.
    public let title: String
    /// How many lists (their tasks go with them uncounted), tasks or memos.
    public let count: Int
    public let date: Timestamp

    public init(id: ID, kind: Kind, title: String, count: Int, date: Timestamp) {
        self.id = id
        self.kind = kind
        self.title = title
        self.count = count
        self.date = date
    }

    /// What was deleted; the raw value is the one in storage.
    public enum Kind: Int, CaseIterable, Sendable {
        case lists
        case todos
        case memos
    }
}
