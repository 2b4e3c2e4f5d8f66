import Market

/// Changes the password of an account for who knows the present one.
public struct PasswordChange: Sendable {
    private let check: AccountCheck

    public init(check: AccountCheck) {
        self.check = check
    }

    public struct Input: Equatable, Sendable {
        public var account: Account.ID
        public var nickname: String
        /// Goes on; all others end.
        public var session: SecretDigest
        public var password: String
        public var newPassword: String
        /// Where the try comes from; tries are counted for each address.
        public var address: String

        public init(
            account: Account.ID, nickname: String, session: SecretDigest, password: String,
            newPassword: String, address: String
        ) {
            self.account = account
            self.nickname = nickname
            self.session = session
            self.password = password
            self.newPassword = newPassword
            self.address = address
        }
    }

    public struct Output: Sendable {
        public let faults: [Fault]
        public let alert: Alert?
    }

    public typealias Outcome = FormOutcome<Account.ID, Output>

    /// The form to begin with.
    public func blank() -> Output {
        Output(faults: [], alert: nil)
    }

    /// - Throws: `.notFound` when the account is gone.
    public func submit(
        _ input: Input, at now: Timestamp
    ) async throws(StorageError) -> Outcome {
        let faults = [
            input.password.isEmpty
                ? Fault("password", "지금 비밀번호를 입력해주세요.") : nil,
            NewPassword.fault(
                input.newPassword, in: "new_password", nickname: input.nickname),
        ].compactMap { $0 }
        guard faults.isEmpty else {
            return .refused(Output(faults: faults, alert: Alert(faults)), .invalid)
        }
        do throws(StorageError) {
            let verdict = try await check.verdict(
                on: input.password, of: input.account, from: input.address, at: now)
            switch verdict {
            case .right: try await save(input)
            case .wrong: return refused(.wrongPassword)
            case .tooManyTries(let wait): return refused(.tooManyTries(wait: wait))
            }
        } catch .busy, .full {
            return refused(.unavailable)
        }
        return .saved(input.account)
    }

    private func save(_ input: Input) async throws(StorageError) {
        let hash = try await check.hash(of: input.newPassword)
        try await check.storage.setPasswordHash(
            hash, of: input.account, keeping: input.session)
    }

    private func refused(_ refusal: Refusal.Reason) -> Outcome {
        .refused(Output(faults: [], alert: Refusal(promptedPassword: refusal).alert), refusal)
    }
}
