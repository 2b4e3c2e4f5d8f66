/// A member as shown in the operators' list of members.
public struct JoinedPerson: Identifiable, Equatable, Sendable {
    /// The id, which is in the address of the member's page; newer members have larger ids.
    public let id: Account.ID
    /// The current nickname.
    public let nickname: String
    /// When they signed up.
    public let date: Timestamp
    /// Whether they may not write or post.
    public let isSuspended: Bool

    /// A member.
    public init(id: Account.ID, nickname: String, date: Timestamp, isSuspended: Bool) {
        self.id = id
        self.nickname = nickname
        self.date = date
        self.isSuspended = isSuspended
    }
}

/// How many people and items there are in the market. Counts stop at a maximum, to be quick.
public struct MarketCounts: Equatable, Sendable {
    /// Accounts are counted up to this number.
    public static let mostPeople = 100_000
    /// New accounts and items are counted up to this number.
    public static let mostNew = 1_000

    /// The number of accounts.
    public let people: Int
    /// Accounts that were created recently.
    public let newPeople: Recent
    /// Items that were posted recently and are not deleted for good.
    public let newItems: Recent

    /// The number of accounts and what is new.
    public init(people: Int, newPeople: Recent, newItems: Recent) {
        self.people = people
        self.newPeople = newPeople
        self.newItems = newItems
    }

    /// The number of new entries.
    public struct Recent: Equatable, Sendable {
        /// Since the day began.
        public let today: Int
        /// Since the week began.
        public let thisWeek: Int

        /// The number of new entries in both periods.
        public init(today: Int, thisWeek: Int) {
            self.today = today
            self.thisWeek = thisWeek
        }
    }
}

/// What operators see of the whole market. Every method reads from one snapshot.
public protocol OverviewStorage: Sendable {
    /// - Parameters:
    ///   - today: the start of the day.
    ///   - week: the start of the week.
    func marketCounts(
        today: Timestamp, week: Timestamp
    ) async throws(StorageError) -> MarketCounts

    /// All members, newest first.
    /// - Parameter part: part of the nickname, in any case or Unicode form; nil for all members.
    ///   Such a search scans all accounts, so it may be slow.
    func joinedPeople(
        called part: String?, before id: Account.ID?, limit: Int
    ) async throws(StorageError) -> [JoinedPerson]
}
