/// What somebody tells the operator of a listing, a person or a message.
public struct Report: Identifiable, Equatable, Sendable {
    /// The number of a report; it grows with each.
    public typealias ID = Identifier<Report>

    /// The larger the later it came.
    public let id: ID
    /// What it is about.
    public let subject: Subject
    /// Why.
    public let reason: Reason
    /// What the reporter adds; may be empty.
    public let text: String
    /// What was there to read when it came: a title, a nickname, a message; empty for a photo.
    public let excerpt: String
    /// When it came.
    public let date: Timestamp
    /// Nil while nobody has looked at it.
    public let dateSettled: Timestamp?
    /// Nil for who has left, and for who posted as a guest.
    public let reporter: Person?
    /// Who posted or wrote what it is about, or is it; nil for who has no account.
    public let person: Person?
    /// Whether the listing that it is about is hidden.
    public let isItemHidden: Bool
    /// What its seller is told of that; empty for no reason, or where it is not hidden.
    public let hidingReason: String
    /// Whether it is about a photo that is still there to see.
    public let hasPhoto: Bool
    /// Where its seller has put the listing that it is about; nil where it stands in the market.
    public let removal: Removal?
    /// What the listing that it is about showed when it came; nil for another kind, and where that was not
    /// kept.
    public let listing: Listing?
    /// When its seller has edited the listing since; nil when they have not.
    public let dateEdited: Timestamp?
    /// What came of it; nil while it waits, and where that was not kept.
    public let decision: Decision?
    /// How much of what was done about the person stands (`Decision.Kind.measures`): what was taken back is
    /// left out.
    public let decisionCount: Int

    /// A report as it is kept.
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

    /// What may be reported.
    public enum Subject: Hashable, Sendable {
        /// A listing.
        case item(Item.ID)
        /// Somebody with an account.
        case person(Account.ID)
        /// What another wrote in a conversation of the reporter's.
        case message(ChatMessage.ID)

        /// Nil for what is no listing.
        public var item: Item.ID? { if case .item(let id) = self { id } else { nil } }
        /// Nil for what is no message.
        public var message: ChatMessage.ID? { if case .message(let id) = self { id } else { nil } }
    }

    /// What a listing showed, beside its title: it stays, whatever its seller makes of it.
    public struct Listing: Equatable, Sendable {
        /// What it cost.
        public let price: Price
        /// The first one, while it is kept; nil for none.
        public let photo: Photo.ID?
        /// What its seller wrote.
        public let description: String

        /// A listing as it was reported.
        public init(price: Price, photo: Photo.ID?, description: String) {
            self.price = price
            self.photo = photo
            self.description = description
        }
    }

    /// Where a listing is that its seller has deleted; the raw value is the one that is read.
    public enum Removal: Int, Sendable {
        /// It may come back, and can be looked at.
        case intoTrash = 1
        /// Nothing is left of it but what it was called.
        case forGood
    }

    /// Why something is reported; the raw value is the one in storage and in forms.
    public enum Reason: Int, CaseIterable, Sendable {
        /// It is not meant as it says: payment in advance, links to false payment pages.
        case fraud = 1
        /// It is not allowed to be sold.
        case forbidden
        /// Insults, threats, harassment.
        case abuse
        /// Advertising, the same again and again.
        case spam
        /// Anything else, which the text says.
        case other
    }

    /// Somebody as the operator sees them.
    public struct Person: Equatable, Sendable {
        /// Names their page.
        public let id: Account.ID
        /// As they are called now.
        public let nickname: String
        /// Whether they may not write or post.
        public let isSuspended: Bool
        /// Whether they have deleted their account: there is no page of theirs, and they are called as
        /// they were then.
        public let hasLeft: Bool

        /// Somebody with an account, unless they have left.
        public init(id: Account.ID, nickname: String, isSuspended: Bool, hasLeft: Bool = false) {
            self.hasLeft = hasLeft
            self.id = id
            self.nickname = nickname
            self.isSuspended = isSuspended
        }
    }
}

/// A report on its way into the storage.
public struct NewReport: Equatable, Sendable {
    /// What it is about.
    public var subject: Report.Subject
    /// Whose it is: a guest's is about a message to them.
    public var reporter: Conversation.Reader
    /// Why.
    public var reason: Report.Reason
    /// At most `Limits.message` letters; may be empty.
    public var text: String
    /// When it comes.
    public var date: Timestamp

    /// What somebody tells the operator.
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

/// Where reports are kept, and what comes of them. Every method is atomic.
public protocol ReportStorage: SuspensionStorage {
    /// What there is to report, as it reads: a title, a nickname, a message; empty for a photo.
    /// - Throws: `.notFound` when it is not there, is the reporter's own, or is a message that they
    ///   cannot read.
    func excerpt(
        of subject: Report.Subject, for reporter: Conversation.Reader
    ) async throws(StorageError) -> String

    /// The same for who has no account yet: a listing or a person that everybody sees.
    /// - Throws: `.notFound`, also of a message.
    func excerpt(of subject: Report.Subject) async throws(StorageError) -> String

    /// Takes the place of what they have reported of it before, once that was looked at.
    /// - Throws: as `excerpt`; `.limitReached` while it waits.
    func insert(_ report: NewReport) async throws(StorageError)

    /// An account's own, the latest first.
    func reports(
        by reporter: Account.ID, before id: Report.ID?, limit: Int
    ) async throws(StorageError) -> [Report]

    /// The JPEG bytes of the photo that it is about, at its medium size.
    /// - Throws: `.photoNotFound`, also once it was taken back.
    func photo(of report: Report.ID) async throws(StorageError) -> [UInt8]

