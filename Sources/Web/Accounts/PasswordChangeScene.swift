import HTTPServer
import Mustache
import ViewModels

/// `/my/password`: another password for who knows the present one.
struct PasswordChangeScene: Sendable {
    private let change: PasswordChange
    private let pages: Pages
    private let template: PageTemplate<PasswordChange.Output>
    private let forms: FormLimiter

    init(_ dependencies: Dependencies) throws {
        change = PasswordChange(check: dependencies.accountCheck)
        pages = dependencies.pages
        template = try pages.templates.page("accounts/password-change")
        forms = dependencies.formLimiter
    }

    func show(_ context: RequestContext) async throws -> Response {
        _ = try context.account
        return try pages.form(change.output(), template, for: context)
    }

    func submit(_ context: RequestContext) async throws -> Response {
        let member = try context.signedIn
        let input = try await forms.withForm(of: context, .withoutFiles) { form in
            PasswordChange.Input(
                account: member.account.id, nickname: member.account.profile.nickname.text,
                session: member.session, password: form["password"],
                newPassword: form["new_password"], address: context.address)
        }
        switch try await change.submit(input, at: context.now) {
        case .saved: return Flash(.passwordChanged).redirect(to: Link.profile(), pages.cookies)
        case .refused(let output): return try pages.form(output, template, for: context)
        }
    }
}

extension PasswordChange.Output: TemplateData {
    public static let fields: [Field<PasswordChange.Output>] = [
        Field("passwordFault") { $0.message("password") },
        Field("newPasswordFault") { $0.message("new_password") },
    ]
}

/// `/recovery`: another password for who has a recovery code.
struct PasswordRecoveryScene: Sendable {
    private let recovery: PasswordRecovery
    private let sessions: Sessions
    private let pages: Pages
    private let template: PageTemplate<PasswordRecovery.Output>
    private let forms: FormLimiter

    init(_ dependencies: Dependencies) throws {
        recovery = PasswordRecovery(check: dependencies.accountCheck, secrets: dependencies.secrets)
        sessions = dependencies.sessions
        pages = dependencies.pages
        template = try pages.templates.page("accounts/password-recovery")
        forms = dependencies.formLimiter
    }

    func show(_ context: RequestContext) async throws -> Response {
        try pages.form(recovery.output(), template, for: context)
    }

    func submit(_ context: RequestContext) async throws -> Response {
        let input = try await forms.withForm(of: context, .withoutFiles) { form in
            PasswordRecovery.Input(
                nickname: form["nickname"], code: form["code"],
                newPassword: form["new_password"], address: context.address)
        }
        switch try await recovery.submit(input, at: context.now) {
        case .saved(let account):
            return try await sessions.begin(account, for: context) { _ in
                Flash(.passwordChanged).redirect(to: Link.profile(), pages.cookies)
            }
        case .refused(let output): return try pages.form(output, template, for: context)
        }
    }
}

extension PasswordRecovery.Output: TemplateData {
    public static let fields: [Field<PasswordRecovery.Output>] = [
        Field("nickname") { $0.nickname },
        Field("code") { $0.code },
        Field("nicknameFault") { $0.message("nickname") },
        Field("codeFault") { $0.message("code") },
        Field("newPasswordFault") { $0.message("new_password") },
    ]
}
