import HTTPServer
import Market
import ViewModels

/// Asks for a listing's password: `/items/7/authorization` before editing, `/items/7/deletion`,
/// `/items/7/takeover`.
struct PasswordPromptScene: Sendable {
    private let prompt: PasswordPrompt
    private let gate: OwnerGate
    private let pages: Pages
    private let grants: EditGrant
    private let cookies: CookieJar
    private let forms: FormGate

    init(_ parts: SiteParts) {
        prompt = PasswordPrompt(storage: parts.storage, check: parts.passwordCheck)
        gate = OwnerGate(storage: parts.storage)
        pages = parts.pages
        grants = parts.grants
        cookies = parts.cookies
        forms = parts.formGate
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
        let id = try visit.itemID
        let isOwner = try await gate.isOwner(visit, of: id)
        let output = try await prompt.output(
            for: id, purpose: .deleting, asksPassword: !isOwner)
        return try pages.response(output, \.passwordPrompt, for: visit)
    }

    func delete(_ visit: Visit) async throws -> Response {
        try await submit(visit, .deleting) { _ in
            Flash(.deleted).redirect(to: .itemList, cookies)
        }
    }

    func showTakeover(_ visit: Visit) async throws -> Response {
        let (id, account) = (try visit.itemID, try visit.account)
        guard try await !gate.isOwner(visit, of: id) else {
            return .redirect(to: Scene.item(id).path)
        }
        let output = try await prompt.output(for: id, purpose: .takingOver(by: account))
        return try pages.response(output, \.passwordPrompt, for: visit)
    }

    func takeOver(_ visit: Visit) async throws -> Response {
        try await submit(visit, .takingOver(by: try visit.account)) { id in
            Flash(.takenOver).redirect(to: .item(id), cookies)
        }
    }

    private func submit(
        _ visit: Visit, _ purpose: PasswordPrompt.Purpose, granted: (Item.ID) -> Response
    ) async throws -> Response {
        let id = try visit.itemID
        let isOwner = try await gate.isOwner(visit, of: id)
        let password = try await forms.withForm(of: visit, .withoutFiles) { form in
            form.text("password") ?? ""
        }
        let input = PasswordPrompt.Input(
            id: id, purpose: purpose,
            proof: isOwner ? .granted(try visit.account) : .password(password),
            address: visit.address)
        switch try await prompt.submit(input, at: visit.now) {
        case .granted: return granted(id)
        case .refused(let output, let refusal):
            return try pages.response(
                output, refusal, alert: output.alert, \.passwordPrompt, for: visit)
        }
    }
}
