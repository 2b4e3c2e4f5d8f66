import Market

/// Opens an account with a nickname and a password.
public struct SignUp: Sendable {
    private let storage: any AccountStorage
    private let passwords: PasswordHashing
    private let secrets: SecretMaking
    private let reserved: ReservedNicknames
    private let rate: TryLimiter?

    /// - Parameters:
    ///   - reserved: nicknames with which nobody can open an account.
    ///   - rate: counts the new accounts of each address; nil sets no limit.
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
        /// The new account and the hash of its password.
        public let credentials: Credentials
        /// The recovery codes as people write them down; they are shown only now.
        public let codes: [String]

        /// The new account's id.
        public var account: Account.ID { credentials.account }
    }

    /// The form to begin with.
    /// - Parameters:
    ///   - nickname: a nickname typed on the way here.
    ///   - purpose: what is done afterwards.
    public func output(nickname: String = "", for purpose: SignIn.Purpose? = nil) -> Output {
        Output(nickname: nickname, refusal: nil, purpose: purpose)
    }

    /// Opens the account, or says what has to be corrected.
    /// - Parameter address: the sender's address; new accounts are counted per address.
    /// - Throws: `StorageError` if the storage fails.
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
            // Checked before it is counted and costs a hash, since people try several nicknames. The
            // insert checks again.
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
    /// A nickname to be set; nil, with a fault added, if it is not valid.
    /// - Parameter current: the account's present nickname, which it may keep even if it is not valid
    ///   any more.
    mutating func nickname(_ typed: String, current: Nickname? = nil) -> Nickname? {
        if let current, Nickname(typed) == current { return current }
        if let nickname = Nickname(new: typed) { return nickname }
        let (text, longest) = (typed.trimmed, Nickname.longest)
        if text.isEmpty {
            require(text, "nickname", called: .nickname)
        } else if typed.utf8.count > longest * 20 || text.count > longest {
            add("nickname", Phrase(.tooLong, .phrase(Phrase(.nickname)), .number(Int64(longest))))
        } else {
            add("nickname", Phrase(.visibleNickname))
        }
        return nil
    }

    /// Checks a nickname that an account may have from before, even if it is not valid any more.
    mutating func knownNickname(_ typed: String) {
        if Nickname(typed) == nil { require(typed.trimmed, "nickname", called: .nickname) }
    }
}

extension Refusal {
    static let nicknameTaken = Refusal([Fault("nickname", Phrase(.nicknameTaken))])
}

// MARK: - Recovery codes

/// Replaces the recovery codes of an account; the previous ones stop working.
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

    /// Returns the new codes as people write them down; they are shown only now.
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

/// A code that lets somebody who forgot the password choose a new one, once.
struct RecoveryCode: Equatable, Sendable {
    /// How many codes an account gets at a time.
    static let count = 10
    /// 80 random bits make 16 letters of five bits: too many to guess, even from the digest.
    static let randomBytes = 10
    private static let length = 16

    /// Crockford's base 32: no letter that is mistaken for another.
    private static let letters = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)

    /// Without the hyphens with which it is shown.
    let letters: [UInt8]

    /// - Parameter bytes: `randomBytes` random bytes.
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

    /// Nil if the text is no code. Accepts any case, hyphens and white space, an O for a zero, and an
    /// I or L for a one.
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

/// Makes secrets to hand out, and the digests that are stored of them. It holds closures, as
/// `PasswordHashing` does.
public struct SecretMaking: Sendable {
    /// The given number of unguessable random bytes.
    let random: @Sendable (_ count: Int) -> [UInt8]
    let digest: @Sendable (_ secret: [UInt8]) -> SecretDigest

    /// - Parameter random: returns the given number of unguessable random bytes.
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

    func digest(_ code: RecoveryCode) -> SecretDigest { digest(code.letters) }
}
