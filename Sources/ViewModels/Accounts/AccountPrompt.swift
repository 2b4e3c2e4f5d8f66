import Market

/// Asks for the account's password again, before what cannot be undone.
public enum AccountPrompt {
    /// What the password is asked for.
    public enum Purpose: Sendable {
        case renewingCodes
        case deletingAccount
    }

    public struct Input: Equatable, Sendable {
        public var account: Account.ID
        public var password: String
        /// Where the try comes from; tries are counted for each address.
        public var address: String

        public init(account: Account.ID, password: String, address: String) {
            self.account = account
            self.password = password
            self.address = address
        }
    }

    public struct Output: Sendable {
        public let purpose: Purpose
        public let heading: String
        public let explanation: String
        /// What is lost for good, a line each.
        public let losses: [String]
        public let submitLabel: String
        public let alert: Alert?
        /// What is wrong with the password, beside its field.
        public let passwordFault: String?

        init(_ purpose: Purpose, losses: [String] = [], _ refusal: Refusal.Reason? = nil) {
            let isDeleting = purpose == .deletingAccount
            self.purpose = purpose
            self.losses = losses
            heading = isDeleting ? "탈퇴" : "복구 코드 새로 받기"
            explanation =
                isDeleting
                ? "비밀번호를 입력하면 계정과 아래의 것이 모두 지워져요. 되돌릴 수 없어요."
                : "비밀번호를 입력하면 코드 \(RecoveryCode.count)개를 새로 드려요. 전에 받은 코드는 쓸 수 없게 돼요."
            submitLabel = isDeleting ? "모두 지우고 탈퇴하기" : "새로 받기"
            let refusal = refusal.map(Refusal.init(promptedPassword:))
            alert = refusal?.alert
            passwordFault = refusal?.faults.message("password")
        }
    }
}

extension AccountCheck {
    /// Why the password does not do; nil when it is the account's.
    func refusal(
        of input: AccountPrompt.Input, at now: Timestamp
    ) async throws(StorageError) -> Refusal.Reason? {
        guard !input.password.isEmpty else { return .invalid }
        let verdict = try await verdict(
            on: input.password, of: input.account, from: input.address, at: now)
        return switch verdict {
        case .right: nil
        case .wrong: .wrongPassword
        case .tooManyTries(let wait): .tooManyTries(wait: wait)
        }
    }
}

extension Refusal {
    init(promptedPassword reason: Reason) {
        self =
            switch reason {
            case .invalid: .passwordMissing
            case .wrongPassword: .wrongPromptedPassword
            case .tooManyTries(let wait): .tooManyTries(wait: wait)
            case .notFound, .unavailable: .cannotCheck
            }
    }
}
