/// Stores reports and what comes of them. Every method is atomic.
public protocol ReportStorage: SuspensionStorage {
    /// What there is to report, as text: a title, a nickname or a message; empty for a photo.
    /// - Throws: `.notFound` if it does not exist, is the reporter's own, or is a message that the
    ///   reporter cannot read.
    func excerpt(
        of subject: Report.Subject, for reporter: Conversation.Reader
    ) async throws(StorageError) -> String

    /// The same for somebody who is not signed in: a listing or a person that everybody can see.
    /// - Throws: `.notFound`, also for a message.
    func excerpt(of subject: Report.Subject) async throws(StorageError) -> String

    /// Adds a report. It replaces an earlier one by the same reporter about the same subject, if that is settled.
    /// - Throws: the same errors as `excerpt`; `.limitReached` if the earlier one is still open;
    ///   `.suspended` if the reporter is.
    func insert(_ report: NewReport) async throws(StorageError)

    /// The reports that an account has sent, newest first.
    func reports(
        by reporter: Account.ID, before id: Report.ID?, limit: Int
    ) async throws(StorageError) -> [Report]

    /// The JPEG bytes of the photo that a report is about, at its medium size.
    /// - Throws: `.photoNotFound`, also if the photo was taken back.
    func photo(of report: Report.ID) async throws(StorageError) -> [UInt8]

    /// Reported messages with those around them; messages whose conversation is gone are left out.
    func reportedMessages(
        _ ids: [ChatMessage.ID]
    ) async throws(StorageError) -> [ChatMessage.ID: ReportedMessage]

    /// Removes a reported message from its conversation, or brings it back. Removing it settles the
    /// reports about it. Doing so twice is no error; a message that its author has taken back does
    /// not change.
    /// - Parameters:
    ///   - reason: the reason that the author is told; empty for none.
    ///   - seen: as in `setHidden`.
    ///   - decider: as in `settleReport`.
    /// - Throws: `.notFound`, also if the report is not about a message.
    @discardableResult
    func setRemoved(
        _ isRemoved: Bool, messageOf report: Report.ID, because reason: String,
        seeing seen: SeenReport?, by decider: Account.ID?, at now: Timestamp
    ) async throws(StorageError) -> DecisionOutcome

    /// The open reports, grouped by what was reported; the case with the newest report comes first.
    /// - Parameters:
    ///   - scope: what the reports must be about; nil for everything.
    ///   - id: the latest report of the case after which to continue.
    func reportCases(
        about scope: ReportCase.Scope?, before id: Report.ID?, limit: Int
    ) async throws(StorageError) -> [ReportCase]

    /// The settled reports, grouped by what was reported and by the decision that settled them; the
    /// case with the newest report comes first.
    /// - Parameter id: the latest report of the case after which to continue.
    func settledReportCases(
        before id: Report.ID?, limit: Int
    ) async throws(StorageError) -> [ReportCase]

    /// The number of open reports about an item or a person.
    func countOpenReports(about scope: ReportCase.Scope) async throws(StorageError) -> Int

    /// The number of open reports and of hidden listings that their sellers have edited since,
    /// counted up to `most`: cheap enough for every page of an operator.
    func countOpenReports(upTo most: Int) async throws(StorageError) -> Int

    /// Dismisses a report, and earlier open ones about the same subject. Their reporters are told
    /// so, or that the reported person has left. Doing so twice is no error.
    /// - Parameter decider: the operator who decides; nil if it is not known who.
    /// - Throws: `.notFound`.
    @discardableResult
    func settleReport(
        _ id: Report.ID, by decider: Account.ID?, at now: Timestamp
    ) async throws(StorageError) -> DecisionOutcome

    /// Reopens a report and those that were settled with it, if they were dismissed or the measure
    /// was taken back. Notices about the outcome are withdrawn from their reporters. Doing so twice
    /// is no error.
    /// - Parameter decider: as in `settleReport`.
    /// - Throws: `.notFound`.
    func reopenReport(
        _ id: Report.ID, by decider: Account.ID?, at now: Timestamp
    ) async throws(StorageError)

