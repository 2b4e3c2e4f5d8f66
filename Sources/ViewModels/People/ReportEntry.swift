import Market

extension ReportQueue {
    /// What was reported, as the queue shows it, with each report of it that waits.
    public struct Entry: Equatable, Sendable {
        /// Of the latest report; names it in links.
        public let id: Report.ID
        /// What it is about.
        public let subject: Report.Subject
        /// What kind of thing that is.
        public let kind: Phrase
        /// What there was to read of it; empty for a photo.
        public let excerpt: String
        /// What a listing showed beside that; nil for another kind, and where it was not kept.
        public let listing: Listing?
        /// When the listing was edited since it was reported last; nil when it was not.
        public let dateEdited: Moment?
        /// What people tell of it, the latest first.
        public let reports: [Line]
        /// How many reports wait about something else of the same person.
        public let others: Int
        /// Whose it is; nil for who has no account.
        public let person: Report.Person?
        /// The same where they may be suspended, or let write again; nil for who looks at it, and who has
        /// left.
        public let suspendable: Report.Person?
        /// Whether somebody has looked at it.
        public let isSettled: Bool
        /// Whether it may be made to wait again: nothing has come of it.
        public let mayBeReopened: Bool
        /// What came of it; nil while it waits, and where that was not kept.
        public let decision: DecisionEntry?
        /// What was decided of the same after that, the earliest first.
        public let later: [DecisionEntry]
        /// What there is of it now, where nothing else is known of what came of it.
        public let outcome: Phrase?
        /// How much of what was done about the person stands.
        public let decisionCount: Int
        /// That its seller has deleted the listing that it is about; nil where they have not.
        public let removalText: Phrase?
        /// The listing that it is about, where there is something of it to look at.
        public let item: Item.ID?
        /// Whether the listing that it is about is hidden.
        public let isItemHidden: Bool
        /// Whether it is about a photo that is still there to see.
        public let hasPhoto: Bool
        /// Where the message stands that it is about; nil for another kind.
        public let talk: ReportedTalk?

        init(
            _ found: ReportCase, talk: ReportedTalk?, later: [Decision], viewer: Account.ID,
            zone: MarketTimeZone
        ) {
            let report = found.latest
            suspendable = report.person.flatMap { $0.id == viewer || $0.hasLeft ? nil : $0 }
            // That nothing came of another report says nothing of this one.
            self.later = later.filter { $0.kind != .dismissed }
                .map { DecisionEntry($0, zone: zone) }
            (id, subject, kind) = (report.id, report.subject, report.subject.kind)
            (excerpt, person) = (report.excerpt, report.person)
            listing = report.listing.map(Listing.init)
            dateEdited = report.dateEdited.map { Moment($0, in: zone) }
            reports = ([report] + found.earlier).map { Line($0, zone: zone) }
            others = found.others
            isSettled = report.dateSettled != nil
            let outcome =
                report.dateSettled != nil && report.decision == nil
                ? report.outcome(isMessageRemoved: talk?.isRemoved == true) : nil
            self.outcome = outcome
            decision = report.decision.map { DecisionEntry($0, zone: zone) }
            mayBeReopened =
                report.decision.map { $0.mayBeReopened(after: later) }
                ?? (outcome == Phrase(.nothingDone))
            self.talk = talk
            decisionCount = report.decisionCount
            removalText = report.removal.map { _ in Phrase(.itemOfSellerIsDeleted) }
            item = report.removal == .forGood ? nil : report.subject.item
            (isItemHidden, hasPhoto) = (report.isItemHidden, report.hasPhoto)
        }
    }

    /// What somebody tells of it.
    public struct Line: Equatable, Sendable {
        /// Why.
        public let reason: Phrase
        /// What the reporter adds; may be empty.
        public let text: String
        /// When it came.
        public let date: Moment
        /// Nil when they have left.
        public let reporter: Report.Person?

        init(_ report: Report, zone: MarketTimeZone) {
            (reason, text, reporter) = (report.reason.name, report.text, report.reporter)
            date = Moment(report.date, in: zone)
        }
    }

    /// What a listing showed when it was reported.
    public struct Listing: Equatable, Sendable {
        /// So many letters of its text are read at once.
        private static let longestSummary = 200

        /// What it cost.
        public let price: PriceTag
        /// The first photo; nil for none, and where it is not kept any more.
        public let photo: Photo.ID?
        /// What its seller wrote.
        public let text: String
        /// The beginning of a long text on one line; nil for a short one.
        public let summary: String?

        init(_ listing: Report.Listing) {
            (price, photo) = (PriceTag(listing.price), listing.photo)
            let text = listing.description
            self.text = text
            let isLong = text.count > Self.longestSummary
            summary = isLong ? oneLine(text, atMost: Self.longestSummary) : nil
        }
    }
}

extension Report {
    /// As things stand: what was hidden may be shown again by now.
    fileprivate func outcome(isMessageRemoved: Bool) -> Phrase {
        if isMessageRemoved { return Phrase(.messageIsRemoved) }
        if isItemHidden {
            return hidingReason.isEmpty
                ? Phrase(.hiddenItem) : Phrase(.hiddenBecause, .text(hidingReason))
        }
        return Phrase(person?.isSuspended == true ? .suspendedPerson : .nothingDone)
    }
}
