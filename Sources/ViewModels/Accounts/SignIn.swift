import Market

/// Signs somebody in by nickname and password.
public struct SignIn: Sendable {
    private let check: AccountCheck

    /// - Parameter check: counts the tries.
    public init(check: AccountCheck) {
        self.check = check
    }

    /// What was typed into this form, or into the form of a new account.
    public struct Input: Equatable, Sendable {
        /// The nickname, as typed.
        public var nickname: String
        /// The password, as typed.
        public var password: String
        /// What they wanted to do before signing in; nil for nothing in particular.
        public var purpose: Purpose?

        /// A sent form.
        public init(nickname: String, password: String, purpose: Purpose? = nil) {
            self.nickname = nickname
            self.password = password
            self.purpose = purpose
        }
    }

    /// What a guest wanted to do that needs an account; it is done once they are signed in.
    public enum Purpose: Sendable {
        /// To be told of new matches of a search.
        case keepSearch
        /// To add an item to their interests.
        case takeInterest
        /// To follow a seller.
        case follow

        /// Says that it will be done then.
        public var explanation: Phrase {
            switch self {
            case .keepSearch: Phrase(.signInKeepsSearch)
            case .takeInterest: Phrase(.signInTakesInterest)
            case .follow: Phrase(.signInFollows)
            }
        }
    }

    /// The form.
    public struct Output: FormOutput {
        /// The nickname, as typed.
        public let nickname: String
        /// Why nobody was signed in, or no account was opened; nil before anything was typed.
        public let refusal: Refusal?
        /// What is done afterwards; nil for nothing in particular.
        public let purpose: Purpose?

        /// Says what is done afterwards.
        public var explanation: Phrase? { purpose?.explanation }
    }

    /// The form to begin with.
    /// - Parameters:
    ///   - nickname: a nickname typed on the way here.
    ///   - purpose: what is done afterwards.
    public func output(nickname: String = "", for purpose: Purpose? = nil) -> Output {
        Output(nickname: nickname, refusal: nil, purpose: purpose)
    }

    /// The form as it comes back if the password was right when it was checked but has changed since.
    public func outdated(_ input: Input) -> Output { output(input, refusal: .wrongSignIn) }

    /// Finds the account and the hash of the password that opened it. An unknown nickname takes as
    /// long and reveals as little as a wrong password.
    /// - Parameter address: the address of the try; tries are counted per address.
    /// - Throws: `StorageError` if the storage fails.
    public func submit(
        _ input: Input, from address: String, at now: Timestamp
    ) async throws(StorageError) -> FormResult<Credentials, Output> {
        FormResult(try await credentials(input, from: address, at: now)) { refusal in
            output(input, refusal: refusal)
        }
    }

    private func output(_ input: Input, refusal: Refusal) -> Output {
        Output(nickname: input.nickname, refusal: refusal, purpose: input.purpose)
    }

    private func credentials(
        _ input: Input, from address: String, at now: Timestamp
    ) async throws(StorageError) -> Result<Credentials, Refusal> {
        var fields = FieldReader()
        fields.knownNickname(input.nickname)
        fields.require(input.password, "password", called: .password)
        if let refusal = fields.refusal { return .failure(refusal) }
        return try await check.credentials(
            of: input.nickname, from: address, at: now, wrong: .wrongSignIn
        ) { known throws(StorageError) in
            guard let known else {
                _ = try await check.passwords.hash(input.password, address)
                return false
            }
            return try await check.passwords.verify(input.password, known.passwordHash, address)
        }
    }
}

/// Checks who somebody is, with limited tries.
public struct AccountCheck: Sendable {
    let storage: any AccountStorage
    let passwords: PasswordHashing
    private let tries: PasswordTries

    /// - Parameter tries: limits the tries at an account.
    public init(storage: any AccountStorage, passwords: PasswordHashing, tries: PasswordTries) {
        self.storage = storage
        self.passwords = passwords
        self.tries = tries
    }

    /// Does something that needs the password of an account.
    /// - Parameters:
    ///   - wrong: the refusal of a wrong password.
    ///   - work: receives the password's hash. If it throws `.changedMeanwhile`, the password has
    ///     changed since, so that the typed one counts as wrong.
    /// - Throws: `.notFound` when the account is gone; whatever else `work` throws.
    func withPassword<Value: Sendable>(
        _ password: String, of account: Account.ID, from address: String, at now: Timestamp,
        wrong: Refusal = .wrongPassword,
        _ work: (_ hash: String) async throws(StorageError) -> Value
    ) async throws(StorageError) -> Result<Value, Refusal> {
        do throws(StorageError) {
            let hash = try await storage.passwordHash(ofAccount: account)
            let refusal = try await tries.refusal(
                ofTryAt: account.rawValue, from: address, at: now, wrong: wrong
            ) { () throws(StorageError) in
                try await passwords.verify(password, hash, address)
            }
            if let refusal { return .failure(refusal) }
            return .success(try await work(hash))
        } catch .changedMeanwhile {
            return .failure(wrong)
        } catch .busy, .full {
            return .failure(.cannotCheck)
        }
    }

