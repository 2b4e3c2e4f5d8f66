import HTTPServer
import ViewModels

/// `POST /signout`, and `POST /my/sessions/deletion` for all browsers at once.
struct SignOutScene: Sendable {
    private let sessions: Sessions
    private let cookies: CookieJar

    init(_ parts: SiteParts) {
        sessions = parts.sessions
        cookies = parts.cookies
    }

    /// Who is not signed in any more is as well off.
    func signOut(_ visit: Visit) async throws -> Response {
        var response = Flash(.signedOut).redirect(to: .itemList, cookies)
        if let member = visit.member {
            try await sessions.end(member, on: &response)
        } else {
            sessions.take(on: &response)
        }
        return response
    }

    func signOutEverywhere(_ visit: Visit) async throws -> Response {
        _ = try visit.account
        var response = Flash(.signedOutEverywhere).redirect(to: .itemList, cookies)
        if let member = visit.member { try await sessions.endAll(member, on: &response) }
        return response
    }
}
