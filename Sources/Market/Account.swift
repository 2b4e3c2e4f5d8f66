/// Somebody who signed up: a seller, a keeper of lists and memos.
public struct Account: Identifiable, Equatable, Sendable {
    public typealias ID = Identifier<Account>

    public let id: ID
    public var profile: Profile
    public let dateJoined: Timestamp

    public init(id: ID, profile: Profile, dateJoined: Timestamp) {
        self.id = id
        self.profile = profile
        self.dateJoined = dateJoined
    }
}

/// What others see of an account.
public struct Profile: Equatable, Sendable {
    public var nickname: Nickname
    /// At most `Limits.about` letters.
    public var about: String
    public var picture: Photo.ID?

    public init(nickname: Nickname, about: String = "", picture: Photo.ID? = nil) {
        self.nickname = nickname
        self.about = about
        self.picture = picture
    }
}

/// An account on its way into the storage.
public struct NewAccount: Sendable {
    public var nickname: Nickname
    /// The encoded hash of the password; never the password.
    public var passwordHash: String
    public var recoveryCodes: [SecretDigest]
    public var dateJoined: Timestamp

    public init(
        nickname: Nickname, passwordHash: String, recoveryCodes: [SecretDigest] = [],
        dateJoined: Timestamp
    ) {
        self.nickname = nickname
        self.passwordHash = passwordHash
        self.recoveryCodes = recoveryCodes
        self.dateJoined = dateJoined
    }
}

/// What a password is checked against when somebody signs in.
public struct Credentials: Equatable, Sendable {
    public let account: Account.ID
    public let passwordHash: String

    public init(account: Account.ID, passwordHash: String) {
        self.account = account
        self.passwordHash = passwordHash
    }
}