    /// Hides a listing from everybody but its seller, who is told, or shows it again in its place
    /// in the list, which is told to those who wait for it. Doing so twice is no error, and the
    /// first reason stays. Hiding settles the reports about the listing, and one that its seller
    /// has edited no longer waits for review. A listing in its seller's trash stays there, and is
    /// hidden or not when it comes back.
    /// - Parameters:
    ///   - reason: the reason that the seller is told; empty for none.
    ///   - seen: the report that the operator decides on, as they saw it; nil if they decide without
    ///     one. If another operator has dismissed it meanwhile, nothing is done, and the outcome
    ///     names their dismissal. A dismissal that `seen` overrules is taken back first, so that the
    ///     reporters are told of the new decision instead.
    ///   - decider: as in `settleReport`.
    /// - Throws: `.itemNotFound`.
    @discardableResult
    func setHidden(
        _ isHidden: Bool, _ item: Item.ID, because reason: String, seeing seen: SeenReport?,
        by decider: Account.ID?, at now: Timestamp
    ) async throws(StorageError) -> DecisionOutcome

    /// Undoes the operator's own last measure of its kind, or their dismissal of a report, as if it had
    /// not been taken: the reports that it settled are open again, and notices about it are withdrawn
    /// from their reporters. Doing so twice is no error. If another operator has decided since, nothing
    /// is done, and the outcome names their decision.
    /// - Parameter decider: as in `settleReport`.
    /// - Throws: `.itemNotFound` for a listing; `.notFound`.
    @discardableResult
    func undo(
        _ measure: Decision.Measure, by decider: Account.ID?, at now: Timestamp
    ) async throws(StorageError) -> DecisionOutcome

    /// The reason for which a listing is hidden, as its seller is told; empty if none was given,
    /// nil if the listing is not hidden.
    func hidingReason(of item: Item.ID) async throws(StorageError) -> String?

    /// The number of hidden listings that their sellers have edited since, and that wait for review.
    func countMendedItems() async throws(StorageError) -> Int

    /// All hidden listings, newest first.
    func hiddenItems(
        before id: Item.ID?, limit: Int
    ) async throws(StorageError) -> [HiddenItem]

    /// The hidden listings of one seller, without those in the trash, newest first.
    func hiddenItems(
        of seller: Account.ID, limit: Int
    ) async throws(StorageError) -> [HiddenItem]

    /// Whether an account has reported an item, in an open or a settled report.
    func hasReported(_ item: Item.ID, by account: Account.ID) async throws(StorageError) -> Bool

    /// Whether an account has reported a person, and the operator has not looked at that yet. Reports of
    /// the person's listings and messages do not count.
    func hasOpenReport(
        of person: Account.ID, by account: Account.ID
    ) async throws(StorageError) -> Bool

    /// Which of these messages the reader has reported to the operator, who has not looked at them yet.
    func openReports(
        of messages: [ChatMessage.ID], by reader: Conversation.Reader
    ) async throws(StorageError) -> Set<ChatMessage.ID>

    /// The decisions about a person, latest first. Those about a former member are kept for `Deletion.lifetime`.
    func decisions(
        about person: Account.ID, limit: Int
    ) async throws(StorageError) -> [Decision]

    /// A former member, for as long as the record is kept.
    /// - Throws: `.notFound`, also for somebody who has not left.
    func departedPerson(_ id: Account.ID) async throws(StorageError) -> DepartedPerson

    /// All decisions, also about guests, latest first.
    func decisions(
        before id: Decision.ID?, limit: Int
    ) async throws(StorageError) -> [LoggedDecision]

    /// The later decisions about the same subject as each of these, earliest first; at most
    /// `Decision.mostLater` for each.
    func decisions(
        after earlier: [Decision]
    ) async throws(StorageError) -> [Decision.ID: [Decision]]

    /// The latest reasons given for decisions of a kind, without duplicates, latest first. Only the
    /// last `Decision.mostReasons` with a reason are searched.
    func reasons(
        for kind: Decision.Kind, limit: Int
    ) async throws(StorageError) -> [String]
}

extension ReportStorage {
    /// Hides a listing or shows it again, without a report that was seen.
    /// - Throws: `.itemNotFound`.
    @discardableResult
    public func setHidden(
        _ isHidden: Bool, _ item: Item.ID, because reason: String, by decider: Account.ID?,
        at now: Timestamp
    ) async throws(StorageError) -> DecisionOutcome {
        try await setHidden(
            isHidden, item, because: reason, seeing: nil, by: decider, at: now)
    }

    /// Removes a reported message or brings it back, however its report was seen.
    /// - Throws: `.notFound`, also if the report is not about a message.
    @discardableResult
    public func setRemoved(
        _ isRemoved: Bool, messageOf report: Report.ID, because reason: String,
        by decider: Account.ID?, at now: Timestamp
    ) async throws(StorageError) -> DecisionOutcome {
        try await setRemoved(
            isRemoved, messageOf: report, because: reason, seeing: nil, by: decider, at: now)
    }
}
