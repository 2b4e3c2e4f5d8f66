/// Facts about a member's dealings, in place of a single score.
public struct PersonFacts: Equatable, Sendable {
    /// The minimum number of replies for a reply time; the median of fewer would say little.
    public static let fewestReplies = 3

    /// All dealings that two people close about one item within such a period, in seconds, count as
    /// one, and so do each one's ratings. Otherwise two people could build each other a reputation
    /// within a minute.
    public static let dealingPeriod: Int64 = 86_400

    /// Closed dealings with other members, as seller or buyer; at most one per conversation and `dealingPeriod`.
    public var dealings: Int
    /// Appointments that the member did not come to.
    public var noShows: Int
    /// How long the member, as a seller, takes to answer first, in seconds: the median over their
    /// conversations. Nil for fewer than `fewestReplies`.
    public var replyTime: Int64?
    /// When the next no-show begins to count, which changes these facts; nil for never.
    public var nextChange: Timestamp?

    /// The facts about a new member, unless arguments are given.
    public init(
        dealings: Int = 0, noShows: Int = 0, replyTime: Int64? = nil, nextChange: Timestamp? = nil
    ) {
        (self.dealings, self.noShows) = (dealings, noShows)
        (self.replyTime, self.nextChange) = (replyTime, nextChange)
    }

    /// The period around `date` within which closed dealings count as one.
    public static func period(of date: Timestamp) -> Range<Timestamp> {
        let past = date.seconds % dealingPeriod
        return date + -past..<date + (dealingPeriod - past)
    }
}

/// The dealings that two people have closed in their other conversations.
public struct OtherDealings: Equatable, Sendable {
    /// The number of dealings.
    public let count: Int
    /// The conversation among them that was begun last.
    public let last: Conversation.ID
    /// The title of that conversation's item.
    public let title: String

    /// - Parameter title: the title of the item of the last conversation.
    public init(count: Int, last: Conversation.ID, title: String) {
        self.count = count
        self.last = last
        self.title = title
    }
}

/// Reads facts about people. Every method reads from one snapshot.
public protocol PersonStorage: Sendable {
    /// - Throws: `.notFound` when the account is gone.
    func facts(of account: Account.ID, at now: Timestamp) async throws(StorageError) -> PersonFacts

    /// The dealings of the same two people in their other conversations; nil if there are none.
    /// - Throws: `.notFound` if the reader has no such conversation.
    func dealings(
        besides id: Conversation.ID, of reader: Conversation.Reader
    ) async throws(StorageError) -> OtherDealings?
}
