import Market

/// Changes the password of an account, for somebody who knows the present one.
public struct PasswordChange: Sendable {
    private let check: AccountCheck

    /// - Parameter check: counts the tries.
    public init(check: AccountCheck) {
        self.check = check
    }

    /// What was typed.
    public struct Input: Equatable, Sendable {
        /// The present password, as typed.
        public var password: String
        /// The new password, as typed.
        public var newPassword: String

        /// A sent form.
        public init(password: String, newPassword: String) {
            self.password = password
            self.newPassword = newPassword
        }
    }

    /// The form.
    public struct Output: FormOutput {
        /// Why the password was not changed; nil before anything was typed.
        public let refusal: Refusal?
    }

    /// The form to begin with.
    public func output() -> Output { Output(refusal: nil) }

    /// Changes the password, or says what has to be corrected.
    /// - Parameter session: the session that continues; all others end.
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
        ) { old throws(StorageError) in
            let hash = try await check.passwords.hash(input.newPassword, address)
            try await check.storage.setPasswordHash(
                hash, of: account.id, replacing: old, keeping: session)
        }
        return FormResult(changed, refused: Output.init)
    }
}

/// Lets somebody who forgot the password choose a new one with a recovery code.
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
        /// The nickname, as typed.
        public var nickname: String
        /// The recovery code, as typed.
        public var code: String
        /// The new password, as typed.
        public var newPassword: String

        /// An empty form, unless something else is given.
        public init(nickname: String = "", code: String = "", newPassword: String = "") {
            self.nickname = nickname
            self.code = code
            self.newPassword = newPassword
        }
    }

    /// The form.
    public struct Output: FormOutput {
        /// The fields, as typed.
        public let input: Input
        /// Why the password was not changed; nil before anything was typed.
        public let refusal: Refusal?
    }

    /// The form to begin with.
    /// - Parameter nickname: a nickname typed on the way here.
    public func output(nickname: String = "") -> Output {
        Output(input: Input(nickname: nickname), refusal: nil)
    }

    /// Uses the code up, changes the password and ends all sessions. An unknown nickname takes as
    /// long and reveals as little as a wrong code.
    /// - Returns: the account with its new password.
    /// - Throws: `StorageError` if the storage fails.
    public func submit(
        _ input: Input, from address: String, at now: Timestamp
    ) async throws(StorageError) -> FormResult<Credentials, Output> {
        FormResult(try await recover(input, from: address, at: now)) { refusal in
            Output(input: input, refusal: refusal)
        }
    }

    private func recover(
        _ input: Input, from address: String, at now: Timestamp
    ) async throws(StorageError) -> Result<Credentials, Refusal> {
        var fields = FieldReader()
        fields.knownNickname(input.nickname)
        fields.require(input.code.trimmed, "code", called: .recoveryCode)
        fields.newPassword(input.newPassword, "new_password", nickname: input.nickname)
        if let refusal = fields.refusal { return .failure(refusal) }
        var hash = ""
        let recovered = try await check.credentials(
            of: input.nickname, from: address, at: now, wrong: .wrongRecoveryCode
        ) { known throws(StorageError) in
            hash = try await check.passwords.hash(input.newPassword, address)
            return try await changePassword(of: known?.account, to: hash, by: input.code)
        }
        switch recovered {
        case .success(let former):
            return .success(Credentials(account: former.account, passwordHash: hash))
        case .failure(let refusal): return .failure(refusal)
        }
    }

    /// - Returns: whether the code is right.
    private func changePassword(
        of account: Account.ID?, to hash: String, by typed: String
    ) async throws(StorageError) -> Bool {
        guard let account, let code = RecoveryCode(typed: typed) else { return false }
        return try await check.storage.setPasswordHash(
            hash, of: account, usingUp: secrets.digest(code))
    }
}

extension FieldReader {
    private static let shortestPassword = 8
    /// In bytes of UTF-8.
    private static let longestPassword = 1_000

    /// Checks a new password for an account.
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
