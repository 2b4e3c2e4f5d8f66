import Market

extension ReportQueue {
    /// One reported thing, as the queue shows it, with the reports about it.
    public struct Entry: Equatable, Sendable {
        /// The id of the latest report, used in links.
        public let id: Report.ID
        /// What was reported.
        public let subject: Report.Subject
        /// What kind of thing that is.
        public let kind: Phrase
        /// The text that there was to read of it; empty for a photo.
        public let excerpt: String
        /// What else a listing showed; nil for anything but a listing, or if it was not kept.
        public let listing: Listing?
        /// When the listing was edited since its latest report; nil if it was not.
        public let dateEdited: Moment?
        /// The reports, the latest first.
        public let reports: [Line]
        /// How many open reports there are about other things of the same person.
        public let others: Int
        /// The person whose it is; nil if they have no account.
        public let person: Report.Person?
        /// The same person, if the viewer may suspend them or lift their suspension; nil for the
        /// viewer, and for somebody who has left.
        public let suspendable: Report.Person?
        /// Whether the reports are settled.
        public let isSettled: Bool
        /// Whether the reports may be opened again, because nothing came of them or it was taken back.
        public let mayBeReopened: Bool
        /// The decision that settled them; nil while they are open, or if it was not kept.
        public let decision: DecisionEntry?
        /// Later decisions about the same thing, the earliest first.
        public let later: [DecisionEntry]
        /// What has become of it by now, if the decision is not known.
        public let outcome: Phrase?
        /// How many measures against the person stand.
        public let decisionCount: Int
        /// Says that the seller has deleted the listing; nil if they have not.
        public let removalText: Phrase?
        /// The listing that it is about, if it can still be looked at.
        public let item: Item.ID?
        /// Whether the listing that it is about is hidden.
        public let isItemHidden: Bool
        /// Whether it is about a photo that can still be seen.
        public let hasPhoto: Bool
        /// The conversation around the reported message; nil if it is about something else.
        public let talk: ReportedTalk?

        init(
            _ found: ReportCase, talk: ReportedTalk?, later: [Decision], viewer: Account.ID,
            zone: MarketTimeZone
        ) {
            let report = found.latest
            suspendable = report.person.flatMap { $0.id == viewer || $0.hasLeft ? nil : $0 }
            // A dismissal of another report says nothing about this one.
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

    /// One report about it.
    public struct Line: Equatable, Sendable {
        /// The reason.
        public let reason: Phrase
        /// The reporter's text; may be empty.
        public let text: String
        /// When it was sent.
        public let date: Moment
        /// The reporter; nil if they have left.
        public let reporter: Report.Person?

        init(_ report: Report, zone: MarketTimeZone) {
            (reason, text, reporter) = (report.reason.name, report.text, report.reporter)
            date = Moment(report.date, in: zone)
        }
    }

    /// What a listing showed when it was reported.
    public struct Listing: Equatable, Sendable {
        /// From this many characters on, a text is shown by its beginning at first.
        private static let longestSummary = 200

        /// The price at the time.
        public let price: PriceTag
        /// The first photo; nil if there is none, or it is no longer kept.
        public let photo: Photo.ID?
        /// What the seller wrote.
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
    /// What has become of it by now: what was hidden may be shown again.
    fileprivate func outcome(isMessageRemoved: Bool) -> Phrase {
        if isMessageRemoved { return Phrase(.messageIsRemoved) }
        if isItemHidden {
            return hidingReason.isEmpty
                ? Phrase(.hiddenItem) : Phrase(.hiddenBecause, .text(hidingReason))
        }
        return Phrase(person?.isSuspended == true ? .suspendedPerson : .nothingDone)
    }
}
