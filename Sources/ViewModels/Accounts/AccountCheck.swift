import Market

/// Checks who somebody is, with limited tries: so many at one account from one address, and so many
/// from one address in all. Nobody is locked out of their account by tries from elsewhere.
public struct AccountCheck: Sendable {
    let storage: any AccountStorage
    let passwords: PasswordHashing
    private let tries: TryLimiter
    private let addressTries: TryLimiter

    /// - Parameters:
    ///   - tries: at one account from one address.
    ///   - addressTries: from one address, at whatever account.
    public init(
        storage: any AccountStorage, passwords: PasswordHashing, tries: TryLimiter,
        addressTries: TryLimiter
    ) {
        self.storage = storage
        self.passwords = passwords
        self.tries = tries
        self.addressTries = addressTries
    }

    enum Verdict: Equatable, Sendable {
        case right
        case wrong
        case tooManyTries(wait: Int64)
    }

    /// Whether it is the account's password.
    /// - Throws: `.notFound` when the account is gone, `.unavailable` when too many wait.
    func verdict(
        on password: String, of account: Account.ID, from address: String, at now: Timestamp
    ) async throws(StorageError) -> Verdict {
        let hash = try await storage.passwordHash(ofAccount: account)
        return try await counted(account.rawValue, from: address, at: now) { () throws(StorageError) in
            try await isRight(password, hash)
        }
    }

    /// Whether it is the password of who has the nickname. Of a nickname that nobody has, any
    /// password is wrong, which takes as long to tell.
    /// - Parameter known: nil when nobody has the nickname.
    /// - Throws: `.unavailable` when too many wait.
    func verdict(
        on password: String, of known: Credentials?, nickname: String, from address: String,
        at now: Timestamp
    ) async throws(StorageError) -> Verdict {
        let subject = known?.account.rawValue ?? stranger(nickname)
        return try await counted(subject, from: address, at: now) { () throws(StorageError) in
            guard let known else {
                _ = try await hash(of: password)
                return false
            }
            return try await isRight(password, known.passwordHash)
        }
    }

    /// Counts a try at an account, and forgets it when `isRight` says so.
    func counted(
        _ subject: Int64, from address: String, at now: Timestamp,
        _ isRight: () async throws(StorageError) -> Bool
    ) async throws(StorageError) -> Verdict {
        let (all, one) = (
            TryLimiter.Key(address: address), TryLimiter.Key(subject: subject, address: address)
        )
        if let wait = addressTries.secondsToWait(all, at: now) { return .tooManyTries(wait: wait) }
        if let wait = tries.secondsToWait(one, at: now) {
            addressTries.takeBack(all)
            return .tooManyTries(wait: wait)
        }
        do throws(StorageError) {
            guard try await isRight() else { return .wrong }
        } catch {
            addressTries.takeBack(all)
            tries.takeBack(one)
            throw error
        }
        addressTries.takeBack(all)
        tries.forget(one)
        return .right
    }

    /// Nil when nobody has the nickname, or can have it.
    func credentials(
        of nickname: String
    ) async throws(StorageError) -> Credentials? {
        guard let nickname = Nickname(nickname) else { return nil }
        return try await storage.credentials(of: nickname)
    }

    /// Stands for a nickname that nobody has where tries are counted.
    func stranger(_ nickname: String) -> Int64 {
        Int64(nickname.trimmed.hashValue)
    }

    func hash(of password: String) async throws(StorageError) -> String {
        return try await passwords.hash(password)
    }

    private func isRight(
        _ password: String, _ hash: String
    ) async throws(StorageError) -> Bool {
        return try await passwords.verify(password, hash)
    }
}
