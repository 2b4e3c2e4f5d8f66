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
        /// What those that wait are about; nil for everything.
        public var scope: ReportCase.Scope?
        /// Of the report that the page goes on from; nil begins with the latest.
        public var key: Report.ID?

        /// The first page of those that wait, unless said otherwise.
        public init(
            areSettled: Bool = false, about scope: ReportCase.Scope? = nil,
            before key: Report.ID? = nil
        ) {
            self.areSettled = areSettled
            self.scope = areSettled ? nil : scope
            self.key = key
        }
    }

    /// A page of it.
    public struct Output: Sendable {
        /// Whether these were looked at.
        public let areSettled: Bool
        /// What they are about; nil for everything.
        public let scope: ReportCase.Scope?
        /// Whether there are hidden listings that were mended; not told of what was looked at.
        public let hasMended: Bool
        /// Of what is decided here.
        public let reasonChoices: [ReasonChoices]
        /// The latest first.
        public let page: ListPage<Entry, Report.ID>
    }

    /// What the operator does.
    public enum Action: Equatable, Sendable {
        /// Nothing comes of a report.
        case dismiss(Report.ID)
        /// It waits again.
        case reopen(Report.ID)
        /// Nobody but its seller sees a listing any more, who is told why; empty for no reason.
        case hide(Item.ID, because: String)
        /// One that was mended stays hidden, for the reason that its seller knows.
        case keepHidden(Item.ID)
        /// Everybody sees it again.
        case show(Item.ID)
        /// Neither of the two reads the message any more that a report is about, and its writer is told
        /// why; empty for no reason.
        case remove(Report.ID, because: String)
        /// Both do again.
        case bringBack(Report.ID)
        /// Somebody neither writes nor posts any more, for a while or until they are let, and is told why;
        /// empty for no reason. What they have that is not sold may be hidden with them.
        case suspend(
            Account.ID, because: String, until: SuspensionTerm? = nil, hidingItems: Bool)
        /// They do again.
        case lift(Account.ID)
        /// What was done just before was not meant: the reports that it has settled wait again.
        case undo(Decision.Measure)
    }

    /// - Parameter viewer: the operator's account.
    /// - Throws: `StorageError` of a storage that failed.
    public func output(
        for input: Input, by viewer: Account.ID, at now: Timestamp
    ) async throws(StorageError) -> Output {
        let page = try await KeyedPage(size: Self.pageSize) { limit throws(StorageError) in
            try await cases(for: input, limit: limit)
        }
        let messages = try await storage.reportedMessages(
            page.elements.compactMap(\.latest.subject.message))
        let later = try await storage.decisions(after: page.elements.compactMap(\.latest.decision))
        let mended = try await input.areSettled ? 0 : storage.countMendedItems()
        return Output(
            areSettled: input.areSettled, scope: input.scope, hasMended: mended > 0,
            reasonChoices: try await storage.reasonChoices(for: .hidden, .removed, .suspended),
            page: ListPage(
                page, after: input.key, by: \.id, whenEmpty: Phrase(.noReports)
            ) { found in
                let message = found.latest.subject.message.flatMap { messages[$0] }
                return Entry(
                    found, talk: message.map { ReportedTalk($0, zone: zone, at: now) },
                    later: found.latest.decision.flatMap { later[$0.id] } ?? [], viewer: viewer,
                    zone: zone)
            })
    }

    private func cases(
        for input: Input, limit: Int
    ) async throws(StorageError) -> [ReportCase] {
        guard input.areSettled else {
            return try await storage.reportCases(
                about: input.scope, before: input.key, limit: limit)
        }
        return try await storage.settledReportCases(before: input.key, limit: limit)
    }

    /// The report on which a measure is taken, as its operator has seen it wait.
    public struct Seen: Equatable, Sendable {
        /// Which one.
        public var report: Report.ID
        /// Whether it is taken though another operator has found nothing wrong meanwhile.
        public var isOverruling: Bool

        /// One that waits, unless said otherwise.
        public init(_ report: Report.ID, overruling isOverruling: Bool = false) {
            (self.report, self.isOverruling) = (report, isOverruling)
        }
    }

    /// What has come of what the operator has done.
    public struct Done: Equatable, Sendable {
        /// What comes next of what waits, itself where it still does; nil where that is nothing.
        public let next: Report.ID?
        /// What another operator had decided before, which stands; nil where nobody else had.
        public let earlier: DecisionEntry?
        /// Whether that is that nothing is wrong: nothing was done, and may be all the same.
        public let mayBeOverruled: Bool
        /// How many listings were hidden with who was suspended.
        public let hiddenItems: Int
        /// Whether who was reported, or whose listing was, has left.
        public let isOfDeparted: Bool
    }

    /// - Parameters:
    ///   - seen: the report that a measure is taken on; nil for one that is taken whatever was reported.
    ///   - account: the operator's.
    /// - Throws: `.notFound`, also of who suspends themselves; `.itemNotFound`.
    @discardableResult
    public func submit(
        _ action: Action, on seen: Seen? = nil, by account: Account.ID, at now: Timestamp
    ) async throws(StorageError) -> Done {
        if let seen, let found = try await storage.dismissal(of: seen.report),
            found.decider?.id != account
        {
            guard seen.isOverruling else {
                return Done(
                    next: nil, earlier: DecisionEntry(found, zone: zone), mayBeOverruled: true,
                    hiddenItems: 0, isOfDeparted: false)
            }
            // What comes of it now is told to who has sent it.
            try await storage.reopenReport(seen.report, by: account, at: now)
        }
        var place = try await place(of: action)
        let outcome = try await carryOut(action, by: account, at: now)
        // What waits again stands where it stood.
        if case .undo = action { place = try await self.place(of: action) }
        var next: Report.ID?
        if let place {
            let key = Report.ID(rawValue: place.rawValue + 1)
            next = try await storage.reportCases(about: nil, before: key, limit: 1).first?.id
        }
        return Done(
            next: next, earlier: outcome.earlier.map { DecisionEntry($0, zone: zone) },
            mayBeOverruled: false, hiddenItems: outcome.hiddenItems,
            isOfDeparted: outcome.isOfDeparted)
    }

    private func carryOut(
        _ action: Action, by account: Account.ID, at now: Timestamp
    ) async throws(StorageError) -> DecisionOutcome {
        switch action {
        case .dismiss(let id): return try await storage.settleReport(id, by: account, at: now)
        case .reopen(let id): try await storage.reopenReport(id, by: account, at: now)
        case .hide(let id, because: let reason):
            return try await storage.setHidden(
                true, id, because: Self.kept(reason), by: account, at: now)
        case .keepHidden(let id):
            try await storage.setHidden(true, id, because: "", by: account, at: now)
        case .show(let id):
            try await storage.setHidden(false, id, because: "", by: account, at: now)
        case .remove(let id, because: let reason):
            return try await storage.setRemoved(
                true, messageOf: id, because: Self.kept(reason), by: account, at: now)
        case .bringBack(let id):
            try await storage.setRemoved(
                false, messageOf: id, because: "", by: account, at: now)
        case .suspend(let id, because: let reason, until: let term, hidingItems: let hidingItems):
            guard id != account else { throw .notFound }
            return try await storage.setSuspended(
                true, id, because: Self.kept(reason), until: term.map { now + $0.seconds },
                hidingItems: hidingItems, by: account, at: now)
        case .lift(let id):
            try await storage.setSuspended(false, id, because: "", by: account, at: now)
        case .undo(let measure):
            try await storage.undo(measure, by: account, at: now)
        }
        return DecisionOutcome()
    }

    /// Where in the queue it is done; nil where nothing waits about it.
    private func place(of action: Action) async throws(StorageError) -> Report.ID? {
        let scope: ReportCase.Scope
        switch action {
        case .dismiss(let id), .reopen(let id), .remove(let id, because: _), .bringBack(let id),
            .undo(.removal(let id)):
            return id
        case .hide(let item, because: _), .keepHidden(let item), .show(let item),
            .undo(.hiding(let item)):
            scope = .item(item)
        case .suspend(let person, because: _, until: _, hidingItems: _), .lift(let person),
            .undo(.suspension(let person)):
            scope = .person(person)
        }
        return try await storage.reportCases(about: scope, before: nil, limit: 1).first?.id
    }

    private static func kept(_ reason: String) -> String {
        oneLine(reason, atMost: Limits.decisionReason)
    }
}
