import Localization

/// A member: somebody who has signed up to sell items and to keep lists and memos.
public struct Account: Identifiable, Equatable, Sendable {
    /// An account's number; every new account gets a larger one.
    public typealias ID = Identifier<Account>

    /// The newer the account, the larger its id.
    public let id: ID
    /// What others see of the account.
    public var profile: Profile
    /// The language in which the member reads the site; nil to follow the browser's settings.
    public var language: Language?
    /// The neighbourhood in which the member has chosen to live; nil for none. Nobody else sees it.
    public var neighbourhood: Neighbourhood.ID?
    /// When the member signed up.
    public let dateJoined: Timestamp

    /// How long after signing up an account counts as new, in seconds.
    public static let newcomerTime: Int64 = 7 * 86_400

    /// Whether the account still counts as new, and so may do less than others.
    public func isNew(at now: Timestamp) -> Bool { now.since(dateJoined) < Self.newcomerTime }

    /// An account without its secrets (password hash, recovery codes).
    public init(
        id: ID, profile: Profile, language: Language? = nil,
        neighbourhood: Neighbourhood.ID? = nil, dateJoined: Timestamp
    ) {
        self.id = id
        self.profile = profile
        self.language = language
        self.neighbourhood = neighbourhood
        self.dateJoined = dateJoined
    }
}

/// What others see of an account.
public struct Profile: Equatable, Sendable {
    /// The name that others see; the member signs in with it, too.
    public var nickname: Nickname
    /// At most `Limits.about` letters.
    public var about: String
    /// A photo in the storage; nil for none.
    public var picture: Photo.ID?

    /// A profile, which needs at least a nickname.
    public init(nickname: Nickname, about: String = "", picture: Photo.ID? = nil) {
        self.nickname = nickname
        self.about = about
        self.picture = picture
    }
}

/// An account that is about to be created.
public struct NewAccount: Sendable {
    /// Must not be taken by another account.
    public var nickname: Nickname
    /// The encoded hash of the password; never the password.
    public var passwordHash: String
    /// The digests of the recovery codes, each of which signs the member in once, in place of a
    /// forgotten password.
    public var recoveryCodes: [SecretDigest]
    /// The moment of the sign-up.
    public var dateJoined: Timestamp

    /// The account that somebody signs up for.
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
    /// The account whose password this is.
    public let account: Account.ID
    /// The encoded hash, with its salt and cost parameters.
    public let passwordHash: String

    /// The password hash of an account.
    public init(account: Account.ID, passwordHash: String) {
        self.account = account
        self.passwordHash = passwordHash
    }
}

/// Stores accounts. Every method is atomic, and throws `.notFound` if the account is gone.
public protocol AccountStorage: Sendable {
    /// Adds an account; ids only ever grow.
    /// - Throws: `.nicknameTaken`, also if the nickname differs from another one only in case,
    ///   Unicode form or invisible letters, or belongs to somebody who left while suspended.
    func insert(_ account: NewAccount) async throws(StorageError) -> Account.ID

    /// - Throws: `.notFound`.
    func account(_ id: Account.ID) async throws(StorageError) -> Account

    /// The credentials of the account with this nickname, in any case or Unicode form; nil if there is none.
    func credentials(of nickname: Nickname) async throws(StorageError) -> Credentials?

    /// The encoded hash of the account's password.
    /// - Throws: `.notFound`.
    func passwordHash(ofAccount id: Account.ID) async throws(StorageError) -> String

    /// Replaces the profile, the language in which the member reads the site, and their neighbourhood.
    /// - Throws: `.notFound`, `.nicknameTaken`, `.photoNotFound`, `.suspended` if the member is
    ///   suspended and the profile would change. Nothing has changed then.
    func updateProfile(
        _ profile: Profile, language: Language?, neighbourhood: Neighbourhood.ID?,
        of id: Account.ID
    ) async throws(StorageError)

    /// - Parameter language: nil to follow the browser's settings.
    /// - Throws: `.notFound`.
    func setLanguage(_ language: Language?, of id: Account.ID) async throws(StorageError)

    /// Replaces the password and ends all sessions but `session`, in one step.
    /// - Parameter old: the hash against which the current password was checked.
    /// - Throws: `.notFound`, `.changedMeanwhile` if the password has been changed since that check.
    func setPasswordHash(
        _ hash: String, of id: Account.ID, replacing old: String, keeping session: SecretDigest?
    ) async throws(StorageError)

    /// Uses up a recovery code, replaces the password and ends all sessions, in one step.
    /// - Returns: false if the account does not have this code, or no longer; then nothing has changed.
    func setPasswordHash(
        _ hash: String, of id: Account.ID, usingUp code: SecretDigest
    ) async throws(StorageError) -> Bool

    /// The number of recovery codes that are still unused.
    /// - Throws: `.notFound`.
    func recoveryCodeCount(of id: Account.ID) async throws(StorageError) -> Int

    /// Replaces all recovery codes.
    /// - Parameter hash: the hash against which the account's password was checked.
    /// - Throws: `.notFound`, `.changedMeanwhile` if the password has been changed since that check.
    func setRecoveryCodes(
        _ codes: [SecretDigest], of id: Account.ID, whosePasswordIs hash: String
    ) async throws(StorageError)

    /// The titles of the to-dos that a new item starts with, in order; empty if the member has set none.
    /// - Throws: `.notFound`.
    func checklist(of id: Account.ID) async throws(StorageError) -> [String]

    /// - Throws: `.notFound`, `.limitReached` past `Limits.checklistSteps`.
    func setChecklist(_ steps: [String], of id: Account.ID) async throws(StorageError)

    /// The secret in the address of the account's private feed; nil until one is set.
    /// - Throws: `.notFound`.
    func feedKey(of id: Account.ID) async throws(StorageError) -> String?

    /// The account whose private feed this secret opens; nil if the secret is unknown or was replaced.
    func account(feedKey: String) async throws(StorageError) -> Account.ID?

    /// Sets or replaces the secret; the previous one stops working.
    /// - Parameter key: unguessable, and so unique.
    /// - Throws: `.notFound`.
    func setFeedKey(_ key: String, of id: Account.ID) async throws(StorageError)

    /// Deletes the account with everything that belongs to it, including its items and its trash.
    /// Those who had a reservation with the member are told that it is off. Reports and decisions
    /// about the account stay for `Deletion.lifetime`, and if it was suspended, nobody may take its
    /// nickname for as long.
    /// - Parameter hash: the hash against which the account's password was checked; nil to skip the check.
    /// - Throws: `.notFound`, `.changedMeanwhile` if the password has been changed since that check.
    func deleteAccount(
        _ id: Account.ID, whosePasswordIs hash: String?, at now: Timestamp
    ) async throws(StorageError)
}

extension AccountStorage {
    /// Deletes the account without a check of its password.
    /// - Throws: `.notFound`.
    public func deleteAccount(_ id: Account.ID, at now: Timestamp) async throws(StorageError) {
        try await deleteAccount(id, whosePasswordIs: nil, at: now)
    }

    /// Replaces the profile and the language; the member's neighbourhood stays as it is.
    /// - Throws: the same errors as `updateProfile(_:language:neighbourhood:of:)`.
    public func updateProfile(
        _ profile: Profile, language: Language?, of id: Account.ID
    ) async throws(StorageError) {
        try await updateProfile(
            profile, language: language, neighbourhood: try await account(id).neighbourhood, of: id)
    }
}
