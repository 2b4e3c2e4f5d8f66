import Market

/// What people have reported, for operators to look at.
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

    /// The requested page of the queue.
    public struct Input: Equatable, Sendable {
        /// Whether settled reports are asked for, instead of open ones.
        public var areSettled: Bool
        /// What the open reports are about; nil for everything.
        public var scope: ReportCase.Scope?
        /// The report after which the page continues; nil starts with the latest.
        public var key: Report.ID?

        /// The first page of the open reports, unless something else is given.
        public init(
            areSettled: Bool = false, about scope: ReportCase.Scope? = nil,
            before key: Report.ID? = nil
        ) {
            self.areSettled = areSettled
            self.scope = areSettled ? nil : scope
            self.key = key
        }
    }

    /// A page of the queue.
    public struct Output: Sendable {
        /// Whether the reports are settled.
        public let areSettled: Bool
        /// What the reports are about; nil for everything.
        public let scope: ReportCase.Scope?
        /// Whether there are hidden listings that their sellers have corrected since; false in the
        /// settled reports.
        public let hasMended: Bool
        /// The reasons given before for the decisions that can be taken here.
        public let reasonChoices: [ReasonChoices]
        /// The entries, the latest first.
        public let page: ListPage<Entry, Report.ID>
    }

    /// What an operator decides.
    public enum Action: Equatable, Sendable {
        /// Settles a report without doing anything.
        case dismiss(Report.ID)
        /// Opens a settled report again.
        case reopen(Report.ID)
        /// Hides a listing from everybody but its seller, who is told the reason; empty if none is given.
        case hide(Item.ID, because: String)
        /// Keeps a listing hidden that was corrected, for the reason that its seller knows.
        case keepHidden(Item.ID)
        /// Shows a hidden listing again.
        case show(Item.ID)
        /// Removes the message that a report is about from the conversation, and tells its writer the
        /// reason; empty if none is given.
        case remove(Report.ID, because: String)
        /// Shows a removed message again.
        case bringBack(Report.ID)
        /// Keeps somebody from writing and posting, until a time or until they are allowed again, and
        /// tells them the reason; empty if none is given. Their unsold items may be hidden with them.
        case suspend(
            Account.ID, because: String, until: SuspensionTerm? = nil, hidingItems: Bool)
        /// Has a running suspension end after a time from now, or last until they are allowed again.
        case changeTerm(Account.ID, until: SuspensionTerm?)
        /// Lets a suspended person write and post again.
        case lift(Account.ID)
        /// Undoes what was just done by mistake: the reports that a measure settled are open again.
        case undo(Decision.Measure)
    }

    /// Makes a page of the queue.
    /// - Parameter viewer: the operator's account.
    /// - Throws: `StorageError` if the storage fails.
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

    /// The result of an operator's decision.
    public struct Done: Equatable, Sendable {
        /// The next open report, or the same one if it is still open; nil if there is none.
        public let next: Report.ID?
        /// The decision of another operator, which stands; nil if there is none.
        public let earlier: DecisionEntry?
        /// That decision, if it dismissed the report and may be overruled by the measure, which was
        /// not taken; otherwise nil.
        public let overrulable: Decision.ID?
        /// How many listings were hidden together with a suspended person.
        public let hiddenItems: Int
        /// How many listings hidden together with a suspended person are shown again.
        public let shownItems: Int
        /// Whether the reported person, or the reported listing's seller, has left.
        public let isOfDeparted: Bool
        /// Whether the suspension that was to be lifted or changed is over already.
        public let isOver: Bool
        /// When the suspension whose length was changed would have ended; nil for never.
        public let formerEnd: Timestamp?
        /// Whether there was nothing to undo.
        public let wasNeverTaken: Bool
    }

    /// Carries out a decision.
    /// - Parameters:
    ///   - seen: the report that a measure is decided on; nil to decide whatever was reported.
    ///   - account: the operator's.
    /// - Throws: `.notFound`, also if operators suspend themselves, or change how long they are
    ///   suspended; `.itemNotFound`.
    @discardableResult
    public func submit(
        _ action: Action, on seen: SeenReport? = nil, by account: Account.ID, at now: Timestamp
    ) async throws(StorageError) -> Done {
        var place = try await place(of: action)
        let outcome = try await carryOut(action, on: seen, by: account, at: now)
        // A report that is open again is back at its place in the queue.
        if case .undo = action { place = try await self.place(of: action) }
        var next: Report.ID?
        if let place {
            let key = Report.ID(rawValue: place.rawValue + 1)
            next = try await storage.reportCases(about: nil, before: key, limit: 1).first?.id
        }
        let isDismissed = action.isMeasure && outcome.earlier?.kind == .dismissed
        return Done(
            next: next, earlier: outcome.earlier.map { DecisionEntry($0, zone: zone) },
            overrulable: isDismissed ? outcome.earlier?.id : nil, hiddenItems: outcome.hiddenItems,
            shownItems: outcome.shownItems, isOfDeparted: outcome.isOfDeparted,
            isOver: outcome.isOver, formerEnd: outcome.formerEnd,
            wasNeverTaken: outcome.wasNeverTaken)
    }

    private func carryOut(
        _ action: Action, on seen: SeenReport?, by account: Account.ID, at now: Timestamp
    ) async throws(StorageError) -> DecisionOutcome {
        switch action {
        case .dismiss(let id): return try await storage.settleReport(id, by: account, at: now)
        case .reopen(let id): try await storage.reopenReport(id, by: account, at: now)
        case .hide(let id, because: let reason):
            return try await storage.setHidden(
                true, id, because: Self.kept(reason), seeing: seen, by: account, at: now)
        case .keepHidden(let id):
            try await storage.setHidden(true, id, because: "", by: account, at: now)
        case .show(let id):
            try await storage.setHidden(false, id, because: "", by: account, at: now)
        case .remove(let id, because: let reason):
            return try await storage.setRemoved(
                true, messageOf: id, because: Self.kept(reason), seeing: seen, by: account,
                at: now)
        case .bringBack(let id):
            try await storage.setRemoved(
                false, messageOf: id, because: "", by: account, at: now)
        case .suspend(let id, because: let reason, until: let term, hidingItems: let hidingItems):
            guard id != account else { throw .notFound }
            return try await storage.setSuspended(
                true, id, because: Self.kept(reason), until: term.map { now + $0.seconds },
                hidingItems: hidingItems, seeing: seen, by: account, at: now)
        case .changeTerm(let id, until: let term):
            guard id != account else { throw .notFound }
            return try await storage.setSuspensionEnd(
                term.map { now + $0.seconds }, of: id, by: account, at: now)
        case .lift(let id):
            return try await storage.setSuspended(
                false, id, because: "", by: account, at: now)
        case .undo(.lifting(account, hidingItems: _)), .undo(.termChange(account, until: _)):
            throw .notFound
        case .undo(let measure):
            return try await storage.undo(measure, by: account, at: now)
        }
        return DecisionOutcome()
    }

    /// Where the affected report is in the queue; nil if no report about it is open.
    private func place(of action: Action) async throws(StorageError) -> Report.ID? {
        let scope: ReportCase.Scope
        switch action {
        case .dismiss(let id), .reopen(let id), .remove(let id, because: _), .bringBack(let id),
            .undo(.removal(let id)), .undo(.returning(let id)), .undo(.dismissal(let id)):
            return id
        case .hide(let item, because: _), .keepHidden(let item), .show(let item),
            .undo(.hiding(let item)), .undo(.showing(let item)):
            scope = .item(item)
        case .suspend(let person, because: _, until: _, hidingItems: _),
            .changeTerm(let person, until: _), .lift(let person), .undo(.suspension(let person)),
            .undo(.lifting(let person, hidingItems: _)),
            .undo(.termChange(let person, until: _)):
            scope = .person(person)
        }
        return try await storage.reportCases(about: scope, before: nil, limit: 1).first?.id
    }

    private static func kept(_ reason: String) -> String {
        oneLine(reason, atMost: Limits.decisionReason)
    }
}

extension ReportQueue.Action {
    /// Whether it acts against somebody.
    fileprivate var isMeasure: Bool {
        switch self {
        case .hide, .remove, .suspend: true
        case .dismiss, .reopen, .keepHidden, .show, .bringBack, .changeTerm, .lift, .undo: false
        }
    }
}
