/// One person's review of a closed dealing.
public struct Review: Identifiable, Equatable, Sendable {
    /// The number of a review; it grows with each.
    public typealias ID = Identifier<Review>

    /// How long after the closing it may be written, in seconds. Until both have written, or the
    /// time is over, only its writer sees it.
    public static let writingTime: Int64 = 14 * 86_400
    /// How many of the latest conversations are searched for dealings that may be reviewed.
    public static let conversationsLookedAt = 100

    /// The larger, the later it was written.
    public let id: ID
    /// The writer, with their present name.
    public let writer: Conversation.Person
    /// What the review says.
    public let content: ReviewContent
    /// When it was written.
    public let date: Timestamp
    /// When others than its writer can see it.
    public let opens: Timestamp
    /// The title of the item that it was about.
    public let itemTitle: String
    /// The reviewed person's answer; nil if none.
    public let answer: String?
    /// Whether everybody may read it once it is open. A review of a dealing with a guest is not
    /// public: a guest may be anybody, even the person who is praised.
    public let isPublic: Bool

    /// A review as it is kept.
    public init(
        id: ID, writer: Conversation.Person, content: ReviewContent, date: Timestamp,
        opens: Timestamp, itemTitle: String, answer: String?, isPublic: Bool
    ) {
        self.id = id
        self.writer = writer
        self.content = content
        self.date = date
        self.opens = opens
        self.itemTitle = itemTitle
        self.answer = answer
        self.isPublic = isPublic
    }

    /// Its place among a person's reviews, by when they open.
    public typealias Key = DatedKey<Review>

    /// The key with which the next page continues after this review.
    public var key: Key { Key(date: opens, id: id) }
}

/// What somebody says about a dealing, checked.
public struct ReviewContent: Equatable, Sendable {
    /// The overall rating.
    public var rating: Rating
    /// The remarks that they ticked; each goes with a rating and a party.
    public var remarks: Set<Remark>
    /// At most `Limits.message` characters; may be empty.
    public var text: String

    /// A rating with remarks and a text.
    public init(rating: Rating, remarks: Set<Remark> = [], text: String = "") {
        self.rating = rating
        self.remarks = remarks
        self.text = text
    }
}

/// How a dealing was overall; the raw value is the one in storage and in forms.
public enum Rating: Int, CaseIterable, Sendable {
    /// The writer would rather not deal again.
    case bad = 1
    /// Nothing special.
    case fair
    /// The writer would deal again.
    case good
}

/// A remark to tick in a review; the raw value is the bit in storage, and the number in forms.
public enum Remark: Int, CaseIterable, Sendable {
    /// The item was as the listing says.
    case asDescribed
    /// Friendly.
    case kind
    /// Answered quickly.
    case quick
    /// Came on time.
    case punctual
    /// Paid what was agreed.
    case keepsPrice
    /// The item was slightly different.
    case slightlyOther
    /// Took their time to answer.
    case slow
    /// Came a little late.
    case late
    /// The item was not as the listing says.
    case notAsDescribed
    /// Not friendly.
    case unkind
    /// Kept the other waiting.
    case unpunctual
    /// Wanted to pay less than was agreed.
    case haggled

    /// The rating that it goes with.
    public var rating: Rating {
        switch self {
        case .asDescribed, .kind, .quick, .punctual, .keepsPrice: .good
        case .slightlyOther, .slow, .late: .fair
        case .notAsDescribed, .unkind, .unpunctual, .haggled: .bad
        }
    }

    /// Whether it can be said of this party.
    public func isSaid(of party: Dealing.Party) -> Bool {
        switch self {
        case .asDescribed, .slightlyOther, .notAsDescribed: party == .seller
        case .keepsPrice, .haggled: party == .asker
        case .kind, .quick, .punctual, .slow, .late, .unkind, .unpunctual: true
        }
    }
}

