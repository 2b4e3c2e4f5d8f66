/// A browser that gets pushes for the account signed in there.
public struct PushSubscription: Equatable, Sendable {
    /// The browser's address at a push service.
    public let endpoint: String
    /// The account that is signed in.
    public let account: Account.ID
    /// When the browser subscribed.
    public let dateCreated: Timestamp

    /// A subscription as it is kept.
    public init(endpoint: String, account: Account.ID, dateCreated: Timestamp) {
        self.endpoint = endpoint
        self.account = account
        self.dateCreated = dateCreated
    }
}

/// Where push subscriptions are kept. A subscription ends with the session in which it was made.
/// Every method is atomic.
public protocol PushStorage: Sendable {
    /// The secret key by which push services know the site; nil until one is kept.
    func pushKey() async throws(StorageError) -> String?

    /// Keeps a key, unless there is one already.
    /// - Returns: the key that is kept.
    func keepPushKey(_ key: String) async throws(StorageError) -> String

    /// Subscribes the browser of a session; an endpoint that is already known moves to this
    /// session. Past `Limits.pushSubscriptions` of the account, its oldest subscription is deleted.
    /// - Parameter endings: `pushEndings` of the account when the browser was asked to subscribe;
    ///   nil to subscribe in any case.
    /// - Throws: `.notFound` if the session has ended; `.changedMeanwhile` if the account has ended
    ///   all its subscriptions since.
    func subscribe(
        _ endpoint: String, in session: SecretDigest, at now: Timestamp, after endings: Int?
    ) async throws(StorageError)

    /// Moves an account's subscription to another endpoint, unless that has a subscription already;
    /// does nothing if the subscription has ended.
    func movePushSubscription(
        _ endpoint: String, to new: String, of account: Account.ID
    ) async throws(StorageError)

    /// Whether a session has a subscription.
    func isSubscribed(_ session: SecretDigest) async throws(StorageError) -> Bool

    /// The account's subscriptions in sessions that are open at `now`, oldest first.
    func pushSubscriptions(
        of account: Account.ID, at now: Timestamp
    ) async throws(StorageError) -> [PushSubscription]

    /// Ends a subscription of an account, or all of them with nil; it is no error if there is none.
    func unsubscribe(_ endpoint: String?, of account: Account.ID) async throws(StorageError)

    /// How often an account has ended all its subscriptions at once: what a browser decided before
    /// the last time no longer holds.
    func pushEndings(of account: Account.ID) async throws(StorageError) -> Int

    /// Deletes the subscriptions that their services no longer know.
    func deletePushSubscriptions(_ endpoints: [String]) async throws(StorageError)

    /// Those of the accounts that have a subscription.
    func pushedAccounts(
        among accounts: Set<Account.ID>
    ) async throws(StorageError) -> Set<Account.ID>

    /// The accounts with a subscription and a reminder that came due after `start` and until `end`.
    func pushedAccounts(
        remindedAfter start: Timestamp, until end: Timestamp
    ) async throws(StorageError) -> [Account.ID]
}
