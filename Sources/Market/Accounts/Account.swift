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

/// Where accounts are kept. Every method is atomic; an account that is gone is `.notFound`.
public protocol AccountStorage: Sendable {
    /// Adds an account; ids only ever grow.
    /// - Throws: `.nicknameTaken` also by one that differs in case, Unicode form or unseen letters.
    func insert(_ account: NewAccount) async throws(StorageError) -> Account.ID

    /// - Throws: `.notFound`.
    func account(_ id: Account.ID) async throws(StorageError) -> Account

    /// Nil when nobody has the nickname, in any case or Unicode form.
    func credentials(of nickname: Nickname) async throws(StorageError) -> Credentials?

    /// The encoded hash of the account's password.
    /// - Throws: `.notFound`.
    func passwordHash(ofAccount id: Account.ID) async throws(StorageError) -> String

    /// Replaces what others see.
    /// - Throws: `.notFound`, `.nicknameTaken`, `.photoNotFound`; then nothing has changed.
    func updateProfile(_ profile: Profile, of id: Account.ID) async throws(StorageError)

    /// Replaces the password and ends all sessions but `session`, in one step.
    /// - Throws: `.notFound`.
    func setPasswordHash(
        _ hash: String, of id: Account.ID, keeping session: SecretDigest?
    ) async throws(StorageError)

    /// Uses up a recovery code.
    /// - Returns: whether the account had it; a second time it has not.
    func useRecoveryCode(
        _ code: SecretDigest, of id: Account.ID
    ) async throws(StorageError) -> Bool

    /// Replaces all recovery codes.
    /// - Throws: `.notFound`.
    func setRecoveryCodes(
        _ codes: [SecretDigest], of id: Account.ID
    ) async throws(StorageError)

    /// The titles of the tasks that a new listing starts with, in order; empty when none were set.
    /// - Throws: `.notFound`.
    func checklist(of id: Account.ID) async throws(StorageError) -> [String]

    /// - Throws: `.notFound`, `.limitReached` past `Limits.checklistSteps`.
    func setChecklist(_ steps: [String], of id: Account.ID) async throws(StorageError)

    /// The secret in the address of the account's private feed; nil until one is set.
    /// - Throws: `.notFound`.
    func feedKey(of id: Account.ID) async throws(StorageError) -> String?

    /// Whose private feed this secret opens; nil when nobody's, or no longer.
    func account(feedKey: String) async throws(StorageError) -> Account.ID?

    /// Sets or renews the secret; the one before opens nothing any more.
    /// - Parameter key: unguessable, so that no two are alike.
    /// - Throws: `.notFound`.
    func setFeedKey(_ key: String, of id: Account.ID) async throws(StorageError)

    /// Deletes the account with all that belongs to it, its listings and what lies in its trash
    /// too.
    /// - Throws: `.notFound`.
    func deleteAccount(_ id: Account.ID) async throws(StorageError)
}
