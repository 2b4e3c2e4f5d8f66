import HTTPServer
import Mustache
import ViewModels

/// `/my/password`: another password for who knows the present one.
struct PasswordChangeScene: Sendable {
    private let change: PasswordChange
    private let pages: Pages
    private let cookies: CookieJar
    private let forms: FormGate

    init(_ parts: SiteParts) {
        change = PasswordChange(check: parts.accountCheck)
        pages = parts.pages
        cookies = parts.cookies
        forms = parts.formGate
    }

    func show(_ visit: Visit) async throws -> Response {
        _ = try visit.account
        return try pages.response(change.blank(), \.accounts.passwordChange, for: visit)
    }

    func submit(_ visit: Visit) async throws -> Response {
        let member = try visit.signedIn
        let input = try await forms.withForm(of: visit, .withoutFiles) { form in
            PasswordChange.Input(
                account: member.account.id, nickname: member.account.profile.nickname.text,
                session: member.session, password: form.text("password") ?? "",
                newPassword: form.text("new_password") ?? "", address: visit.address)
        }
        switch try await change.submit(input, at: visit.now) {
        case .saved:
            return Flash(.passwordChanged).redirect(to: .profile, cookies)
        case .refused(let output, let refusal):
            return try pages.response(
                output, refusal, alert: output.alert, \.accounts.passwordChange, for: visit)
        }
    }
}

extension PasswordChange.Output: TemplateData {
    public static let fields: [Field<PasswordChange.Output>] = [
        Field("passwordFault") { $0.faults.message("password") },
        Field("newPasswordFault") { $0.faults.message("new_password") },
    ]
}
