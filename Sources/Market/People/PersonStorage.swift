/// What is known of somebody from their dealings: facts in place of one score.
public struct PersonFacts: Equatable, Sendable {
    /// The median of fewer would say little.
    public static let fewestReplies = 3

    /// Of what two people close about one item in such a time, in seconds, one dealing counts, and one
    /// rating of each: else two could make each other a name in a minute.
    public static let dealingPeriod: Int64 = 86_400

    /// Closed dealings of two accounts, on either side, one a `dealingPeriod`.
    public var dealings: Int
    /// Appointments that they did not come to.
    public var noShows = 0
    /// Seconds to the first answer of a seller, the median over their conversations; nil for fewer
    /// than `fewestReplies`.
    public var replyTime: Int64?
    /// How often each was given, as far as that counts; those never given are left out.
    public var ratings: [Rating: Int]
    /// How often each was ticked beside them; those never ticked are left out.
    public var remarks: [Remark: Int]
    /// When the next review opens, or a no-show begins to count; nil for never.
    public var nextChange: Timestamp?

    /// Of somebody new, unless said otherwise.
    public init(
        dealings: Int = 0, replyTime: Int64? = nil, ratings: [Rating: Int] = [:],
        remarks: [Remark: Int] = [:], nextChange: Timestamp? = nil
    ) {
        self.dealings = dealings
        self.replyTime = replyTime
        self.ratings = ratings
        self.remarks = remarks
        self.nextChange = nextChange
    }

    /// When dealings are closed that count as one with that of a moment.
    public static func period(of date: Timestamp) -> Range<Timestamp> {
        let past = date.seconds % dealingPeriod
        return date + -past..<date + (dealingPeriod - past)
    }
}

/// What two people have closed before.
public struct EarlierDealings: Equatable, Sendable {
    /// How many.
    public let count: Int
    /// The one begun last.
    public let last: Conversation.ID
    /// What its item was called.
    public let title: String

    /// - Parameter title: what the item of the last was called.
    public init(count: Int, last: Conversation.ID, title: String) {
        self.count = count
        self.last = last
        self.title = title
    }
}

/// What is told of people. Every method reads one state.
public protocol PersonStorage: Sendable {
    /// - Throws: `.notFound` when the account is gone.
    func facts(of account: Account.ID, at now: Timestamp) async throws(StorageError) -> PersonFacts

    /// Other dealings of the same two accounts; nil for none.
    /// - Throws: `.notFound` when the reader has no such conversation.
    func dealings(
        before id: Conversation.ID, of reader: Conversation.Reader
    ) async throws(StorageError) -> EarlierDealings?
}
