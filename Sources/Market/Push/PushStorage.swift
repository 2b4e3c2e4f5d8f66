/// A browser that wants to be told of what is new for whoever is signed in there.
public struct PushSubscription: Equatable, Sendable {
    /// Its address at a push service.
    public let endpoint: String
    /// Who is signed in.
    public let account: Account.ID
    /// When the browser was told to.
    public let dateCreated: Timestamp

    /// A subscription as it is kept.
    public init(endpoint: String, account: Account.ID, dateCreated: Timestamp) {
        self.endpoint = endpoint
        self.account = account
        self.dateCreated = dateCreated
    }
}

/// Where it is kept which browsers are told of news. A subscription ends with the session that it was
/// made in. Every method is atomic.
public protocol PushStorage: Sendable {
    /// The secret key by which the site is known to push services; nil until one is kept.
    func pushKey() async throws(StorageError) -> String?

    /// Keeps a key, unless there is one.
    /// - Returns: the one that is kept.
    func keepPushKey(_ key: String) async throws(StorageError) -> String

    /// Subscribes the browser of a session; an endpoint that is known is this session's from now on.
    /// Past `Limits.pushSubscriptions` of its account the oldest makes room.
    /// - Parameter endings: of all at once, as many as the account had when the browser was told to; nil
    ///   where that is now.
    /// - Throws: `.notFound` when the session has ended; `.changedMeanwhile` when the account has ended
    ///   all since.
    func subscribe(
        _ endpoint: String, in session: SecretDigest, at now: Timestamp, after endings: Int?
    ) async throws(StorageError)

    /// Has a subscription of an account go on at another endpoint, which is nobody's yet; when it has
    /// ended, nothing is done.
    func movePushSubscription(
        _ endpoint: String, to new: String, of account: Account.ID
    ) async throws(StorageError)

    /// Whether a session has a subscription.
    func isSubscribed(_ session: SecretDigest) async throws(StorageError) -> Bool

    /// Those of sessions that are open at `now`, made first first.
    func pushSubscriptions(
        of account: Account.ID, at now: Timestamp
    ) async throws(StorageError) -> [PushSubscription]

    /// Ends a subscription of an account, or all of them with nil; none is no error.
    func unsubscribe(
        _ endpoint: String?, of account: Account.ID
    ) async throws(StorageError)

    /// How often an account has ended all of its subscriptions at once: what a browser decided before
    /// the last time holds no more.
    func pushEndings(of account: Account.ID) async throws(StorageError) -> Int

    /// Ends the subscriptions that their services know no more.
    func deletePushSubscriptions(_ endpoints: [String]) async throws(StorageError)

    /// Those who have a subscription.
    func pushedAccounts(
        among accounts: Set<Account.ID>
    ) async throws(StorageError) -> Set<Account.ID>

    /// Those who have one and for whom a reminder came due after one moment, and until another.
    func pushedAccounts(
        remindedAfter start: Timestamp, until end: Timestamp
    ) async throws(StorageError) -> [Account.ID]
}