/// What the reviews of a member say, added up.
public struct ReviewCounts: Equatable, Sendable {
    /// How often the member was given each rating, as far as ratings count; those never given are left out.
    public var ratings: [Rating: Int] = [:]
    /// How often each remark was ticked; those never ticked are left out.
    public var remarks: [Remark: Int] = [:]
    /// When the next sealed review opens, which changes these counts; nil for never.
    public var nextChange: Timestamp?

    /// The counts of a member whom nobody has reviewed.
    public init() {}
}

/// The reviews of a dealing, as one of the two sees them.
public struct DealingReviews: Equatable, Sendable {
    /// The reader's review; nil if none.
    public var own: Review?
    /// The other's review; nil if none, or while it is sealed.
    public var others: Review?

    /// - Parameter others: nil also while it is sealed.
    public init(own: Review? = nil, others: Review? = nil) {
        self.own = own
        self.others = others
    }
}

/// Where reviews are kept. Every method is atomic; only its writer can read a sealed review.
public protocol ReviewStorage: Sendable {
    /// How a dealing ended, however many the two have closed since; nil if the closing was taken back.
    /// - Throws: `.notFound` if the reader has no such conversation.
    func closing(
        _ id: ChatMessage.ID, in conversation: Conversation.ID, of reader: Conversation.Reader
    ) async throws(StorageError) -> Dealing.Closing?

    /// - Parameter closing: the closing of the dealing that they are about; nil for the latest one.
    /// - Throws: `.notFound` if the reader has no such conversation.
    func reviews(
        in id: Conversation.ID, about closing: ChatMessage.ID?, of reader: Conversation.Reader,
        at now: Timestamp
    ) async throws(StorageError) -> DealingReviews

    /// Adds a review by one of the two. Once both have written, everybody can see both. Reviews of
    /// a dealing with a guest, by either party, are visible only to the two and never counted.
    /// - Parameter closing: the closing of the dealing that it is about; nil for the latest one.
    /// - Throws: `.notFound` if the writer has no such conversation; `.dealing` with the reason.
    func insert(
        _ content: ReviewContent, in id: Conversation.ID, about closing: ChatMessage.ID?,
        by writer: Conversation.Reader, at now: Timestamp
    ) async throws(StorageError)

    /// Answers the other's review; only once.
    /// - Parameter closing: the closing of the dealing that it is about; nil for the latest one.
    /// - Throws: `.notFound` if there is no such conversation, or no review that the reader can
    ///   see; `.dealing(.reviewAnswered)`.
    func answerReview(
        _ text: String, in id: Conversation.ID, about closing: ChatMessage.ID?,
        by reader: Conversation.Reader, at now: Timestamp
    ) async throws(StorageError)

    /// The public reviews about an account, opened last first.
    /// - Parameter key: of the review that they come after; nil begins with the first.
    func reviews(
        of account: Account.ID, before key: Review.Key?, limit: Int, at now: Timestamp
    ) async throws(StorageError) -> [Review]

    /// The public reviews about an account, added up; none if the account is gone.
    func reviewCounts(
        of account: Account.ID, at now: Timestamp
    ) async throws(StorageError) -> ReviewCounts

    /// The dealings that an account may review now, on either side, closed last first; searched for
    /// in the `Review.conversationsLookedAt` conversations written in last.
    func dealingsToReview(
        by account: Account.ID, at now: Timestamp, limit: Int
    ) async throws(StorageError) -> [ClosedDealing]

    /// The reviews that an account has written, sealed or not, latest first.
    func reviews(
        by account: Account.ID, before id: Review.ID?, limit: Int
    ) async throws(StorageError) -> [Review]
}

extension ReviewStorage {
    /// Adds a review of the latest dealing.
    /// - Throws: `.notFound` if the writer has no such conversation; `.dealing` with the reason.
    public func insert(
        _ content: ReviewContent, in id: Conversation.ID, by writer: Conversation.Reader,
        at now: Timestamp
    ) async throws(StorageError) {
        try await insert(content, in: id, about: nil, by: writer, at: now)
    }
}
