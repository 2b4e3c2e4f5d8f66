import Market

/// Deletes an account with all its data, for somebody who knows its password.
public struct AccountDeletion: Sendable {
    /// The password, typed again.
    public typealias Input = String
    /// The page that asks for it.
    public typealias Output = AccountPrompt.Output

    private let storage: any MarketStorage
    private let check: AccountCheck
    private let reserved: ReservedNicknames

    /// - Parameters:
    ///   - check: counts the tries.
    ///   - reserved: nicknames whose accounts cannot be deleted.
    public init(
        storage: any MarketStorage, check: AccountCheck,
        reserved: ReservedNicknames = ReservedNicknames()
    ) {
        self.storage = storage
        self.check = check
        self.reserved = reserved
    }

    /// Names what is deleted with the account, and asks for the password.
    /// - Parameter refusal: why it was not done; nil before anything was typed.
    /// - Throws: `StorageError` if the storage fails.
    public func output(
        for account: Account.ID, refusal: Refusal? = nil
    ) async throws(StorageError) -> AccountPrompt.Output {
        AccountPrompt.Output(
            .deletingAccount, losses: try await losses(of: account), refusal: refusal)
    }

    /// - Throws: `.notFound` when the account is gone.
    public func submit(
        _ password: Input, of account: Account.ID, from address: String, at now: Timestamp
    ) async throws(StorageError) -> FormResult<Void, AccountPrompt.Output> {
        let nickname = try await storage.account(account).profile.nickname
        guard !reserved.contains(nickname) else {
            return .refused(try await output(for: account, refusal: .operatorStays))
        }
        let deleted = try await check.withPromptedPassword(
            password, of: account, from: address, at: now
        ) { hash throws(StorageError) in
            try await storage.deleteAccount(account, whosePasswordIs: hash, at: now)
        }
        switch deleted {
        case .success: return .saved(())
        case .failure(let refusal):
            return .refused(try await output(for: account, refusal: refusal))
        }
    }

    private func losses(of account: Account.ID) async throws(StorageError) -> [Phrase] {
        let items = try await storage.itemCounts(of: account).values
            .reduce(0) { $0 + $1.values.reduce(0, +) }
        let lists = try await storage.lists(of: account).count
        let counted: [(Phrase.Key, Int)] = [(.lostItems, items), (.lostLists, lists)]
        return counted.filter { $0.1 > 0 }.map { Phrase($0.0, $0.1) }
            + [Phrase(.lostMemos), Phrase(.lostDealings), Phrase(.lostProfile)]
    }
}

extension Refusal {
    fileprivate static let operatorStays = Refusal(
        .conflict, Alert(failed: .notDone, Phrase(.operatorKeepsNickname)))
}

/// Asks for the account's password again before something that cannot be undone.
public enum AccountPrompt {
    /// What the password is asked for.
    public enum Purpose: Sendable {
        /// New recovery codes are made; the previous ones stop working.
        case renewingCodes
        /// The account is deleted with all its data.
        case deletingAccount
    }

    /// The page that asks.
    public struct Output: FormOutput {
        /// What the password is asked for.
        public let purpose: Purpose
        /// The page's heading.
        public let heading: Phrase
        /// What happens after the password.
        public let explanation: Phrase
        /// What is lost for good, one line each.
        public let losses: [Phrase]
        /// The submit button's label.
        public let submitLabel: Phrase
        /// Why it was not done; nil before anything was typed.
        public let refusal: Refusal?

        init(_ purpose: Purpose, losses: [Phrase] = [], refusal: Refusal? = nil) {
            self.purpose = purpose
            self.losses = losses
            self.refusal = refusal
            switch purpose {
            case .renewingCodes:
                heading = Phrase(.renewCodesHeading)
                explanation = Phrase(.renewCodesExplanation, RecoveryCode.count)
                submitLabel = Phrase(.renewCodes)
            case .deletingAccount:
                heading = Phrase(.deletionOfAccount)
                explanation = Phrase(.accountDeletion)
                submitLabel = Phrase(.deleteAccount)
            }
        }
    }
}

extension AccountCheck {
    /// Does what the page asked the password for.
    /// - Throws: as `withPassword`.
    func withPromptedPassword<Value: Sendable>(
        _ password: String, of account: Account.ID, from address: String, at now: Timestamp,
        _ work: (_ hash: String) async throws(StorageError) -> Value
    ) async throws(StorageError) -> Result<Value, Refusal> {
        guard !password.isEmpty else { return .failure(.passwordMissing) }
        return try await withPassword(
            password, of: account, from: address, at: now, wrong: .wrongPromptedPassword, work)
    }
}
