import HTTPServer
import ViewModels

/// `/my/recovery-codes`: new codes in place of those lost or used up.
struct RecoveryCodesScene: Sendable {
    private let codes: RecoveryCodes
    private let reader: AccountPromptReader
    private let pages: Pages

    init(_ dependencies: Dependencies) {
        codes = RecoveryCodes(
            storage: dependencies.storage, check: dependencies.accountCheck,
            secrets: dependencies.secrets)
        reader = AccountPromptReader(forms: dependencies.formLimiter)
        pages = dependencies.pages
    }

    func show(_ context: RequestContext) async throws -> Response {
        _ = try context.account
        return try pages.response(codes.prompt(), \.accounts.prompt, for: context)
    }

    func submit(_ context: RequestContext) async throws -> Response {
        switch try await codes.renew(try await reader.input(context), at: context.now) {
        case .saved(let output):
            let page = RecoveryCodesPage(
                output: output, returnPath: ReturnPath(named: Link.profile()), isNew: false)
            return try pages.response(
                page, \.accounts.recoveryCodes, caching: "no-store", for: context)
        case .refused(let output, let refusal):
            return try pages.response(
                output, refusal, alert: output.alert, \.accounts.prompt, for: context)
        }
    }
}
