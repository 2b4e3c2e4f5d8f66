import Market

/// Signs somebody in by nickname and password.
public struct SignIn: Sendable {
    private let check: AccountCheck

    /// - Parameter check: counts the tries.
    public init(check: AccountCheck) {
        self.check = check
    }

    /// What was typed, in the form of a new account too.
    public struct Input: Equatable, Sendable {
        /// As it was typed.
        public var nickname: String
        /// As it was typed.
        public var password: String
        /// What they wanted to do before; nil for nothing in particular.
        public var purpose: Purpose?

        /// A sent form.
        public init(nickname: String, password: String, purpose: Purpose? = nil) {
            self.nickname = nickname
            self.password = password
            self.purpose = purpose
        }
    }

    /// What a guest pressed that takes an account; it is done once they are signed in.
    public enum Purpose: Sendable {
        /// To be told of what a search finds from now on.
        case keepSearch
        /// To keep an eye on an item.
        case takeInterest

        /// Says that it is done then.
        public var explanation: Phrase {
            switch self {
            case .keepSearch: Phrase(.signInKeepsSearch)
            case .takeInterest: Phrase(.signInTakesInterest)
            }
        }
    }

    /// The form.
    public struct Output: FormOutput {
        /// As it was typed.
        public let nickname: String
        /// Why nobody was signed in, or no account opened; nil before anything was typed.
        public let refusal: Refusal?
        /// What is done after it; nil for nothing in particular.
        public let purpose: Purpose?

        /// Says so.
        public var explanation: Phrase? { purpose?.explanation }
    }

    /// The form to begin with.
    /// - Parameters:
    ///   - nickname: as it was typed on the way here.
    ///   - purpose: what is done after it.
    public func output(nickname: String = "", for purpose: Purpose? = nil) -> Output {
        Output(nickname: nickname, refusal: nil, purpose: purpose)
    }

    /// The form as it comes back where the password, right when it was checked, is another one by now.
    public func outdated(_ input: Input) -> Output { output(input, refusal: .wrongSignIn) }

    /// Answers whose account it is, and by which password. A nickname that nobody has takes as long and
    /// says as little as a wrong password.
    /// - Parameter address: where the try comes from; tries are counted for each.
    /// - Throws: `StorageError` of a storage that failed.
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
            return try await check.passwords.verify(
                input.password, known.passwordHash, address)
        }
    }
}

/// Checks who somebody is, with limited tries.
public struct AccountCheck: Sendable {
    let storage: any AccountStorage
    let passwords: PasswordHashing
    private let tries: PasswordTries

    /// - Parameter tries: at an account.
    public init(storage: any AccountStorage, passwords: PasswordHashing, tries: PasswordTries) {
        self.storage = storage
        self.passwords = passwords
        self.tries = tries
    }

    /// Does what the password of an account opens.
    /// - Parameters:
    ///   - wrong: what a wrong password is answered with.
    ///   - work: is told the password's hash; by `.changedMeanwhile` it says that the password is another
    ///     one by now, which makes the typed one a wrong one.
    /// - Throws: `.notFound` when the account is gone; what else `work` throws.
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

    /// Finds the account of a nickname, and its password's hash, for who knows a secret of it.
    /// - Parameters:
    ///   - wrong: what a wrong secret is answered with, and a nickname that nobody has.
    ///   - isRight: is told nil when nobody has the nickname, and takes as long then.
    func credentials(
        of nickname: String, from address: String, at now: Timestamp, wrong: Refusal,
        _ isRight: (Credentials?) async throws(StorageError) -> Bool
    ) async throws(StorageError) -> Result<Credentials, Refusal> {
        do throws(StorageError) {
            let known = try await credentials(of: nickname)
            // A stranger's tries are counted too.
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

    /// Nil when nobody has the nickname, or can have it.
    private func credentials(of nickname: String) async throws(StorageError) -> Credentials? {
        guard let nickname = Nickname(nickname) else { return nil }
        return try await storage.credentials(of: nickname)
    }
}

/// Counts tries at passwords: so many at one account or item from one address, and so many from one
/// address in all. Nobody is locked out of what is theirs by tries from elsewhere; but where a password
/// may be short, tries from everywhere are counted too, but those of who is known without it.
public struct PasswordTries: Sendable {
    private typealias Count = (limiter: TryLimiter, key: TryLimiter.Key)

    private let one: TryLimiter
    private let all: TryLimiter
    private let oneForLong: TryLimiter?
    private let everywhere: TryLimiter?

    /// - Parameters:
    ///   - one: at one account or item from one address.
    ///   - all: from one address, at whatever.
    ///   - oneForLong: as `one`, over a longer time; nil for passwords that nobody guesses in any.
    ///   - everywhere: at one account or item from all addresses together; nil for such passwords.
    public init(
        atOne one: TryLimiter, atAll all: TryLimiter, atOneForLong oneForLong: TryLimiter? = nil,
        fromEverywhere everywhere: TryLimiter? = nil
    ) {
        (self.one, self.all) = (one, all)
        (self.oneForLong, self.everywhere) = (oneForLong, everywhere)
    }

    /// Counts a try, and forgets it when `isRight` says so.
    /// - Parameter isKnown: whether who tries is known to have posted it.
    /// - Returns: why it is refused; nil when it is right.
    /// - Throws: what `isRight` throws, and then the try is not counted.
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
