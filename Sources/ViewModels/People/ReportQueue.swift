import Market

/// What people have reported, for the operator to look at.
public struct ReportQueue: Sendable {
    /// How many a page shows at most.
    public static let pageSize = 20

    private let storage: any ReportStorage
    private let zone: MarketTimeZone

    /// Reads from and writes to `storage`.
    public init(storage: any ReportStorage, zone: MarketTimeZone) {
        self.storage = storage
        self.zone = zone
    }

    /// Which page of it.
    public struct Input: Equatable, Sendable {
        /// Whether those are asked for that were looked at.
        public var areSettled: Bool
        /// Of the report that the page goes on from; nil begins with the latest.
        public var key: Report.ID?

        /// The first page of those that wait, unless said otherwise.
        public init(areSettled: Bool = false, before key: Report.ID? = nil) {
            self.areSettled = areSettled
            self.key = key
        }
    }

    /// A page of it.
    public struct Output: Sendable {
        /// Whether these were looked at.
        public let areSettled: Bool
        /// The latest first.
        public let page: ListPage<Entry, Report.ID>
    }

    /// A report as the queue shows it.
    public struct Entry: Equatable, Sendable {
        /// Names it in links.
        public let id: Report.ID
        /// What it is about.
        public let subject: Report.Subject
        /// What kind of thing that is.
        public let kind: Phrase
        /// What there was to read of it; empty for a photo.
        public let excerpt: String
        /// Why.
        public let reason: Phrase
        /// What the reporter adds; may be empty.
        public let text: String
        /// When it came.
        public let date: Moment
        /// Nil when they have left.
        public let reporter: Report.Person?
        /// Whose it is; nil for who has no account.
        public let person: Report.Person?
        /// The same where they may be suspended, or let write again; nil for who looks at it.
        public let suspendable: Report.Person?
        /// Whether somebody has looked at it.
        public let isSettled: Bool
        /// What came of it; nil while it waits, and where that was not kept.
        public let decision: DecisionEntry?
        /// What was decided of the same after that, the earliest first.
        public let later: [DecisionEntry]
        /// What there is of it now, where nothing else is known of what came of it.
        public let outcome: Phrase?
        /// How many decisions about the person there are.
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
            _ report: Report, talk: ReportedTalk?, later: [Decision], viewer: Account.ID,
            zone: MarketTimeZone
        ) {
            suspendable = report.person.flatMap { $0.id == viewer ? nil : $0 }
            self.later = later.map { DecisionEntry($0, zone: zone) }
            (id, subject, kind) = (report.id, report.subject, report.subject.kind)
            (excerpt, reason, text) = (report.excerpt, report.reason.name, report.text)
            date = Moment(report.date, in: zone)
            (reporter, person) = (report.reporter, report.person)
            isSettled = report.dateSettled != nil
            let decision = report.decision.map { DecisionEntry($0, zone: zone) }
            self.decision = decision
            outcome =
                report.dateSettled != nil && decision == nil
                ? report.outcome(isMessageRemoved: talk?.isRemoved == true) : nil
            self.talk = talk
            decisionCount = report.decisionCount
            removalText = report.removal.map { _ in Phrase(.itemOfSellerIsDeleted) }
            item = report.removal == .forGood ? nil : report.subject.item
            (isItemHidden, hasPhoto) = (report.isItemHidden, report.hasPhoto)
        }
    }

    /// What the operator does.
    public enum Action: Equatable, Sendable {
        /// Nothing comes of a report.
        case dismiss(Report.ID)
        /// Nobody but its seller sees a listing any more, who is told why; empty for no reason.
        case hide(Item.ID, because: String)
        /// Everybody does again.
        case show(Item.ID)
        /// Neither of the two reads the message any more that a report is about, and its writer is told
        /// why; empty for no reason.
        case remove(Report.ID, because: String)
        /// Both do again.
        case bringBack(Report.ID)
        /// Somebody neither writes nor posts any more, and is told why; empty for no reason.
        case suspend(Account.ID, because: String)
        /// They do again.
        case lift(Account.ID)
    }

    /// - Parameter viewer: the operator's account.
    /// - Throws: `StorageError` of a storage that failed.
    public func output(
        for input: Input, by viewer: Account.ID, at now: Timestamp
    ) async throws(StorageError) -> Output {
        let page = try await KeyedPage(size: Self.pageSize) { limit throws(StorageError) in
            try await storage.reports(
                areSettled: input.areSettled, before: input.key, limit: limit)
        }
        let messages = try await storage.reportedMessages(
            page.elements.compactMap(\.subject.message))
        let later = try await storage.decisions(after: page.elements.compactMap(\.decision))
        return Output(
            areSettled: input.areSettled,
            page: ListPage(
                page, after: input.key, by: \.id, whenEmpty: Phrase(.noReports)
            ) { report in
                let message = report.subject.message.flatMap { messages[$0] }
                return Entry(
                    report, talk: message.map { ReportedTalk($0, zone: zone, at: now) },
                    later: report.decision.flatMap { later[$0.id] } ?? [], viewer: viewer,
                    zone: zone)
            })
    }

    /// - Parameter account: the operator's.
    /// - Throws: `.notFound`, also of who suspends themselves; `.itemNotFound`.
    public func submit(
        _ action: Action, by account: Account.ID, at now: Timestamp
    ) async throws(StorageError) {
        switch action {
        case .dismiss(let id): try await storage.settleReport(id, by: account, at: now)
        case .hide(let id, because: let reason):
            try await storage.setHidden(
                true, id, because: Self.kept(reason), by: account, at: now)
        case .show(let id):
            try await storage.setHidden(false, id, because: "", by: account, at: now)
        case .remove(let id, because: let reason):
            try await storage.setRemoved(
                true, messageOf: id, because: Self.kept(reason), by: account, at: now)
        case .bringBack(let id):
            try await storage.setRemoved(
                false, messageOf: id, because: "", by: account, at: now)
        case .suspend(let id, because: let reason):
            guard id != account else { throw .notFound }
            try await storage.setSuspended(
                true, id, because: Self.kept(reason), by: account, at: now)
        case .lift(let id):
            try await storage.setSuspended(false, id, because: "", by: account, at: now)
        }
    }

    private static func kept(_ reason: String) -> String {
        oneLine(reason, atMost: Limits.decisionReason)
    }
}

extension Report.Subject {
    var item: Item.ID? { if case .item(let id) = self { id } else { nil } }
    fileprivate var message: ChatMessage.ID? {
        if case .message(let id) = self { id } else { nil }
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
