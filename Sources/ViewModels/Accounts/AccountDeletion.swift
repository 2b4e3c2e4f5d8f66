import Market

/// Deletes an account with all that belongs to it, for who knows its password.
public struct AccountDeletion: Sendable {
    private let storage: any MarketStorage
    private let check: AccountCheck

    public init(storage: any MarketStorage, check: AccountCheck) {
        self.storage = storage
        self.check = check
    }

    public typealias Outcome = FormOutcome<Account.ID, AccountPrompt.Output>

    /// Names what goes with the account, and asks for the password.
    public func prompt(
        for account: Account.ID, refusal: Refusal.Reason? = nil
    ) async throws(StorageError) -> AccountPrompt.Output {
        AccountPrompt.Output(
            .deletingAccount, losses: try await losses(of: account), refusal)
    }

    /// - Throws: `.notFound` when the account is gone.
    public func submit(
        _ input: AccountPrompt.Input, at now: Timestamp
    ) async throws(StorageError) -> Outcome {
        do throws(StorageError) {
            if let refusal = try await check.refusal(of: input, at: now) {
                return .refused(
                    try await prompt(for: input.account, refusal: refusal), refusal)
            }
            try await storage.deleteAccount(input.account)
            return .saved(input.account)
        } catch .busy, .full {
            return .refused(
                try await prompt(for: input.account, refusal: .unavailable), .unavailable)
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
