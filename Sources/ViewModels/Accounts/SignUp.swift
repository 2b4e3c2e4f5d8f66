import Market

/// Opens an account by a nickname and a password.
public struct SignUp: Sendable {
    private let storage: any AccountStorage
    private let passwords: PasswordHashing
    private let secrets: SecretMaking
    private let reserved: ReservedNicknames
    private let rate: TryLimiter?

    /// - Parameters:
    ///   - reserved: which nobody opens one by.
    ///   - rate: counts the accounts of an address; without it any number may be opened.
    public init(
        storage: any AccountStorage, passwords: PasswordHashing, secrets: SecretMaking,
        reserved: ReservedNicknames = ReservedNicknames(), rate: TryLimiter? = nil
    ) {
        self.storage = storage
        self.passwords = passwords
        self.secrets = secrets
        self.reserved = reserved
        self.rate = rate
    }

    /// What was typed.
    public typealias Input = SignIn.Input
    /// The form.
    public typealias Output = SignIn.Output

    /// A new account.
    public struct Opened: Sendable {
        /// Of the new account.
        public let credentials: Credentials
        /// The recovery codes as they are written down: shown now and never again.
        public let codes: [String]

        /// The new account.
        public var account: Account.ID { credentials.account }
    }

    /// The form to begin with.
    /// - Parameters:
    ///   - nickname: as it was typed on the way here.
    ///   - purpose: what is done after it.
    public func output(nickname: String = "", for purpose: SignIn.Purpose? = nil) -> Output {
        Output(nickname: nickname, refusal: nil, purpose: purpose)
    }

    /// Opens the account, or says what has to be put right.
    /// - Parameter address: where it comes from; new accounts are counted for each.
    /// - Throws: `StorageError` of a storage that failed.
    public func submit(
        _ input: Input, from address: String, at now: Timestamp
    ) async throws(StorageError) -> FormResult<Opened, Output> {
        FormResult(try await open(input, from: address, at: now)) { refusal in
            Output(nickname: input.nickname, refusal: refusal, purpose: input.purpose)
        }
    }

    private func open(
        _ input: Input, from address: String, at now: Timestamp
    ) async throws(StorageError) -> Result<Opened, Refusal> {
        var fields = FieldReader()
        let nickname = fields.nickname(input.nickname)
        fields.newPassword(input.password, "password", nickname: input.nickname)
        guard let nickname, fields.refusal == nil else { return .failure(Refusal(fields.faults)) }
        guard !reserved.hasOneLike(nickname) else { return .failure(.nicknameTaken) }
        do throws(StorageError) {
            // Before it is counted and costs a hash: people try several. The insert looks once more.
            guard try await storage.credentials(of: nickname) == nil else {
                return .failure(.nicknameTaken)
            }
            return try await open(nickname, input, from: address, at: now)
        } catch .nicknameTaken {
            return .failure(.nicknameTaken)
        } catch .busy, .full {
            return .failure(.unavailable)
        }
    }

    private func open(
        _ nickname: Nickname, _ input: Input, from address: String, at now: Timestamp
    ) async throws(StorageError) -> Result<Opened, Refusal> {
        let key = TryLimiter.Key(address: address)
        if let wait = rate?.secondsToWait(key, at: now) {
            return .failure(.tooOften(.tooManyAccounts, wait: wait))
        }
        do throws(StorageError) {
            return .success(try await insert(nickname, input, from: address, at: now))
        } catch {
            if error == .busy || error == .full { rate?.refund(key) }
            throw error
        }
    }

    private func insert(
        _ nickname: Nickname, _ input: Input, from address: String, at now: Timestamp
    ) async throws(StorageError) -> Opened {
        let codes = secrets.recoveryCodes()
        let account = NewAccount(
            nickname: nickname,
            passwordHash: try await passwords.hash(input.password, address),
            recoveryCodes: codes.map(secrets.digest), dateJoined: now)
        let credentials = Credentials(
            account: try await storage.insert(account), passwordHash: account.passwordHash)
        return Opened(credentials: credentials, codes: codes.map(\.text))
    }
}

extension FieldReader {
    /// Nil for what cannot be a nickname from now on.
    /// - Parameter current: which they keep, whatever is in it.
    mutating func nickname(_ typed: String, current: Nickname? = nil) -> Nickname? {
        if let current, Nickname(typed) == current { return current }
        if let nickname = Nickname(new: typed) { return nickname }
        let (text, longest) = (typed.trimmed, Nickname.longest)
        if text.isEmpty {
            require(text, "nickname", called: .nickname)
        } else if typed.utf8.count > longest * 20 || text.count > longest {
            add(
                "nickname", Phrase(.tooLong, .phrase(Phrase(.nickname)), .number(Int64(longest))))
        } else {
            add("nickname", Phrase(.visibleNickname))
        }
        return nil
    }