    /// Finds the account with a nickname, and the hash of its password, for somebody who knows one of
    /// its secrets.
    /// - Parameters:
    ///   - wrong: the refusal of a wrong secret or an unknown nickname.
    ///   - isRight: receives nil if nobody has the nickname, and must take as long then.
    func credentials(
        of nickname: String, from address: String, at now: Timestamp, wrong: Refusal,
        _ isRight: (Credentials?) async throws(StorageError) -> Bool
    ) async throws(StorageError) -> Result<Credentials, Refusal> {
        do throws(StorageError) {
            let known = try await credentials(of: nickname)
            // Tries at an unknown nickname are counted too.
            let subject =
                known?.account.rawValue ?? TryLimiter.Key.number(of: nickname.trimmed.utf8)
            let refusal = try await tries.refusal(
                ofTryAt: subject, from: address, at: now, wrong: wrong
            ) { () throws(StorageError) in
                try await isRight(known)
            }
            guard let known else { return .failure(refusal ?? wrong) }
            return refusal.map { .failure($0) } ?? .success(known)
        } catch .busy, .full {
            return .failure(.cannotCheck)
        }
    }

    /// Nil if nobody has the nickname, or it is not valid.
    private func credentials(of nickname: String) async throws(StorageError) -> Credentials? {
        guard let nickname = Nickname(nickname) else { return nil }
        return try await storage.credentials(of: nickname)
    }
}

/// Counts tries at passwords: per account or item and address, and per address in all. Nobody is
/// locked out of their own by tries from elsewhere, except where passwords may be short: there, tries
/// from all addresses are counted together too, unless the person is known without the password.
public struct PasswordTries: Sendable {
    private typealias Count = (limiter: TryLimiter, key: TryLimiter.Key)

    private let one: TryLimiter
    private let all: TryLimiter
    private let oneForLong: TryLimiter?
    private let everywhere: TryLimiter?

    /// - Parameters:
    ///   - one: limits tries at one account or item from one address.
    ///   - all: limits tries from one address at anything.
    ///   - oneForLong: as `one`, over a longer time; nil if passwords are too long to be guessed.
    ///   - everywhere: limits tries at one account or item from all addresses together; nil if
    ///     passwords are too long to be guessed.
    public init(
        atOne one: TryLimiter, atAll all: TryLimiter, atOneForLong oneForLong: TryLimiter? = nil,
        fromEverywhere everywhere: TryLimiter? = nil
    ) {
        (self.one, self.all) = (one, all)
        (self.oneForLong, self.everywhere) = (oneForLong, everywhere)
    }

    /// Counts a try, and uncounts it if `isRight` returns true.
    /// - Parameter isKnown: whether the person is known to have posted the item.
    /// - Returns: why the try is refused; nil if it is right.
    /// - Throws: whatever `isRight` throws; the try is not counted then.
    func refusal(
        ofTryAt subject: Int64, from address: String, at now: Timestamp, wrong: Refusal,
        isKnown: Bool = false, _ isRight: () async throws(StorageError) -> Bool
    ) async throws(StorageError) -> Refusal? {
        let here = TryLimiter.Key(address: address)
        let there = TryLimiter.Key(subject: subject, address: address)
        var counts: [Count] = [(all, here), (one, there)]
        if let oneForLong { counts.append((oneForLong, there)) }
        if let everywhere, !isKnown {
            counts.append((everywhere, TryLimiter.Key(subject: subject, address: "")))
        }
        for (position, count) in counts.enumerated() {
            guard let wait = count.limiter.secondsToWait(count.key, at: now) else { continue }
            Self.refund(counts[..<position])
            return .tooManyTries(wait: wait)
        }
        do throws(StorageError) {
            guard try await isRight() else { return wrong }
        } catch {
            Self.refund(counts[...])
            throw error
        }
        Self.refund(counts[...])
        one.forget(there)
        oneForLong?.forget(there)
        return nil
    }

    private static func refund(_ counts: ArraySlice<Count>) {
        for count in counts { count.limiter.refund(count.key) }
    }
}
