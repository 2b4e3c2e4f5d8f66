import HTTPServer
import ViewModels

/// `/my/account/deletion`: the end of an account.
struct AccountDeletionScene: Sendable {
    private let deletion: AccountDeletion
    private let reader: AccountPromptReader
    private let sessions: Sessions
    private let pages: Pages
    private let cookies: CookieJar

    init(_ dependencies: Dependencies) {
        deletion = AccountDeletion(storage: dependencies.storage, check: dependencies.accountCheck)
        reader = AccountPromptReader(forms: dependencies.formLimiter)
        sessions = dependencies.sessions
        pages = dependencies.pages
        cookies = dependencies.cookies
    }

    func show(_ context: RequestContext) async throws -> Response {
        let output = try await deletion.prompt(for: try context.account)
        return try pages.response(output, \.accounts.prompt, for: context)
    }

    func submit(_ context: RequestContext) async throws -> Response {
        switch try await deletion.submit(try await reader.input(context), at: context.now) {
        case .saved:
            var response = Flash(.accountDeleted).redirect(to: Link.itemList(), cookies)
            sessions.take(on: &response)
            return response
        case .refused(let output, let refusal):
            return try pages.response(
                output, refusal, alert: output.alert, \.accounts.prompt, for: context)
        }
    }
}
