import Market

/// Checks the password of a listing, with limited tries.
public struct PasswordCheck: Sendable {
    private let storage: any ItemStorage
    private let passwords: PasswordHashing
    private let limiter: TryLimiter

    public init(storage: any ItemStorage, passwords: PasswordHashing, limiter: TryLimiter) {
        self.storage = storage
        self.passwords = passwords
        self.limiter = limiter
    }

    enum Verdict: Equatable, Sendable {
        case right
        case wrong
        case tooManyTries(wait: Int64)
    }

    /// - Throws: `.notFound` when there is no such listing, `.unavailable` when too many wait.
    func verdict(
        on password: String, for id: Item.ID, from address: String, at now: Timestamp
    ) async throws(StorageError) -> Verdict {
        let hash = try await storage.passwordHash(of: id)
        let key = TryLimiter.Key(subject: id.rawValue, address: address)
        if let wait = limiter.secondsToWait(key, at: now) { return .tooManyTries(wait: wait) }
        do {
            guard try await passwords.verify(password, hash) else { return .wrong }
        } catch {
            limiter.takeBack(key)
            throw error
        }
        limiter.forget(key)
        return .right
    }
}

/// How the market asks the owner of a listing to show that it is theirs.
public enum OwnerProof: Equatable, Sendable {
    /// Shown a moment ago: by the account that owns it; nil is by who knew a guest's password.
    case granted(Account.ID?)
    case password(String)

    var asksPassword: Bool {
        switch self {
        case .granted: false
        case .password: true
        }
    }

    /// Whose the listing has to be still when something is done with it.
    var condition: ItemCondition {
        switch self {
        case .granted(let account): .belongs(to: account)
        case .password: .belongs(to: nil)
        }
    }
}
