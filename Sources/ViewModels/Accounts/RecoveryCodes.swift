import Market

/// Shows the recovery codes of an account, once: when it is opened, and when they are replaced.
public struct RecoveryCodes: Sendable {
    private let storage: any AccountStorage
    private let check: AccountCheck
    private let secrets: SecretMaking

    public init(storage: any AccountStorage, check: AccountCheck, secrets: SecretMaking) {
        self.storage = storage
        self.check = check
        self.secrets = secrets
    }

    public struct Output: Sendable {
        /// As they are written down.
        public let codes: [String]

        init(_ codes: [RecoveryCode]) {
            self.codes = codes.map(\.text)
        }
    }

    public typealias Outcome = FormOutcome<Output, AccountPrompt.Output>

    /// Asks for the password first.
    public func prompt() -> AccountPrompt.Output {
        AccountPrompt.Output(.renewingCodes)
    }

    /// Replaces the codes of who knows the password; those before open nothing any more.
    public func renew(
        _ input: AccountPrompt.Input, at now: Timestamp
    ) async throws(StorageError) -> Outcome {
        do throws(StorageError) {
            if let refusal = try await check.refusal(of: input, at: now) {
                return .refused(AccountPrompt.Output(.renewingCodes, refusal), refusal)
            }
            let codes = secrets.recoveryCodes()
            try await storage.setRecoveryCodes(codes.map(secrets.digest), of: input.account)
            return .saved(Output(codes))
        } catch .busy, .full {
            return .refused(AccountPrompt.Output(.renewingCodes, .unavailable), .unavailable)
        }
    }
}
