/// Somebody with an account, as operators look through them.
public struct JoinedPerson: Identifiable, Equatable, Sendable {
    /// Names their page; the larger the newer.
    public let id: Account.ID
    /// As they are called now.
    public let nickname: String
    /// When they signed up.
    public let date: Timestamp
    /// Whether they may not write or post.
    public let isSuspended: Bool

    /// Somebody with an account.
    public init(id: Account.ID, nickname: String, date: Timestamp, isSuspended: Bool) {
        self.id = id
        self.nickname = nickname
        self.date = date
        self.isSuspended = isSuspended
    }
}

/// How much there is in a market, counted no further than is quick.
public struct MarketCounts: Equatable, Sendable {
    /// Accounts are counted so far; more are as many.
    public static let mostPeople = 100_000
    /// What is new is counted so far; more is as much.
    public static let mostNew = 1_000

    /// With an account.
    public let people: Int
    /// Who has signed up of late.
    public let newPeople: Recent
    /// What was posted of late and is not deleted for good.
    public let newItems: Recent

    /// How much there is of both.
    public init(people: Int, newPeople: Recent, newItems: Recent) {
        self.people = people
        self.newPeople = newPeople
        self.newItems = newItems
    }

    /// What has come of late.
    public struct Recent: Equatable, Sendable {
        /// Since the day began.
        public let today: Int
        /// Since the week began.
        public let thisWeek: Int

        /// What has come since both.
        public init(today: Int, thisWeek: Int) {
            self.today = today
            self.thisWeek = thisWeek
        }
    }
}

/// What operators see of the whole market. Every method reads one state.
public protocol OverviewStorage: Sendable {
    /// - Parameters:
    ///   - today: when the day began.
    ///   - week: when the week began.
    func marketCounts(
        today: Timestamp, week: Timestamp
    ) async throws(StorageError) -> MarketCounts

    /// Everybody with an account, who signed up last first.
    /// - Parameter part: of their nickname, in any case or Unicode form; nil for everybody. It may take its
    ///   time to look through all of them.
    func joinedPeople(
        called part: String?, before id: Account.ID?, limit: Int
    ) async throws(StorageError) -> [JoinedPerson]
}
