/// What somebody reports to the operator about a listing, a person or a message.
public struct Report: Identifiable, Equatable, Sendable {
    /// A report's number; every new report gets a larger one.
    public typealias ID = Identifier<Report>

    /// The later the report, the larger its id.
    public let id: ID
    /// What is reported.
    public let subject: Subject
    /// Why it is reported.
    public let reason: Reason
    /// The reporter's own words; may be empty.
    public let text: String
    /// What could be read when the report came: a title, a nickname or a message; empty for a photo.
    public let excerpt: String
    /// When it came.
    public let date: Timestamp
    /// When an operator settled the report; nil while it is open.
    public let dateSettled: Timestamp?
    /// Who reported it; nil if they have left, or were a guest.
    public let reporter: Person?
    /// The reported person, or the author of the reported listing or message; nil for a guest.
    public let person: Person?
    /// Whether the reported listing is hidden.
    public let isItemHidden: Bool
    /// The reason for the hiding that the seller is told; empty for none, or if the listing is not hidden.
    public let hidingReason: String
    /// Whether the report is about a photo that still exists.
    public let hasPhoto: Bool
    /// How the seller has removed the reported listing; nil if it is still in the market.
    public let removal: Removal?
    /// What the reported listing showed when the report came; nil for other subjects, or if that
    /// was not recorded.
    public let listing: Listing?
    /// When the seller last edited the listing after the report; nil if they have not.
    public let dateEdited: Timestamp?
    /// The decision that settled the report; nil while it is open, or if that was not recorded.
    public let decision: Decision?
    /// How many measures (`Decision.Kind.measures`) against the person are in force, without those
    /// that were taken back.
    public let decisionCount: Int

    /// A report as stored.
    public init(
        id: ID, subject: Subject, reason: Reason, text: String, excerpt: String, date: Timestamp,
        dateSettled: Timestamp?, reporter: Person?, person: Person?, isItemHidden: Bool,
        hidingReason: String, hasPhoto: Bool, removal: Removal?, listing: Listing?,
        dateEdited: Timestamp?, decisionCount: Int, decision: Decision?
    ) {
        (self.listing, self.dateEdited) = (listing, dateEdited)
        (self.removal, self.decision, self.decisionCount) = (removal, decision, decisionCount)
        (self.isItemHidden, self.hidingReason) = (isItemHidden, hidingReason)
        self.hasPhoto = hasPhoto
        self.id = id
        self.subject = subject
        self.reason = reason
        self.text = text
        self.excerpt = excerpt
        self.date = date
        self.dateSettled = dateSettled
        self.reporter = reporter
        self.person = person
    }

    /// What can be reported.
    public enum Subject: Hashable, Sendable {
        /// A listing.
        case item(Item.ID)
        /// Somebody with an account.
        case person(Account.ID)
        /// A message that another person wrote in one of the reporter's conversations.
        case message(ChatMessage.ID)

        /// The listing's id; nil for other subjects.
        public var item: Item.ID? { if case .item(let id) = self { id } else { nil } }
        /// The message's id; nil for other subjects.
        public var message: ChatMessage.ID? { if case .message(let id) = self { id } else { nil } }
    }

    /// A copy of what the reported listing showed, apart from its title; the seller's edits do not change it.
    public struct Listing: Equatable, Sendable {
        /// The price.
        public let price: Price
        /// The first photo, while it is kept; nil for none.
        public let photo: Photo.ID?
        /// The seller's description.
        public let description: String

        /// A listing as it was when it was reported.
        public init(price: Price, photo: Photo.ID?, description: String) {
            self.price = price
            self.photo = photo
            self.description = description
        }
    }

    /// How the seller has deleted a listing; the raw value is the one read from the storage.
    public enum Removal: Int, Sendable {
        /// It is in the trash: it may come back, and operators can look at it.
        case intoTrash = 1
        /// It is gone but for its title.
        case forGood
    }

    /// Why something is reported; the raw value is used in storage and in forms.
    public enum Reason: Int, CaseIterable, Sendable {
        /// Deception: payment in advance, links to fake payment pages.
        case fraud = 1
        /// The item must not be sold.
        case forbidden
        /// Insults, threats, harassment.
        case abuse
        /// Advertising, or the same thing posted again and again.
        case spam
        /// Anything else, which the reporter's own words explain.
        case other
        /// Somebody broke an appointment, or the two quarrel over a dealing.
        case dealing
    }

    /// A member as operators see them.
    public struct Person: Equatable, Sendable {
        /// The id, which is in the address of the member's page.
        public let id: Account.ID
        /// The current nickname.
        public let nickname: String
        /// Whether the member is suspended.
        public let isSuspended: Bool
        /// Whether the member has deleted their account. There is no page about them then, and the
        /// nickname is the one that they had last.
        public let hasLeft: Bool

        /// A member, who may have left.
        public init(id: Account.ID, nickname: String, isSuspended: Bool, hasLeft: Bool = false) {
            self.hasLeft = hasLeft
            self.id = id
            self.nickname = nickname
            self.isSuspended = isSuspended
        }
    }
}

/// A report that is about to be stored.
public struct NewReport: Equatable, Sendable {
    /// What is reported.
    public var subject: Report.Subject
    /// Who reports it. A guest can only report a message that was sent to them.
    public var reporter: Conversation.Reader
    /// Why it is reported.
    public var reason: Report.Reason
    /// At most `Limits.message` letters; may be empty.
    public var text: String
    /// When it is reported.
    public var date: Timestamp

    /// What somebody reports to the operator.
    public init(
        of subject: Report.Subject, by reporter: Conversation.Reader, reason: Report.Reason,
        text: String, date: Timestamp
    ) {
        self.subject = subject
        self.reporter = reporter
        self.reason = reason
        self.text = text
        self.date = date
    }
}
