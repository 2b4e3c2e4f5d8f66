import HTTPServer
import Mustache
import ViewModels

/// `/my/password`: another password for who knows the present one.
struct PasswordChangeScene: Sendable {
    private let change: PasswordChange
    private let page: Presenter<PasswordChange.Output>

    init(_ dependencies: Dependencies) throws {
        change = PasswordChange(check: dependencies.accountCheck)
        page = try dependencies.page("accounts/password-change")
    }

    func show(_ context: RequestContext) async throws -> Response {
        _ = try context.account
        return try page.form(change.output(), for: context)
    }

    func submit(_ context: RequestContext) async throws -> Response {
        let member = try context.signedIn
        let input = try await page.forms.withForm(of: context) { form in
            PasswordChange.Input(
                password: form["password"], newPassword: form["new_password"])
        }
        let result = try await change.submit(
            input, of: member.account, keeping: member.session, from: context.address,
            at: context.now)
        return try page.answer(result, for: context, saying: .passwordChanged) { _ in
            Link.profile()
        }
    }
}

extension PasswordChange.Output: TemplateData {
    public static let fields = faults("password", "new_password")
}

/// `/recovery`: another password for who has a recovery code.
struct PasswordRecoveryScene: Sendable {
    private let recovery: PasswordRecovery
    private let sessions: Sessions
    private let page: Presenter<PasswordRecovery.Output>

    init(_ dependencies: Dependencies) throws {
        recovery = PasswordRecovery(check: dependencies.accountCheck, secrets: dependencies.secrets)
        sessions = dependencies.sessions
        page = try dependencies.page("accounts/password-recovery")
    }

    func show(_ context: RequestContext) async throws -> Response {
        let output = recovery.output(nickname: context.request.query["nickname"] ?? "")
        return try page.form(output, for: context)
    }

    func submit(_ context: RequestContext) async throws -> Response {
        let input = try await page.forms.withForm(of: context) { form in
            PasswordRecovery.Input(
                nickname: form["nickname"], code: form["code"],
                newPassword: form["new_password"])
        }
        let result = try await recovery.submit(input, from: context.address, at: context.now)
        return try await page.answer(result, for: context) { account in
            try await sessions.begin(account, for: context) { _ in
                page.redirect(to: Link.profile(), .passwordChanged)
            }
        }
    }
}

extension PasswordRecovery.Output: TemplateData {
    public static let fields: [Field<PasswordRecovery.Output>] =
        [
            Field("nickname") { $0.input.nickname },
            Field("code") { $0.input.code },
        ] + faults("nickname", "code", "new_password")
}
