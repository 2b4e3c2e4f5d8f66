/// Somebody whom an operator keeps from writing, as operators look through them.
public struct SuspendedPerson: Identifiable, Equatable, Sendable {
    /// Names their page.
    public let id: Account.ID
    /// As they are called now.
    public let nickname: String
    /// What they are told; empty for no reason.
    public let reason: String
    /// Since when they may not write.
    public let date: Timestamp
    /// When they may again by themselves; nil for not before they are let.
    public let ends: Timestamp?
    /// How many listings are hidden with them.
    public let hiddenItems: Int
    /// Who has decided it; nil for who has left, and where that was not kept.
    public let decider: Report.Person?

    /// Somebody who may not write.
    public init(
        id: Account.ID, nickname: String, reason: String, date: Timestamp, ends: Timestamp?,
        hiddenItems: Int, decider: Report.Person?
    ) {
        (self.id, self.nickname, self.reason) = (id, nickname, reason)
        (self.date, self.ends) = (date, ends)
        (self.hiddenItems, self.decider) = (hiddenItems, decider)
    }

    /// The place of somebody among them, where a page goes on.
    public struct Key: Equatable, Sendable {
        /// Since when they may not write.
        public let date: Timestamp
        /// Of two of the same second the larger comes first.
        public let id: Account.ID

        /// A place among them.
        public init(date: Timestamp, id: Account.ID) {
            self.date = date
            self.id = id
        }
    }

    /// Where a page that ends with them goes on.
    public var key: Key { Key(date: date, id: id) }
}

/// For how long somebody is suspended, where that ends by itself; the raw value is that of forms, in days.
public enum SuspensionTerm: Int, CaseIterable, Sendable {
    /// Seven days.
    case week = 7
    /// Thirty days.
    case month = 30

    /// How long it is in seconds.
    public var seconds: Int64 { Int64(rawValue) * 86_400 }
}

/// Where it is kept who may not write. Every method is atomic.
public protocol SuspensionStorage: Sendable {
    /// Whether somebody is suspended; nobody is not.
    func isSuspended(_ account: Account.ID) async throws(StorageError) -> Bool

    /// Who is suspended reads all, and neither posts nor writes, and is told so. The reports of them that
    /// wait are settled. Twice is no error, and the first moment, reason and end stand. Who may write again
    /// is told, and what was hidden with them is shown.
    /// - Parameters:
    ///   - reason: what they are told; empty for none.
    ///   - end: when `endSuspensions` lets them write again; nil for never.
    ///   - hidingItems: whether what they have that is not sold is hidden with them, in one transaction:
    ///     the newest `Limits.hiddenWithSeller` of it. What is hidden already stays hidden for itself, and
    ///     where another operator has suspended them before, what they decided stands.
    ///   - decider: as in `settleReport`.
    /// - Throws: `.notFound`.
    @discardableResult
    func setSuspended(
        _ isSuspended: Bool, _ account: Account.ID, because reason: String, until end: Timestamp?,
        hidingItems: Bool, by decider: Account.ID?, at now: Timestamp
    ) async throws(StorageError) -> DecisionOutcome

    /// Lets everybody write again whose suspension has come to its end, as `setSuspended` does: nothing is
    /// taken back, so that no decision says so.
    /// - Returns: how many.
    @discardableResult
    func endSuspensions(at now: Timestamp) async throws(StorageError) -> Int

    /// Who is suspended, the latest first.
    func suspendedPeople(
        before key: SuspendedPerson.Key?, limit: Int
    ) async throws(StorageError) -> [SuspendedPerson]
}

extension SuspensionStorage {
    /// Until they are let; what they have stays where it is, unless said otherwise.
    /// - Throws: `.notFound`.
    @discardableResult
    public func setSuspended(
        _ isSuspended: Bool, _ account: Account.ID, because reason: String,
        hidingItems: Bool = false, by decider: Account.ID?, at now: Timestamp
    ) async throws(StorageError) -> DecisionOutcome {
        try await setSuspended(
            isSuspended, account, because: reason, until: nil, hidingItems: hidingItems,
            by: decider, at: now)
    }
}
