import Market

/// Deletes an account with all that belongs to it, for who knows its password.
public struct AccountDeletion: Sendable {
    private let storage: any MarketStorage
    private let check: AccountCheck

    /// - Parameter check: counts the tries.
    public init(storage: any MarketStorage, check: AccountCheck) {
        self.storage = storage
        self.check = check
    }

    /// Names what goes with the account, and asks for the password.
    /// - Throws: `StorageError` of a storage that failed.
    public func output(
        for input: AccountPrompt.Input
    ) async throws(StorageError) -> AccountPrompt.Output {
        AccountPrompt.Output(.deletingAccount, losses: try await losses(of: input.account))
    }

    /// - Throws: `.notFound` when the account is gone.
    public func submit(
        _ input: AccountPrompt.Input, at now: Timestamp
    ) async throws(StorageError) -> FormResult<Account.ID, AccountPrompt.Output> {
        let deleted = try await check.answered(input, at: now) { () throws(StorageError) in
            try await storage.deleteAccount(input.account)
            return input.account
        }
        switch deleted {
        case .success(let account): return .saved(account)
        case .failure(let refusal):
            return .refused(
                AccountPrompt.Output(
                    .deletingAccount, losses: try await losses(of: input.account),
                    refusal: refusal))
        }
    }

    private func losses(of account: Account.ID) async throws(StorageError) -> [String] {
        let items = try await storage.itemCounts(of: account).values.reduce(0, +)
        let lists = try await storage.lists(of: account).count
        return [
            "올린 글 \(items)개와 그 사진", "목록 \(lists)개와 그 안의 할 일", "메모와 휴지통",
            "관심 글과 프로필",
        ]
    }
}

/// Asks for the account's password again, before what cannot be undone.
public enum AccountPrompt {
    /// What the password is asked for.
    public enum Purpose: Sendable {
        /// Neither can be undone: the codes before open nothing any more, the account is gone.
        case renewingCodes
        case deletingAccount
    }

    /// Whose password is asked for, and what was typed.
    public struct Input: Equatable, Sendable {
        /// Whose password is asked for: the account that is signed in.
        public var account: Account.ID
        /// As it was typed.
        public var password: String
        /// Where the try comes from; tries are counted for each address.
        public var address: String

        /// - Parameter address: only a sent form has one.
        public init(account: Account.ID, password: String = "", address: String = "") {
            self.account = account
            self.password = password
            self.address = address
        }
    }

    /// The page that asks.
    public struct Output: FormOutput {
        /// Tells the two pages apart that ask.
        public let purpose: Purpose
        /// The page's heading, and its window's title.
        public let heading: String
        /// What sending the form does, in full sentences.
        public let explanation: String
        /// What is lost for good, a line each.
        public let losses: [String]
        /// The words on the button that sends the form.
        public let submitLabel: String
        /// Why it came back; nil as it begins.
        public let refusal: Refusal?

        init(_ purpose: Purpose, losses: [String] = [], refusal: Refusal? = nil) {
            self.purpose = purpose
            self.losses = losses
            self.refusal = refusal
            switch purpose {
            case .renewingCodes:
                heading = "복구 코드 새로 받기"
                explanation =
                    "비밀번호를 입력하면 코드 \(RecoveryCode.count)개를 새로 드려요. 전에 받은 코드는 쓸 수 없게 돼요."
                submitLabel = "새로 받기"
            case .deletingAccount:
                heading = "탈퇴"
                explanation = "비밀번호를 입력하면 계정과 아래의 것이 모두 지워져요. 되돌릴 수 없어요."
                submitLabel = "모두 지우고 탈퇴하기"
            }
        }
    }
}

extension AccountCheck {
    /// Does what the password was asked for.
    /// - Throws: as `withPassword`.
    func answered<Value: Sendable>(
        _ input: AccountPrompt.Input, at now: Timestamp,
        _ work: () async throws(StorageError) -> Value
    ) async throws(StorageError) -> Result<Value, Refusal> {
        guard !input.password.isEmpty else { return .failure(.passwordMissing) }
        return try await withPassword(
            input.password, of: input.account, from: input.address, at: now,
            wrong: .wrongPromptedPassword, work)
    }
}
