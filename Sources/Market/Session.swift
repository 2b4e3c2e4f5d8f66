/// A browser in which somebody is signed in.
public struct Session: Equatable, Sendable {
    /// How long a replaced token goes on to be taken, in seconds: the requests of one page that are
    /// under way with it do not fall out.
    public static let grace: Int64 = 60

    /// Of its token.
    public var digest: SecretDigest
    public let account: Account.ID
    public let dateCreated: Timestamp
    /// When the token was given out or replaced last.
    public var lastSeen: Timestamp
    /// The first moment at which it is none any more.
    public var expires: Timestamp

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
