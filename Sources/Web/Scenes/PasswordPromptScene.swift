import HTTPServer
import ViewModels

/// Asks for a listing's password: `/items/7/authorization` before editing, `/items/7/deletion`.
struct PasswordPromptScene: Sendable {
    private let prompt: PasswordPrompt
    private let pages: Pages
    private let grants: EditGrant
    private let cookies: CookieJar

    init(_ parts: SiteParts) {
        prompt = PasswordPrompt(storage: parts.storage, check: parts.passwordCheck)
        pages = parts.pages
        grants = parts.grants
        cookies = parts.cookies
    }

    func showAuthorization(_ visit: Visit) async throws -> Response {
        .redirect(to: Scene.itemEdit(try visit.itemID).path)
    }

    func authorize(_ visit: Visit) async throws -> Response {
        try await submit(visit, .editing) { id in
            var response = Response.redirect(to: Scene.itemEdit(id).path)
            grants.give(for: id, on: &response, at: visit.now)
            return response
        }
    }

    func showDeletion(_ visit: Visit) async throws -> Response {
        let output = try await prompt.output(for: try visit.itemID, purpose: .deleting)
        return try pages.response(output, \.passwordPrompt, for: visit.request)
    }

    func delete(_ visit: Visit) async throws -> Response {
        try await submit(visit, .deleting) { _ in
            Flash.deleted.redirect(to: .itemList, cookies)
        }
    }

    private func submit(
        _ visit: Visit, _ purpose: PasswordPrompt.Purpose, granted: (Int64) -> Response
    ) async throws -> Response {
        let form = try await visit.request.form()
        let input = PasswordPrompt.Input(
            id: try visit.itemID, purpose: purpose, password: form.text("password") ?? "",
            address: visit.address)
        switch try await prompt.submit(input, at: visit.now) {
        case .granted: return granted(input.id)
        case .refused(let output, let refusal):
            var response = try pages.response(
                output, \.passwordPrompt, status: refusal.status, alert: output.alert,
                for: visit.request)
            refusal.appendRetryAfter(to: &response)
            return response
        }
    }
}
