import HTTPServer
import Mustache
import ViewModels

/// `/my/account/deletion`: the end of an account.
struct AccountDeletionScene: Sendable {
    private let deletion: AccountDeletion
    private let prompt: AccountPromptPages
    private let sessions: Sessions
    private let cookies: CookieJar

    init(_ dependencies: Dependencies) throws {
        deletion = AccountDeletion(storage: dependencies.storage, check: dependencies.accountCheck)
        prompt = try AccountPromptPages(dependencies)
        sessions = dependencies.sessions
        cookies = dependencies.cookies
    }

    func show(_ context: RequestContext) async throws -> Response {
        let input = AccountPrompt.Input(account: try context.account)
        return try prompt.response(try await deletion.output(for: input), context)
    }

    func submit(_ context: RequestContext) async throws -> Response {
        switch try await deletion.submit(try await prompt.input(context), at: context.now) {
        case .saved:
            var response = Flash(.accountDeleted).redirect(to: Link.itemList(), cookies)
            sessions.clearToken(on: &response)
            return response
        case .refused(let output): return try prompt.response(output, context)
        }
    }
}

/// The page that asks for the account's password again, and its form.
struct AccountPromptPages: Sendable {
    private let pages: Pages
    private let template: PageTemplate<AccountPrompt.Output>
    private let forms: FormLimiter

    init(_ dependencies: Dependencies) throws {
        pages = dependencies.pages
        template = try pages.templates.page("accounts/account-prompt")
        forms = dependencies.formLimiter
    }

    func response(_ output: AccountPrompt.Output, _ context: RequestContext) throws -> Response {
        try pages.form(output, template, for: context)
    }

    /// - Throws: `SiteError.signedOut`; as `FormLimiter.withForm`.
    func input(_ context: RequestContext) async throws -> AccountPrompt.Input {
        let account = try context.account
        return try await forms.withForm(of: context, .withoutFiles) { form in
            AccountPrompt.Input(
                account: account, password: form["password"], address: context.address)
        }
    }
}

extension AccountPrompt.Output: TemplateData {
    public static let fields: [Field<AccountPrompt.Output>] = [
        Field("heading") { $0.heading },
        Field("explanation") { $0.explanation },
        Field("losses") { $0.losses },
        Field("submitLabel") { $0.submitLabel },
        Field("action") { $0.purpose.action },
        Field("isDeleting") { $0.purpose == .deletingAccount },
        Field("passwordFault") { $0.message("password") },
    ]
}

extension AccountPrompt.Purpose {
    /// Where the form is sent to.
    fileprivate var action: String {
        switch self {
        case .renewingCodes: Link.recoveryCodes()
        case .deletingAccount: Link.accountDeletion()
        }
    }
}