    /// One that somebody may have from before, whatever is in it.
    mutating func knownNickname(_ typed: String) {
        if Nickname(typed) == nil { require(typed.trimmed, "nickname", called: .nickname) }
    }
}

extension Refusal {
    static let nicknameTaken = Refusal([Fault("nickname", Phrase(.nicknameTaken))])
}

// MARK: - Recovery codes

/// Replaces the recovery codes of an account; those before open nothing any more.
public struct RecoveryCodes: Sendable {
    /// The password, typed again.
    public typealias Input = String
    /// The page that asks for it.
    public typealias Output = AccountPrompt.Output

    private let storage: any AccountStorage
    private let check: AccountCheck
    private let secrets: SecretMaking

    /// - Parameter check: counts the tries.
    public init(storage: any AccountStorage, check: AccountCheck, secrets: SecretMaking) {
        self.storage = storage
        self.check = check
        self.secrets = secrets
    }

    /// Asks for the password first.
    public func output() -> AccountPrompt.Output { AccountPrompt.Output(.renewingCodes) }

    /// Answers the new codes as they are written down: shown now and never again.
    /// - Throws: `.notFound` when the account is gone.
    public func submit(
        _ password: Input, of account: Account.ID, from address: String, at now: Timestamp
    ) async throws(StorageError) -> FormResult<[String], AccountPrompt.Output> {
        let renewed = try await check.withPromptedPassword(
            password, of: account, from: address, at: now
        ) { hash throws(StorageError) in
            let codes = secrets.recoveryCodes()
            try await storage.setRecoveryCodes(
                codes.map(secrets.digest), of: account, whosePasswordIs: hash)
            return codes.map(\.text)
        }
        return FormResult(renewed) { AccountPrompt.Output(.renewingCodes, refusal: $0) }
    }
}

/// Lets somebody who forgot the password in, once.
struct RecoveryCode: Equatable, Sendable {
    /// How many an account gets at a time.
    static let count = 10
    /// 16 letters of five bits: past guessing, even for who holds its digest.
    static let randomBytes = 10
    private static let length = 16

    /// Crockford's base 32: no letter that is taken for another.
    private static let letters = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)

    /// Without the hyphens that it is shown with.
    let letters: [UInt8]

    /// - Parameter bytes: random ones, as many as `randomBytes`.
    init(_ bytes: [UInt8]) {
        var letters: [UInt8] = []
        var (bits, bitCount): (UInt32, UInt32) = (0, 0)
        for byte in bytes {
            bits = bits << 8 | UInt32(byte)
            bitCount += 8
            while bitCount >= 5 {
                bitCount -= 5
                letters.append(Self.letters[Int(bits >> bitCount & 31)])
            }
        }
        self.letters = letters
    }

    /// Nil for what can be none. Takes it in any case, with or without hyphens and blanks, and an O
    /// for a zero.
    init?(typed text: String) {
        guard text.utf8.count <= 200 else { return nil }
        var letters: [UInt8] = []
        for character in text.uppercased() where character != "-" && !character.isWhitespace {
            let letter: Character =
                switch character {
                case "O": "0"
                case "I", "L": "1"
                default: character
                }
            guard let byte = letter.asciiValue, Self.letters.contains(byte) else { return nil }
            letters.append(byte)
        }
        guard letters.count == Self.length else { return nil }
        self.letters = letters
    }

    /// In groups of four: `7K2M-QX4D-09ZN-5TRB`.
    var text: String {
        let groups = stride(from: 0, to: letters.count, by: 4).map { start in
            String(decoding: letters[start..<min(start + 4, letters.count)], as: UTF8.self)
        }
        return groups.joined(separator: "-")
    }
}

/// Makes secrets to hand out and the digests that are kept of them. Closures, as for passwords.
public struct SecretMaking: Sendable {
    /// So many random bytes of the kind that nobody can guess.
    let random: @Sendable (_ count: Int) -> [UInt8]
    let digest: @Sendable (_ secret: [UInt8]) -> SecretDigest

    /// - Parameter random: so many bytes that nobody can guess.
    public init(
        random: @escaping @Sendable (Int) -> [UInt8],
        digest: @escaping @Sendable ([UInt8]) -> SecretDigest
    ) {
        self.random = random
        self.digest = digest
    }

    func recoveryCodes() -> [RecoveryCode] {
        (0..<RecoveryCode.count).map { _ in RecoveryCode(random(RecoveryCode.randomBytes)) }
    }

    func digest(_ code: RecoveryCode) -> SecretDigest {
        digest(code.letters)
    }
}
