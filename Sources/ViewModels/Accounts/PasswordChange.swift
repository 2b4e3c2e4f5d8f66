import Market

/// Changes the password of an account for who knows the present one.
public struct PasswordChange: Sendable {
    private let check: AccountCheck

    /// - Parameter check: counts the tries.
    public init(check: AccountCheck) {
        self.check = check
    }

    /// What was typed.
    public struct Input: Equatable, Sendable {
        /// The present one, as it was typed.
        public var password: String
        /// As it was typed.
        public var newPassword: String

        /// A sent form.
        public init(password: String, newPassword: String) {
            self.password = password
            self.newPassword = newPassword
        }
    }

    /// The form.
    public struct Output: FormOutput {
        /// Why the password stays; nil before anything was typed.
        public let refusal: Refusal?
    }

    /// The form to begin with.
    public func output() -> Output { Output(refusal: nil) }

    /// Changes the password, or says what has to be put right.
    /// - Parameter session: goes on; all others end.
    /// - Throws: `.notFound` when the account is gone.
    public func submit(
        _ input: Input, of account: Account, keeping session: SecretDigest,
        from address: String, at now: Timestamp
    ) async throws(StorageError) -> FormResult<Void, Output> {
        var fields = FieldReader()
        fields.require(input.password, "password", called: .currentPassword)
        fields.newPassword(
            input.newPassword, "new_password", nickname: account.profile.nickname.text)
        if let refusal = fields.refusal { return .refused(Output(refusal: refusal)) }
        let changed = try await check.withPassword(
            input.password, of: account.id, from: address, at: now
        ) { () throws(StorageError) in
            let hash = try await check.passwords.hash(input.newPassword, address)
            try await check.storage.setPasswordHash(hash, of: account.id, keeping: session)
        }
        return FormResult(changed, refused: Output.init)
    }
}

/// Lets somebody who forgot the password choose another, by a recovery code.
public struct PasswordRecovery: Sendable {
    private let check: AccountCheck
    private let secrets: SecretMaking

    /// - Parameter check: counts the tries.
    public init(check: AccountCheck, secrets: SecretMaking) {
        self.check = check
        self.secrets = secrets
    }

    /// What was typed.
    public struct Input: Equatable, Sendable {
        /// As it was typed.
        public var nickname: String
        /// As it was typed.
        public var code: String
        /// As it was typed.
        public var newPassword: String

        /// With nothing it is an empty form.
        public init(nickname: String = "", code: String = "", newPassword: String = "") {
            self.nickname = nickname
            self.code = code
            self.newPassword = newPassword
        }
    }

    /// The form.
    public struct Output: FormOutput {
        /// As it was typed.
        public let input: Input
        /// Why the password stays; nil before anything was typed.
        public let refusal: Refusal?
    }

    /// The form to begin with.
    /// - Parameter nickname: as it was typed on the way here.
    public func output(nickname: String = "") -> Output {
        Output(input: Input(nickname: nickname), refusal: nil)
    }

    /// Uses the code up, changes the password and ends all sessions. A nickname that nobody has
    /// takes as long and says as little as a wrong code.
    /// - Throws: `StorageError` of a storage that failed.
    public func submit(
        _ input: Input, from address: String, at now: Timestamp
    ) async throws(StorageError) -> FormResult<Account.ID, Output> {
        FormResult(try await recover(input, from: address, at: now)) { refusal in
            Output(input: input, refusal: refusal)
        }
    }

    private func recover(
        _ input: Input, from address: String, at now: Timestamp
    ) async throws(StorageError) -> Result<Account.ID, Refusal> {
        var fields = FieldReader()
        fields.knownNickname(input.nickname)
        fields.require(input.code.trimmed, "code", called: .recoveryCode)
        fields.newPassword(input.newPassword, "new_password", nickname: input.nickname)
        if let refusal = fields.refusal { return .failure(refusal) }
        return try await check.account(
            of: input.nickname, from: address, at: now, wrong: .wrongRecoveryCode
        ) { known throws(StorageError) in
            try await changePassword(of: known?.account, input, from: address)
        }
    }

    /// The password is hashed before the code is used up, so that a busy moment costs no code.
    /// - Returns: whether the code is right.
    private func changePassword(
        of account: Account.ID?, _ input: Input, from address: String
    ) async throws(StorageError) -> Bool {
        let hash = try await check.passwords.hash(input.newPassword, address)
        guard let account, let code = RecoveryCode(typed: input.code) else { return false }
        let isRight = try await check.storage.useRecoveryCode(secrets.digest(code), of: account)
        guard isRight else { return false }
        try await check.storage.setPasswordHash(hash, of: account, keeping: nil)
        return true
    }
}

extension FieldReader {
    private static let shortestPassword = 8
    /// In bytes of UTF-8.
    private static let longestPassword = 1_000

    /// A password that somebody chooses for an account.
    mutating func newPassword(_ password: String, _ field: String, nickname: String) {
        if password.isEmpty {
            require(password, field, called: .password)
        } else if password.utf8.count > Self.longestPassword {
            add(field, Phrase(.shorterPassword))
        } else if password.count < Self.shortestPassword {
            add(field, Phrase(.longerPassword, Self.shortestPassword))
        } else if password == nickname.trimmed {
            add(field, Phrase(.passwordIsNickname))
        }
    }
}
