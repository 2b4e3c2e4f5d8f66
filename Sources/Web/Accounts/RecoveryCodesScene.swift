import HTTPServer
import ViewModels

/// `/my/recovery-codes`: new codes in place of those lost or used up.
struct RecoveryCodesScene: Sendable {
    private let codes: RecoveryCodes
    private let reader: AccountPromptReader
    private let pages: Pages

    init(_ parts: SiteParts) {
        codes = RecoveryCodes(
            storage: parts.storage, check: parts.accountCheck, secrets: parts.secrets)
        reader = AccountPromptReader(forms: parts.formGate)
        pages = parts.pages
    }

    func show(_ visit: Visit) async throws -> Response {
        _ = try visit.account
        return try pages.response(codes.prompt(), \.accounts.prompt, for: visit)
    }

    func submit(_ visit: Visit) async throws -> Response {
        switch try await codes.renew(try await reader.input(visit), at: visit.now) {
        case .saved(let output):
            let page = RecoveryCodesPage(
                output: output, returnPath: ReturnPath(named: Scene.profile.path), isNew: false)
            return try pages.response(
                page, \.accounts.recoveryCodes, caching: "no-store", for: visit)
        case .refused(let output, let refusal):
            return try pages.response(
                output, refusal, alert: output.alert, \.accounts.prompt, for: visit)
        }
    }
}
