import HTTPServer
import Mustache
import ViewModels

/// `/recovery`: another password for who has a recovery code.
struct PasswordRecoveryScene: Sendable {
    private let recovery: PasswordRecovery
    private let sessions: Sessions
    private let pages: Pages
    private let cookies: CookieJar
    private let forms: FormLimiter

    init(_ dependencies: Dependencies) {
        recovery = PasswordRecovery(check: dependencies.accountCheck, secrets: dependencies.secrets)
        sessions = dependencies.sessions
        pages = dependencies.pages
        cookies = dependencies.cookies
        forms = dependencies.formLimiter
    }

    func show(_ context: RequestContext) async throws -> Response {
        try pages.response(recovery.blank(), \.accounts.recovery, for: context)
    }

    func submit(_ context: RequestContext) async throws -> Response {
        let input = try await forms.withForm(of: context, .withoutFiles) { form in
            PasswordRecovery.Input(
                nickname: form.text("nickname") ?? "", code: form.text("code") ?? "",
                newPassword: form.text("new_password") ?? "", address: context.address)
        }
        switch try await recovery.submit(input, at: context.now) {
        case .saved(let account):
            var context = context
            context.member = try await sessions.begin(account, for: context)
            var response = Flash(.passwordChanged).redirect(to: Link.profile(), cookies)
            sessions.handOut(to: context, on: &response)
            return response
        case .refused(let output, let refusal):
            return try pages.response(
                output, refusal, alert: output.alert, \.accounts.recovery, for: context)
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
