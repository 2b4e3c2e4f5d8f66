import Market

/// Signs somebody in by nickname and password.
public struct SignIn: Sendable {
    private let check: AccountCheck

    public init(check: AccountCheck) {
        self.check = check
    }

    public struct Input: Equatable, Sendable {
        public var nickname: String
        public var password: String
        /// Where the try comes from; tries are counted for each address.
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

    public typealias Outcome = FormOutcome<Account.ID, Output>

    /// The form to begin with.
    public func blank() -> Output {
        Output(nickname: "", faults: [], alert: nil)
    }

    /// Answers whose account it is.
    public func submit(
        _ input: Input, at now: Timestamp
    ) async throws(StorageError) -> Outcome {
        var faults: [Fault] = []
        if input.nickname.trimmed.isEmpty { faults.append(.nicknameMissing) }
        if input.password.isEmpty { faults.append(.passwordMissing) }
        if let alert = Alert(faults) { return refused(input, .invalid, alert, faults) }
        do throws(StorageError) {
            let known = try await check.credentials(of: input.nickname)
            let verdict = try await check.verdict(
                on: input.password, of: known, nickname: input.nickname, from: input.address,
                at: now)
            switch (verdict, known) {
            case (.right, let known?): return .saved(known.account)
            case (.right, nil), (.wrong, _): return refused(input, .wrongPassword, .wrongSignIn)
            case (.tooManyTries(let wait), _):
                return refused(input, .tooManyTries(wait: wait), .tooManyTries(wait: wait))
            }
        } catch .busy, .full {
            return refused(input, .unavailable, .cannotCheck)
        }
    }

    private func refused(
        _ input: Input, _ refusal: Refusal.Reason, _ alert: Alert, _ faults: [Fault] = []
    ) -> Outcome {
        let output = Output(nickname: input.nickname, faults: faults, alert: alert)
        return .refused(output, refusal)
    }
}

extension Fault {
    static let nicknameMissing = Fault("nickname", "닉네임을 입력해주세요.")
    static let passwordMissing = Fault("password", "비밀번호를 입력해주세요.")
}
