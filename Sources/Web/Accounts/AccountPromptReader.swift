import HTTPServer
import Mustache
import ViewModels

/// Reads the form that asks for the account's password again.
struct AccountPromptReader: Sendable {
    let forms: FormLimiter

    func input(_ context: RequestContext) async throws -> AccountPrompt.Input {
        let account = try context.account
        return try await forms.withForm(of: context, .withoutFiles) { form in
            AccountPrompt.Input(
                account: account, password: form.text("password") ?? "",
                address: context.address)
        }
    }
}

extension AccountPrompt.Output: TemplateData {
    public static let fields: [Field<AccountPrompt.Output>] = [
        Field("heading") { $0.heading },
        Field("explanation") { $0.explanation },
        Field("losses") { $0.losses },
        Field("submitLabel") { $0.submitLabel },
        Field("action") { $0.action },
        Field("isDeleting") { $0.purpose == .deletingAccount },
        Field("passwordFault") { $0.passwordFault },
    ]

    private var action: String {
        switch purpose {
        case .renewingCodes: "/my/recovery-codes"
        case .deletingAccount: "/my/account/deletion"
        }
    }
}
