import Market

/// Opens an account by a nickname and a password.
public struct SignUp: Sendable {
    private let storage: any AccountStorage
    private let passwords: PasswordHashing
    private let secrets: SecretMaking
    private let rate: TryLimiter?

    /// - Parameter rate: counts the accounts of an address; without it any number may be opened.
    public init(
        storage: any AccountStorage, passwords: PasswordHashing, secrets: SecretMaking,
        rate: TryLimiter? = nil
    ) {
        self.storage = storage
        self.passwords = passwords
        self.secrets = secrets
        self.rate = rate
    }

    public struct Input: Equatable, Sendable {
        public var nickname: String
        public var password: String
        /// Where it comes from; accounts are counted for each address.
        public var address: String

        public init(nickname: String, password: String, address: String) {
            self.nickname = nickname
            self.password = password
            self.address = address
        }
    }

    public struct Output: Sendable {
        /// As it was typed.
        public let nickname: String
        public let faults: [Fault]
        public let alert: Alert?
    }

    public struct Opened: Sendable {
        public let account: Account.ID
        /// Shown now and never again.
        public let codes: RecoveryCodes.Output
    }

    public typealias Outcome = FormOutcome<Opened, Output>

    /// The form to begin with.
    public func blank() -> Output {
        Output(nickname: "", faults: [], alert: nil)
    }

    /// Opens the account, or says what has to be put right.
    public func submit(
        _ input: Input, at now: Timestamp
    ) async throws(StorageError) -> Outcome {
        let (nickname, fault) = Nickname.checked(input.nickname)
        let faults = [
            fault,
            NewPassword.fault(input.password, in: "password", nickname: input.nickname),
        ].compactMap { $0 }
        guard let nickname, faults.isEmpty else { return refused(input, faults) }
        let key = TryLimiter.Key(address: input.address)
        if let wait = rate?.secondsToWait(key, at: now) {
            return refused(input, .tooManyTries(wait: wait), .tooManyAccounts(wait: wait))
        }
        do throws(StorageError) {
            if let opened = try await open(nickname, input, at: now) { return .saved(opened) }
            rate?.takeBack(key)
            return refused(input, [.nicknameTaken])
        } catch .busy, .full {
            rate?.takeBack(key)
            return refused(input, .unavailable, .unavailable)
        }
    }

    /// - Returns: nil when the nickname is taken.
    private func open(
        _ nickname: Nickname, _ input: Input, at now: Timestamp
    ) async throws(StorageError) -> Opened? {
        let codes = secrets.recoveryCodes()
        let account = NewAccount(
            nickname: nickname, passwordHash: try await hash(input.password),
            recoveryCodes: codes.map(secrets.digest), dateJoined: now)
        do {
            return Opened(
                account: try await storage.insert(account), codes: RecoveryCodes.Output(codes))
        } catch .nicknameTaken {
            return nil
        }
    }

    private func hash(_ password: String) async throws(StorageError) -> String {
        return try await passwords.hash(password)
    }

    private func refused(_ input: Input, _ faults: [Fault]) -> Outcome {
        .refused(
            Output(nickname: input.nickname, faults: faults, alert: Alert(faults)), .invalid)
    }

    private func refused(_ input: Input, _ refusal: Refusal.Reason, _ alert: Alert) -> Outcome {
        .refused(Output(nickname: input.nickname, faults: [], alert: alert), refusal)
    }
}

extension Nickname {
    /// The nickname typed, or what is wrong with it.
    static func checked(_ typed: String) -> (Nickname?, Fault?) {
        if let nickname = Nickname(typed) { return (nickname, nil) }
        if typed.trimmed.isEmpty { return (nil, .nicknameMissing) }
        let isTooLong = typed.utf8.count > longest * 20 || typed.trimmed.count > longest
        return (
            nil,
            Fault(
                "nickname",
                isTooLong
                    ? "닉네임을 \(longest)자까지 입력해주세요." : "닉네임을 눈에 보이는 글자로 입력해주세요.")
        )
    }
}

extension Fault {
    static let nicknameTaken = Fault("nickname", "다른 닉네임을 입력해주세요. 누가 쓰고 있어요.")
}
