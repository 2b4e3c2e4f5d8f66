import Market

/// Lets somebody who forgot the password choose another, by a recovery code.
public struct PasswordRecovery: Sendable {
    private let check: AccountCheck
    private let secrets: SecretMaking

    public init(check: AccountCheck, secrets: SecretMaking) {
        self.check = check
        self.secrets = secrets
    }

    public struct Input: Equatable, Sendable {
        public var nickname: String
        public var code: String
        public var newPassword: String
        /// Where the try comes from; tries are counted for each address.
        public var address: String

        public init(nickname: String, code: String, newPassword: String, address: String) {
            self.nickname = nickname
            self.code = code
            self.newPassword = newPassword
            self.address = address
        }
    }

    public struct Output: Sendable {
        /// As it was typed.
        public let nickname: String
        /// As it was typed.
        public let code: String
        public let faults: [Fault]
        public let alert: Alert?
    }

    public typealias Outcome = FormOutcome<Account.ID, Output>

    /// The form to begin with.
    public func blank() -> Output {
        Output(nickname: "", code: "", faults: [], alert: nil)
    }

    /// Uses the code up, changes the password and ends all sessions. A nickname that nobody has
    /// takes as long and says as little as a wrong code.
    public func submit(
        _ input: Input, at now: Timestamp
    ) async throws(StorageError) -> Outcome {
        let faults = faults(input)
        if let alert = Alert(faults) { return refused(input, .invalid, alert, faults) }
        do throws(StorageError) {
            let account = try await check.credentials(of: input.nickname)?.account
            let verdict = try await check.counted(
                account?.rawValue ?? check.stranger(input.nickname), from: input.address, at: now
            ) { () throws(StorageError) in
                try await recover(account, input)
            }
            switch (verdict, account) {
            case (.right, let account?): return .saved(account)
            case (.right, nil), (.wrong, _): return refused(input, .wrongPassword, .wrongCode)
            case (.tooManyTries(let wait), _):
                return refused(input, .tooManyTries(wait: wait), .tooManyTries(wait: wait))
            }
        } catch .busy, .full {
            return refused(input, .unavailable, .cannotCheck)
        }
    }

    private func faults(_ input: Input) -> [Fault] {
        var faults: [Fault] = []
        if input.nickname.trimmed.isEmpty { faults.append(.nicknameMissing) }
        if input.code.trimmed.isEmpty {
            faults.append(Fault("code", "복구 코드를 입력해주세요."))
        }
        let fault = NewPassword.fault(
            input.newPassword, in: "new_password", nickname: input.nickname)
        return faults + [fault].compactMap { $0 }
    }

    /// The password is hashed before the code is used up, so that a busy moment costs no code.
    private func recover(
        _ account: Account.ID?, _ input: Input
    ) async throws(StorageError) -> Bool {
        let hash = try await check.hash(of: input.newPassword)
        guard let account, let code = RecoveryCode(typed: input.code) else { return false }
        let isRight = try await check.storage.useRecoveryCode(secrets.digest(code), of: account)
        guard isRight else { return false }
        try await check.storage.setPasswordHash(hash, of: account, keeping: nil)
        return true
    }

    private func refused(
        _ input: Input, _ refusal: Refusal.Reason, _ alert: Alert, _ faults: [Fault] = []
    ) -> Outcome {
        let output = Output(
            nickname: input.nickname, code: input.code, faults: faults, alert: alert)
        return .refused(output, refusal)
    }
}

extension Alert {
    fileprivate static let wrongCode = Alert(
        .failure, title: "복구 실패",
        lines: [Line("닉네임이나 복구 코드가 맞지 않아요. 다시 한번 확인해주세요.", field: "code")])
}
