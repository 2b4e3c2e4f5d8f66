/// What one of two people tells of a dealing that is closed.
public struct Review: Identifiable, Equatable, Sendable {
    /// The number of a review; it grows with each.
    public typealias ID = Identifier<Review>

    /// For so long after the closing it may be written, in seconds. Until both have written, or the
    /// time is over, each is seen by its writer alone.
    public static let writingTime: Int64 = 14 * 86_400
    /// In so many conversations, written in last, is looked for those that may be reviewed.
    public static let conversationsLookedAt = 100

    /// The larger the later it was written.
    public let id: ID
    /// Who wrote it, as they are called now.
    public let writer: Conversation.Person
    /// What they tell.
    public let content: ReviewContent
    /// When it was written.
    public let date: Timestamp
    /// From when on others than its writer see it.
    public let opens: Timestamp
    /// What the item was called that it was about.
    public let itemTitle: String
    /// What the one who is reviewed says to it; nil for nothing.
    public let answer: String?
    /// Whether it stands on a page that everybody reads once it is open. One of a guest's dealing does
    /// not: a guest may be anybody, the one who is praised too.
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

    /// Its place among those of a person, opened last first.
    public var key: Key { Key(opens: opens, id: id) }

    /// What a page of reviews goes on from.
    public struct Key: Equatable, Sendable {
        /// From when on the review is seen.
        public let opens: Timestamp
        /// Tells those apart that open at once.
        public let id: ID

        /// The place of a review.
        public init(opens: Timestamp, id: ID) {
            self.opens = opens
            self.id = id
        }
    }
}

/// What somebody tells of a dealing, checked.
public struct ReviewContent: Equatable, Sendable {
    /// On the whole.
    public var rating: Rating
    /// What they ticked; each goes with the rating and with whom it is about.
    public var remarks: Set<Remark>
    /// At most `Limits.message` letters; may be empty.
    public var text: String

    /// What somebody tells of a dealing.
    public init(rating: Rating, remarks: Set<Remark> = [], text: String = "") {
        self.rating = rating
        self.remarks = remarks
        self.text = text
    }
}

/// How a dealing was, on the whole; the raw value is the one in storage and in forms.
public enum Rating: Int, CaseIterable, Sendable {
    /// They would rather not again.
    case bad = 1
    /// Nothing special.
    case fair
    /// They would again.
    case good
}

/// Something to tick in a review; the raw value is the bit in storage, and its number in forms.
public enum Remark: Int, CaseIterable, Sendable {
    /// The thing was what the listing says.
    case asDescribed
    /// Friendly.
    case kind
    /// Answers soon.
    case quick
    /// Comes in time.
    case punctual
    /// Pays what was agreed.
    case keepsPrice
    /// The thing was a little different.
    case slightlyOther
    /// Took their time to answer.
    case slow
    /// Came a little late.
    case late
    /// The thing was not what the listing says.
    case notAsDescribed
    /// Not friendly.
    case unkind
    /// Let the other wait.
    case unpunctual
    /// Wanted to pay less than was agreed.
    case haggled

    /// The one rating that it goes with.
    public var rating: Rating {
        switch self {
        case .asDescribed, .kind, .quick, .punctual, .keepsPrice: .good
        case .slightlyOther, .slow, .late: .fair
        case .notAsDescribed, .unkind, .unpunctual, .haggled: .bad
        }
    }

    /// Whether it may be said of a seller, or of an asker.
    public func isSaid(of party: Dealing.Party) -> Bool {
        switch self {
        case .asDescribed, .slightlyOther, .notAsDescribed: party == .seller
        case .keepsPrice, .haggled: party == .asker
        case .kind, .quick, .punctual, .slow, .late, .unkind, .unpunctual: true
        }
    }
}

/// The reviews of a dealing as one of its two sees them.
public struct DealingReviews: Equatable, Sendable {
    /// What the reader wrote; nil for nothing.
    public var own: Review?
    /// What the other wrote; nil also while it is sealed.
    public var others: Review?

    /// - Parameter others: nil also while it is sealed.
    public init(own: Review? = nil, others: Review? = nil) {
        self.own = own
        self.others = others
    }
}

/// Where reviews are kept. Every method is atomic; what is sealed is read by nobody but its writer.
public protocol ReviewStorage: Sendable {
    /// How a dealing ended, however many the two have closed since; nil where it is closed no more.
    /// - Throws: `.notFound` when the reader has no such conversation.
    func closing(
        _ id: ChatMessage.ID, in conversation: Conversation.ID, of reader: Conversation.Reader
    ) async throws(StorageError) -> Dealing.Closing?

    /// - Parameter closing: of the dealing that they are about; nil for the last one.
    /// - Throws: `.notFound` when the reader has no such conversation.
    func reviews(
        in id: Conversation.ID, about closing: ChatMessage.ID?, of reader: Conversation.Reader,
        at now: Timestamp
    ) async throws(StorageError) -> DealingReviews

    /// Adds what one of the two tells. Once both have, each is seen by everybody. What is written with
    /// a guest is seen by the two alone, whoever wrote it, and counts nowhere.
    /// - Parameter closing: of the dealing that it is about; nil for the last one.
    /// - Throws: `.notFound` when the writer has no such conversation; `.dealing` with why not.
    func insert(
        _ content: ReviewContent, in id: Conversation.ID, about closing: ChatMessage.ID?,
        by writer: Conversation.Reader, at now: Timestamp
    ) async throws(StorageError)

    /// Answers what the other wrote, once.
    /// - Parameter closing: of the dealing that it is about; nil for the last one.
    /// - Throws: `.notFound` when there is no such conversation or no review that the reader sees,
    ///   `.dealing(.reviewAnswered)`.
    func answerReview(
        _ text: String, in id: Conversation.ID, about closing: ChatMessage.ID?,
        by reader: Conversation.Reader, at now: Timestamp
    ) async throws(StorageError)

    /// What everybody sees of what was written about an account, opened last first.
    /// - Parameter key: of the review that they come after; nil begins with the first.
    func reviews(
        of account: Account.ID, before key: Review.Key?, limit: Int, at now: Timestamp
    ) async throws(StorageError) -> [Review]

    /// The dealings of which an account may write one now, on either side, closed last first;
    /// looked for in the `Review.conversationsLookedAt` conversations that were written in last.
    func dealingsToReview(
        by account: Account.ID, at now: Timestamp, limit: Int
    ) async throws(StorageError) -> [ClosedDealing]

    /// What an account wrote, sealed or not, written last first.
    func reviews(
        by account: Account.ID, before id: Review.ID?, limit: Int
    ) async throws(StorageError) -> [Review]
}

extension ReviewStorage {
    /// Of the last dealing.
    /// - Throws: `.notFound` when the writer has no such conversation; `.dealing` with why not.
    public func insert(
        _ content: ReviewContent, in id: Conversation.ID, by writer: Conversation.Reader,
        at now: Timestamp
    ) async throws(StorageError) {
        try await insert(content, in: id, about: nil, by: writer, at: now)
    }
}
