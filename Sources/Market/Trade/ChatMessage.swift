/// What one of two people has written to the other.
public struct ChatMessage: Identifiable, Equatable, Sendable {
    /// The number of a message; it grows with each.
    public typealias ID = Identifier<ChatMessage>

    /// For so long its writer may take it back, in seconds.
    public static let takeBackTime: Int64 = 5 * 60

    /// The larger the later it was sent.
    public let id: ID
    /// Who wrote it.
    public let author: Dealing.Party
    /// 1 to `Limits.message` letters; empty once it is taken back.
    public let text: String
    /// When it was sent.
    public let date: Timestamp
    /// Whether its writer has taken it back, from both.
    public let isTakenBack: Bool

    /// A message as it is kept.
    public init(
        id: ID, author: Dealing.Party, text: String, date: Timestamp, isTakenBack: Bool = false
    ) {
        self.id = id
        self.author = author
        self.text = text
        self.date = date
        self.isTakenBack = isTakenBack
    }

    /// Whether `party` may take it back at `now`.
    public func mayBeTakenBack(by party: Dealing.Party, at now: Timestamp) -> Bool {
        author == party && !isTakenBack && now.since(date) <= Self.takeBackTime
    }

    /// - Throws: `.notFound` for the other's, `.dealing(.tooLate)`.
    public func checkTakeBack(by party: Dealing.Party, at now: Timestamp) throws(StorageError) {
        guard author == party else { throw .notFound }
        guard now.since(date) <= Self.takeBackTime else { throw .dealing(.tooLate) }
    }
}

/// A message on its way into the storage.
public struct NewChatMessage: Equatable, Sendable {
    /// 1 to `Limits.message` letters, not all of them white space.
    public var text: String
    /// Names this one sending: a second message of the same writer with it is the first one. Empty
    /// names none.
    public var token: String
    /// When it is sent.
    public var date: Timestamp

    /// A message that somebody sends.
    public init(text: String, token: String = "", date: Timestamp) {
        self.text = text
        self.token = token
        self.date = date
    }
}
