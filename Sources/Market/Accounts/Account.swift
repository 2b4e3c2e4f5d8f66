import Localization

/// Somebody who signed up: a seller, a keeper of lists and memos.
public struct Account: Identifiable, Equatable, Sendable {
    /// The number of an account; it grows with each.
    public typealias ID = Identifier<Account>

    /// The larger the newer.
    public let id: ID
    /// What others see of it.
    public var profile: Profile
    /// The one that it reads the site in; nil for what its browser asks for.
    public var language: Language?
    /// Where it lives, as it has chosen; nil for nowhere. Others are not told.
    public var neighbourhood: Neighbourhood.ID?
    /// When it was signed up.
    public let dateJoined: Timestamp

    /// For so long somebody who has signed up is new, in seconds.
    public static let newcomerTime: Int64 = 7 * 86_400

    /// Whether it may do less than those who are known.
    public func isNew(at now: Timestamp) -> Bool { now.since(dateJoined) < Self.newcomerTime }

    /// An account as others may know it, without its secrets.
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
    /// Also what it signs in with.
    public var nickname: Nickname
    /// At most `Limits.about` letters.
    public var about: String
    /// Nil for none; a photo that is in the storage.
    public var picture: Photo.ID?

    /// A profile, which has at least a nickname.
    public init(nickname: Nickname, about: String = "", picture: Photo.ID? = nil) {
        self.nickname = nickname
        self.about = about
        self.picture = picture
    }
}

/// An account on its way into the storage.
public struct NewAccount: Sendable {
    /// Refused when another account has it.
    public var nickname: Nickname
    /// The encoded hash of the password; never the password.
    public var passwordHash: String
    /// Each signs in once, in place of a forgotten password.
    public var recoveryCodes: [SecretDigest]
    /// The moment of the sign-up.
    public var dateJoined: Timestamp

    /// An account that somebody asks for.
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
    /// Whose password it is.
    public let account: Account.ID
    /// Encoded, with its salt and costs.
    public let passwordHash: String

    /// The password's hash of an account.
    public init(account: Account.ID, passwordHash: String) {
        self.account = account
        self.passwordHash = passwordHash
    }
}

/// Where accounts are kept. Every method is atomic; an account that is gone is `.notFound`.
public protocol AccountStorage: Sendable {
    /// Adds an account; ids only ever grow.
    /// - Throws: `.nicknameTaken` also by one that differs in case, Unicode form or unseen letters, and by
    ///   who was suspended and has left.
    func insert(_ account: NewAccount) async throws(StorageError) -> Account.ID

    /// - Throws: `.notFound`.
    func account(_ id: Account.ID) async throws(StorageError) -> Account

    /// Nil when nobody has the nickname, in any case or Unicode form.
    func credentials(of nickname: Nickname) async throws(StorageError) -> Credentials?

    /// The encoded hash of the account's password.
    /// - Throws: `.notFound`.
    func passwordHash(ofAccount id: Account.ID) async throws(StorageError) -> String

    /// Replaces what others see, the language that it reads the site in, and where it lives.
    /// - Throws: `.notFound`, `.nicknameTaken`, `.photoNotFound`, `.suspended` when others would see
    ///   another one; then nothing has changed.
    func updateProfile(
        _ profile: Profile, language: Language?, neighbourhood: Neighbourhood.ID?,
        of id: Account.ID
    ) async throws(StorageError)

    /// - Parameter language: nil for what the browser asks for.
    /// - Throws: `.notFound`.
    func setLanguage(_ language: Language?, of id: Account.ID) async throws(StorageError)

    /// Replaces the password and ends all sessions but `session`, in one step.
    /// - Parameter old: the hash of the present one, as it was checked.
    /// - Throws: `.notFound`, `.changedMeanwhile` when the password is another one by now.
    func setPasswordHash(
        _ hash: String, of id: Account.ID, replacing old: String, keeping session: SecretDigest?
    ) async throws(StorageError)

    /// Uses up a recovery code, replaces the password and ends all sessions, in one step.
    /// - Returns: whether the account had the code; a second time it has not, and nothing changes.
    func setPasswordHash(
        _ hash: String, of id: Account.ID, usingUp code: SecretDigest
    ) async throws(StorageError) -> Bool

    /// How many recovery codes are not used up yet.
    /// - Throws: `.notFound`.
    func recoveryCodeCount(of id: Account.ID) async throws(StorageError) -> Int

    /// Replaces all recovery codes.
    /// - Parameter hash: of the account's password, as it was checked.
    /// - Throws: `.notFound`, `.changedMeanwhile` when the password is another one by now.
    func setRecoveryCodes(
        _ codes: [SecretDigest], of id: Account.ID, whosePasswordIs hash: String
    ) async throws(StorageError)

    /// The titles of the to-dos that a new item starts with, in order; empty when none were set.
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

    /// Deletes the account with all that belongs to it, its items and what lies in its trash
    /// too. Those with whom it had a reservation are told that it is off. Reports and decisions about it
    /// stay for `Deletion.lifetime`, and so long nobody has the nickname of who was suspended.
    /// - Parameter hash: of the account's password, as it was checked; nil for none.
    /// - Throws: `.notFound`, `.changedMeanwhile` when the password is another one by now.
    func deleteAccount(
        _ id: Account.ID, whosePasswordIs hash: String?, at now: Timestamp
    ) async throws(StorageError)
}

extension AccountStorage {
    /// Deletes it whatever its password is.
    /// - Throws: `.notFound`.
    public func deleteAccount(_ id: Account.ID, at now: Timestamp) async throws(StorageError) {
        try await deleteAccount(id, whosePasswordIs: nil, at: now)
    }

    /// Replaces what others see, and the language that it reads the site in; where it lives stays.
    /// - Throws: As the other.
    public func updateProfile(
        _ profile: Profile, language: Language?, of id: Account.ID
    ) async throws(StorageError) {
        try await updateProfile(
            profile, language: language, neighbourhood: try await account(id).neighbourhood, of: id)
    }
}