    /// What is said around messages, as far as their conversations are there.
    func reportedMessages(
        _ ids: [ChatMessage.ID]
    ) async throws(StorageError) -> [ChatMessage.ID: ReportedMessage]

    /// Takes a reported message from its two, or brings it back. The reports of one that is taken are
    /// settled. Twice is no error; of one that its writer has taken back nothing changes.
    /// - Parameters:
    ///   - reason: what its writer is told; empty for none.
    ///   - decider: as in `settleReport`.
    /// - Throws: `.notFound`, also where the report is about no message.
    @discardableResult
    func setRemoved(
        _ isRemoved: Bool, messageOf report: Report.ID, because reason: String,
        by decider: Account.ID?, at now: Timestamp
    ) async throws(StorageError) -> DecisionOutcome

    /// What waits, by what was reported: that of which the latest report came last first.
    /// - Parameters:
    ///   - scope: what it is about; nil for everything.
    ///   - id: of the latest report of a case.
    func reportCases(
        about scope: ReportCase.Scope?, before id: Report.ID?, limit: Int
    ) async throws(StorageError) -> [ReportCase]

    /// What was looked at, by what was reported and what came of it together, the latest report first.
    /// - Parameter id: of the latest report of a case.
    func settledReportCases(
        before id: Report.ID?, limit: Int
    ) async throws(StorageError) -> [ReportCase]

    /// How many reports wait about it.
    func countOpenReports(about scope: ReportCase.Scope) async throws(StorageError) -> Int

    /// How many of those that wait there are, and of hidden listings that were mended, counted no further
    /// than to `most`: cheap enough for every page of an operator.
    func countOpenReports(upTo most: Int) async throws(StorageError) -> Int

    /// Nothing comes of it, nor of those about the same that came before: those who have reported it are
    /// told that, or that who was reported has left. Twice is no error.
    /// - Parameter decider: who decides it; nil for nobody who is known.
    /// - Throws: `.notFound`.
    @discardableResult
    func settleReport(
        _ id: Report.ID, by decider: Account.ID?, at now: Timestamp
    ) async throws(StorageError) -> DecisionOutcome

    /// That nothing has come of it; nil while it waits, where something has, and where that was not kept.
    func dismissal(of report: Report.ID) async throws(StorageError) -> Decision?

    /// It waits again, with those that were settled together with it, where nothing has come of it, or what
    /// has was taken back: who has sent it is told no more. Twice is no error.
    /// - Parameter decider: as in `settleReport`.
    /// - Throws: `.notFound`.
    func reopenReport(
        _ id: Report.ID, by decider: Account.ID?, at now: Timestamp
    ) async throws(StorageError)

    /// Keeps a listing from everybody but its seller, who is told, or shows it again in its place, and
    /// those who wait for it are told. Twice is no error, and the first reason stands. The reports of one
    /// that is hidden are settled; one that was mended waits no more. From its seller's trash it comes back
    /// as it is then.
    /// - Parameters:
    ///   - reason: what its seller is told; empty for none.
    ///   - decider: as in `settleReport`.
    /// - Throws: `.itemNotFound`.
    @discardableResult
    func setHidden(
        _ isHidden: Bool, _ item: Item.ID, because reason: String, by decider: Account.ID?,
        at now: Timestamp
    ) async throws(StorageError) -> DecisionOutcome

    /// Takes back what was done last about something, as if it had not been: what it has settled waits again,
    /// and who has sent that is told no more. Twice is no error.
    /// - Parameter decider: as in `settleReport`.
    /// - Throws: `.itemNotFound` of a listing; `.notFound`.
    func undo(
        _ measure: Decision.Measure, by decider: Account.ID?, at now: Timestamp
    ) async throws(StorageError)

    /// Why a listing is hidden, as its seller is told, empty where no reason was given; nil where it
    /// is not hidden.
    func hidingReason(of item: Item.ID) async throws(StorageError) -> String?

    /// How many hidden listings were mended since and wait for an operator.
    func countMendedItems() async throws(StorageError) -> Int

    /// What is hidden, the newest listing first.
    func hiddenItems(
        before id: Item.ID?, limit: Int
    ) async throws(StorageError) -> [HiddenItem]

    /// The same of what an account has posted, but for what lies in its trash.
    func hiddenItems(
        of seller: Account.ID, limit: Int
    ) async throws(StorageError) -> [HiddenItem]

    /// Whether an account has reported an item, looked at or not.
    func hasReported(_ item: Item.ID, by account: Account.ID) async throws(StorageError) -> Bool

    /// What was decided about somebody, the latest first; of who has left for `Deletion.lifetime`.
    func decisions(
        about person: Account.ID, limit: Int
    ) async throws(StorageError) -> [Decision]

    /// Somebody who has left, while that is kept.
    /// - Throws: `.notFound`, also of who is there.
    func departedPerson(_ id: Account.ID) async throws(StorageError) -> DepartedPerson

    /// All that was decided, about guests too, the latest first.
    func decisions(
        before id: Decision.ID?, limit: Int
    ) async throws(StorageError) -> [LoggedDecision]

    /// What was decided of the same after each of these, the earliest first; `Decision.mostLater` at most of
    /// each.
    func decisions(
        after earlier: [Decision]
    ) async throws(StorageError) -> [Decision.ID: [Decision]]

    /// The reasons given last for decisions of a kind, each once, the latest first: of the last
    /// `Decision.mostReasons` of these.
    func reasons(
        for kind: Decision.Kind, limit: Int
    ) async throws(StorageError) -> [String]
}
