import HTTPServer
import ViewModels

/// `POST /signout`, and `POST /my/sessions/deletion` for all browsers at once.
struct SignOutScene: Sendable {
    private let sessions: Sessions
    private let cookies: CookieJar

    init(_ dependencies: Dependencies) {
        sessions = dependencies.sessions
        cookies = dependencies.cookies
    }

    /// Who is not signed in any more is as well off.
    func signOut(_ context: RequestContext) async throws -> Response {
        var response = Flash(.signedOut).redirect(to: Link.itemList(), cookies)
        if let member = context.member {
            try await sessions.end(member, on: &response)
        } else {
            sessions.take(on: &response)
        }
        return response
    }

    func signOutEverywhere(_ context: RequestContext) async throws -> Response {
        _ = try context.account
        var response = Flash(.signedOutEverywhere).redirect(to: Link.itemList(), cookies)
        if let member = context.member { try await sessions.endAll(member, on: &response) }
        return response
    }
}
