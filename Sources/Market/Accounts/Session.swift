/// A session: one browser in which a member is signed in.
public struct Session: Equatable, Sendable {
    /// How long a replaced token is still accepted, in seconds, so that requests of one page that
    /// are already under way with it do not fail.
    public static let grace: Int64 = 60

    /// The digest of the session's token.
    public var digest: SecretDigest
    /// The signed-in account.
    public let account: Account.ID
    /// When the member signed in.
    public let dateCreated: Timestamp
    /// When the token was last issued or replaced.
    public var lastSeen: Timestamp
    /// The first moment at which the session is no longer valid.
    public var expires: Timestamp

    /// A session as it is stored.
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

/// The member who sends a session token, and what every page tells them.
public struct Visitor: Equatable, Sendable {
    /// The session that the token opens.
    public let session: Session
    /// The signed-in account.
    public let account: Account
    /// The number of due reminders; the count stops at `Limits.countedReminders`.
    public let dueReminders: Int
    /// The number of unread messages from others.
    public let unreadMessages: Int
    /// How many listings of followed sellers the member has not seen; at most `Limits.countedMatches`.
    public let unseenFollowedItems: Int
    /// Whether the member has blocked anybody, whose items are left out of the member's lists.
    public let hasBlocked: Bool
    /// Whether the operator has suspended the member, who may then neither write nor post.
    public let isSuspended: Bool
    /// The reason that the member is given; empty without a reason, or if the member is not suspended.
    public let suspensionReason: String
    /// When the suspension ends by itself; nil if only an operator ends it, or if the member is not suspended.
    public let suspensionEnds: Timestamp?

    /// A visitor as read from the storage.
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

/// Stores who is signed in. Every method is atomic.
public protocol SessionStorage: Sendable {
    /// Adds a session; past `Limits.sessions` the account's least recently seen one is removed.
    /// - Parameter hash: the hash against which the password was checked at sign-in; nil to skip the check.
    /// - Throws: `.notFound` if the account is gone, `.changedMeanwhile` if its password has been
    ///   changed since that check.
    func insert(_ session: Session, byPassword hash: String?) async throws(StorageError)

    /// The session that this token's digest opens at `now`: by its current token, or by the
    /// previous one until `Session.grace` after the replacement. Nil if there is no such session,
    /// or it has expired.
    func session(_ digest: SecretDigest, at now: Timestamp) async throws(StorageError) -> Session?

    /// The visitor whose session this token's digest opens at `now`, found as by `session`. Cheap
    /// enough for every page.
    func visitor(_ digest: SecretDigest, at now: Timestamp) async throws(StorageError) -> Visitor?

    /// Replaces a session's token. The previous one still opens the session for `Session.grace`.
    /// - Returns: false if `old` is not the current token of a session at `now`, because another
    ///   request has just replaced it. Nothing has changed then, and the new token opens nothing.
    func rotateSession(
        _ old: SecretDigest, to new: SecretDigest, at now: Timestamp, expires: Timestamp
    ) async throws(StorageError) -> Bool

    /// Ends the session that the digest opens, also by its previous token; does nothing if there is none.
    func deleteSession(_ digest: SecretDigest) async throws(StorageError)

    /// Ends all sessions of an account except the one that `digest` opens; all of them if it is nil.
    func deleteSessions(
        of account: Account.ID, except digest: SecretDigest?
    ) async throws(StorageError)

    /// Deletes the sessions that have expired at `now`.
    /// - Returns: how many were deleted.
    @discardableResult
    func deleteExpiredSessions(at now: Timestamp) async throws(StorageError) -> Int
}

extension SessionStorage {
    /// Adds a session without a check of the password.
    /// - Throws: `.notFound` if the account is gone.
    public func insert(_ session: Session) async throws(StorageError) {
        try await insert(session, byPassword: nil)
    }
}

/// The digest of a secret that is handed out (a session's token, a recovery code). Only the digest
/// is stored, so that nobody can sign in with what they read in the storage.
public struct SecretDigest: Hashable, Sendable {
    /// In the form in which the storage keeps and compares it.
    public let text: String

    /// - Parameter text: the text of a cryptographic digest, always in the same form.
    public init(_ text: String) {
        self.text = text
    }
}
