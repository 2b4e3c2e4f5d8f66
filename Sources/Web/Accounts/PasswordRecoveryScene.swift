import HTTPServer
import Mustache
import ViewModels

/// `/recovery`: another password for who has a recovery code.
struct PasswordRecoveryScene: Sendable {
    private let recovery: PasswordRecovery
    private let sessions: Sessions
    private let pages: Pages
    private let cookies: CookieJar
    private let forms: FormGate

    init(_ parts: SiteParts) {
        recovery = PasswordRecovery(check: parts.accountCheck, secrets: parts.secrets)
        sessions = parts.sessions
        pages = parts.pages
        cookies = parts.cookies
        forms = parts.formGate
    }

    func show(_ visit: Visit) async throws -> Response {
        try pages.response(recovery.blank(), \.accounts.recovery, for: visit)
    }

    func submit(_ visit: Visit) async throws -> Response {
        let input = try await forms.withForm(of: visit, .withoutFiles) { form in
            PasswordRecovery.Input(
                nickname: form.text("nickname") ?? "", code: form.text("code") ?? "",
                newPassword: form.text("new_password") ?? "", address: visit.address)
        }
        switch try await recovery.submit(input, at: visit.now) {
        case .saved(let account):
            var visit = visit
            visit.member = try await sessions.begin(account, for: visit)
            var response = Flash(.passwordChanged).redirect(to: .profile, cookies)
            sessions.handOut(to: visit, on: &response)
            return response
        case .refused(let output, let refusal):
            return try pages.response(
                output, refusal, alert: output.alert, \.accounts.recovery, for: visit)
        }
    }
}

extension PasswordRecovery.Output: TemplateData {
    public static let fields: [Field<PasswordRecovery.Output>] = [
        Field("nickname") { $0.nickname },
        Field("code") { $0.code },
        Field("nicknameFault") { $0.faults.message("nickname") },
        Field("codeFault") { $0.faults.message("code") },
        Field("newPasswordFault") { $0.faults.message("new_password") },
    ]
}
