import HTTPServer
import Mustache
import ViewModels

/// `/my/password`: another password for who knows the present one.
struct PasswordChangeScene: Sendable {
    private let change: PasswordChange
    private let pages: Pages
    private let cookies: CookieJar
    private let forms: FormLimiter

    init(_ dependencies: Dependencies) {
        change = PasswordChange(check: dependencies.accountCheck)
        pages = dependencies.pages
        cookies = dependencies.cookies
        forms = dependencies.formLimiter
    }

    func show(_ context: RequestContext) async throws -> Response {
        _ = try context.account
        return try pages.response(change.blank(), \.accounts.passwordChange, for: context)
    }

    func submit(_ context: RequestContext) async throws -> Response {
        let member = try context.signedIn
        let input = try await forms.withForm(of: context, .withoutFiles) { form in
            PasswordChange.Input(
                account: member.account.id, nickname: member.account.profile.nickname.text,
                session: member.session, password: form.text("password") ?? "",
                newPassword: form.text("new_password") ?? "", address: context.address)
        }
        switch try await change.submit(input, at: context.now) {
        case .saved:
            return Flash(.passwordChanged).redirect(to: Link.profile(), cookies)
        case .refused(let output, let refusal):
            return try pages.response(
                output, refusal, alert: output.alert, \.accounts.passwordChange, for: context)
        }
    }
}

extension PasswordChange.Output: TemplateData {
    public static let fields: [Field<PasswordChange.Output>] = [
        Field("passwordFault") { $0.faults.message("password") },
        Field("newPasswordFault") { $0.faults.message("new_password") },
    ]
}
