import HTTPServer
import ViewModels

/// `/my/account/deletion`: the end of an account.
struct AccountDeletionScene: Sendable {
    private let deletion: AccountDeletion
    private let reader: AccountPromptReader
    private let sessions: Sessions
    private let pages: Pages
    private let cookies: CookieJar

    init(_ parts: SiteParts) {
        deletion = AccountDeletion(storage: parts.storage, check: parts.accountCheck)
        reader = AccountPromptReader(forms: parts.formGate)
        sessions = parts.sessions
        pages = parts.pages
        cookies = parts.cookies
    }

    func show(_ visit: Visit) async throws -> Response {
        let output = try await deletion.prompt(for: try visit.account)
        return try pages.response(output, \.accounts.prompt, for: visit)
    }

    func submit(_ visit: Visit) async throws -> Response {
        switch try await deletion.submit(try await reader.input(visit), at: visit.now) {
        case .saved:
            var response = Flash(.accountDeleted).redirect(to: .itemList, cookies)
            sessions.take(on: &response)
            return response
        case .refused(let output, let refusal):
            return try pages.response(
                output, refusal, alert: output.alert, \.accounts.prompt, for: visit)
        }
    }
}
