/// A browser in which somebody is signed in.
public struct Session: Equatable, Sendable {
    /// How long a replaced token goes on to be taken, in seconds: the requests of one page that are
    /// under way with it do not fall out.
    public static let grace: Int64 = 60

    /// Of its token.
    public var digest: SecretDigest
    /// Who is signed in.
    public let account: Account.ID
    /// When they signed in.
    public let dateCreated: Timestamp
    /// When the token was given out or replaced last.
    public var lastSeen: Timestamp
    /// The first moment at which it is none any more.
    public var expires: Timestamp

    /// A session as it is kept.
    public init(
        digest: SecretDigest, account: Account.ID, dateCreated: Timestamp, lastSeen: Timestamp,
        expires: Timestamp
    ) {
        self.digest = digest
        self.account = account
        self.dateCreated = dateCreated
        self.lastSeen = lastSeen
        self.expires = expires
    }
}

/// Who comes with a token, and what every page tells them.
public struct Visitor: Equatable, Sendable {
    /// That the token opens.
    public let session: Session
    /// Who is signed in.
    public let account: Account
    /// How many reminders are due; `Limits.countedReminders` may be more.
    public let dueReminders: Int
    /// How many messages of others were not read.
    public let unreadMessages: Int
    /// How many listings of sellers whom they follow they have not seen; at most `Limits.countedMatches`.
    public let unseenFollowedItems: Int
    /// Whether they have blocked anybody, whose items their lists leave out.
    public let hasBlocked: Bool
    /// Whether the operator lets them neither write nor post.
    public let isSuspended: Bool
    /// Why, as they are told; empty for no reason, and for who is not.
    public let suspensionReason: String
    /// When they may again by themselves; nil for not before they are let, and for who is not suspended.
    public let suspensionEnds: Timestamp?

    /// A visitor as they are found.
    public init(
        session: Session, account: Account, dueReminders: Int, unreadMessages: Int,
        unseenFollowedItems: Int, hasBlocked: Bool, isSuspended: Bool, suspensionReason: String,
        suspensionEnds: Timestamp? = nil
    ) {
        self.unseenFollowedItems = unseenFollowedItems
        self.suspensionEnds = suspensionEnds
        self.session = session
        self.account = account
        self.dueReminders = dueReminders
        self.unreadMessages = unreadMessages
        self.hasBlocked = hasBlocked
        self.isSuspended = isSuspended
        self.suspensionReason = suspensionReason
    }
}

/// Where it is kept who is signed in. Every method is atomic.
public protocol SessionStorage: Sendable {
    /// Adds a session; past `Limits.sessions` the one seen longest ago makes room.
    /// - Parameter hash: of the password that it is opened by, as it was checked; nil for none.
    /// - Throws: `.notFound` when the account is gone, `.changedMeanwhile` when its password is another
    ///   one by now.
    func insert(_ session: Session, byPassword hash: String?) async throws(StorageError)

    /// The session that this token's digest opens at `now`: its own, or the one it had until
    /// `Session.grace` ago. Nil when there is none, or it has expired.
    func session(
        _ digest: SecretDigest, at now: Timestamp
    ) async throws(StorageError) -> Session?

    /// Whose session this token's digest opens at `now`, as `session` finds it. Cheap enough for every
    /// page.
    func visitor(
        _ digest: SecretDigest, at now: Timestamp
    ) async throws(StorageError) -> Visitor?

    /// Gives a session another token. The one before opens it for `Session.grace` more.
    /// - Returns: false when `old` is not the token of a session at `now`, because it has been
    ///   replaced a moment ago; then nothing has changed, and the new token opens nothing.
    func rotateSession(
        _ old: SecretDigest, to new: SecretDigest, at now: Timestamp, expires: Timestamp
    ) async throws(StorageError) -> Bool

    /// Ends the session that the digest opens, also by the token it had before; none is no error.
    func deleteSession(_ digest: SecretDigest) async throws(StorageError)

    /// Ends all sessions of an account but the one that `digest` opens; all with nil.
    func deleteSessions(
        of account: Account.ID, except digest: SecretDigest?
    ) async throws(StorageError)

    /// Forgets the sessions that have expired at `now`.
    /// - Returns: how many they were.
    @discardableResult
    func deleteExpiredSessions(at now: Timestamp) async throws(StorageError) -> Int
}

extension SessionStorage {
    /// Adds a session that no password opens.
    /// - Throws: `.notFound` when the account is gone.
    public func insert(_ session: Session) async throws(StorageError) {
        try await insert(session, byPassword: nil)
    }
}

/// The digest of a secret that is handed out (a session's token, a recovery code): all that is kept
/// of it, so that who reads the storage can sign in as nobody.
public struct SecretDigest: Hashable, Sendable {
    /// In the form that the storage keeps and compares.
    public let text: String

    /// - Parameter text: of a cryptographic digest, always in the same form.
    public init(_ text: String) {
        self.text = text
    }
}
