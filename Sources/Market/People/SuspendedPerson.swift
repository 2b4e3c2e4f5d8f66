/// A suspended member as shown in the operators' list.
public struct SuspendedPerson: Identifiable, Equatable, Sendable {
    /// The id, which is in the address of the member's page.
    public let id: Account.ID
    /// The current nickname.
    public let nickname: String
    /// The reason that the member is told; empty for none.
    public let reason: String
    /// When the suspension began.
    public let date: Timestamp
    /// When it ends by itself; nil if only an operator ends it.
    public let ends: Timestamp?
    /// The number of listings that are hidden along with the member.
    public let hiddenItems: Int
    /// The operator who suspended them; nil if they have left, or if that was not recorded.
    public let decider: Report.Person?

    /// A suspended member.
    public init(
        id: Account.ID, nickname: String, reason: String, date: Timestamp, ends: Timestamp?,
        hiddenItems: Int, decider: Report.Person?
    ) {
        (self.id, self.nickname, self.reason) = (id, nickname, reason)
        (self.date, self.ends) = (date, ends)
        (self.hiddenItems, self.decider) = (hiddenItems, decider)
    }

    /// The position of a member in the list, by when the suspension began.
    public typealias Key = DatedKey<Account>

    /// The key with which the next page continues after this member.
    public var key: Key { Key(date: date, id: id) }
}

/// How long a suspension with an end lasts; the raw value, in days, is used in forms.
public enum SuspensionTerm: Int, CaseIterable, Sendable {
    /// Three days.
    case threeDays = 3
    /// Seven days, which the form suggests.
    case week = 7
    /// Thirty days.
    case month = 30

    /// The length in seconds.
    public var seconds: Int64 { Int64(rawValue) * 86_400 }
}

/// Stores who is suspended. Every method is atomic.
public protocol SuspensionStorage: Sendable {
    /// Whether an account is suspended; false if there is no such account.
    func isSuspended(_ account: Account.ID) async throws(StorageError) -> Bool

    /// Suspends a member or lifts the suspension. A suspended member can read everything, but
    /// neither post nor write, and is told so. Suspending settles the open reports about them;
    /// doing so twice is no error, and the first date, reason and end stay. Lifting it is told to
    /// the member, and shows the listings that were hidden along with them.
    /// - Parameters:
    ///   - reason: the reason that the member is told; empty for none.
    ///   - end: when `endSuspensions` lifts the suspension; nil for never.
    ///   - hidingItems: whether the member's unsold listings are hidden in the same transaction,
    ///     the newest `Limits.hiddenWithSeller` of them. Listings that are hidden already stay
    ///     hidden for their own reason. If another operator has suspended the member before, their
    ///     decision about the listings stays.
    ///   - seen: as in `setHidden`.
    ///   - decider: as in `settleReport`.
    /// - Throws: `.notFound`.
    @discardableResult
    func setSuspended(
        _ isSuspended: Bool, _ account: Account.ID, because reason: String, until end: Timestamp?,
        hidingItems: Bool, seeing seen: SeenReport?, by decider: Account.ID?, at now: Timestamp
    ) async throws(StorageError) -> DecisionOutcome

    /// Changes when a running suspension ends, and tells the member again, with the reason they were
    /// given. Setting the same end again changes nothing. If the member is no longer suspended, nothing
    /// is done, and the outcome says so.
    /// - Parameters:
    ///   - end: when `endSuspensions` lifts the suspension; nil for never.
    ///   - decider: as in `settleReport`.
    /// - Throws: `.notFound`.
    @discardableResult
    func setSuspensionEnd(
        _ end: Timestamp?, of account: Account.ID, by decider: Account.ID?, at now: Timestamp
    ) async throws(StorageError) -> DecisionOutcome

    /// Lifts all suspensions whose end has come, with the same effects as `setSuspended`. No
    /// decision is recorded, since none is taken back.
    /// - Returns: the number of members.
    @discardableResult
    func endSuspensions(at now: Timestamp) async throws(StorageError) -> Int

    /// The suspended members, most recently suspended first.
    func suspendedPeople(
        before key: SuspendedPerson.Key?, limit: Int
    ) async throws(StorageError) -> [SuspendedPerson]
}

extension SuspensionStorage {
    /// Suspends a member or lifts the suspension, without a report that was seen; by default a
    /// suspension has no end, and the member's listings stay visible.
    /// - Throws: `.notFound`.
    @discardableResult
    public func setSuspended(
        _ isSuspended: Bool, _ account: Account.ID, because reason: String,
        until end: Timestamp? = nil, hidingItems: Bool = false, by decider: Account.ID?,
        at now: Timestamp
    ) async throws(StorageError) -> DecisionOutcome {
        try await setSuspended(
            isSuspended, account, because: reason, until: end, hidingItems: hidingItems,
            seeing: nil, by: decider, at: now)
    }
}
