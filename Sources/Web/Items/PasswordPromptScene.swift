import HTTPServer
import Market
import ViewModels

/// Asks for a listing's password: `/items/7/authorization` before editing, `/items/7/deletion`,
/// `/items/7/takeover`.
struct PasswordPromptScene: Sendable {
    private let prompt: PasswordPrompt
    private let gate: ItemAuthorization
    private let pages: Pages
    private let grants: EditGrant
    private let cookies: CookieJar
    private let forms: FormLimiter

    init(_ dependencies: Dependencies) {
        prompt = PasswordPrompt(storage: dependencies.storage, check: dependencies.passwordCheck)
        gate = ItemAuthorization(storage: dependencies.storage)
        pages = dependencies.pages
        grants = dependencies.grants
        cookies = dependencies.cookies
        forms = dependencies.formLimiter
    }

    func showAuthorization(_ context: RequestContext) async throws -> Response {
        .redirect(to: Link.itemEdit(try context.itemID))
    }

    func authorize(_ context: RequestContext) async throws -> Response {
        try await submit(context, .editing) { id in
            var response = Response.redirect(to: Link.itemEdit(id))
            grants.give(for: id, on: &response, at: context.now)
            return response
        }
    }

    func showDeletion(_ context: RequestContext) async throws -> Response {
        let id = try context.itemID
        let isOwner = try await gate.isOwner(context, of: id)
        let output = try await prompt.output(
            for: id, purpose: .deleting, asksPassword: !isOwner)
        return try pages.response(output, \.passwordPrompt, for: context)
    }

    func delete(_ context: RequestContext) async throws -> Response {
        try await submit(context, .deleting) { _ in
            Flash(.deleted).redirect(to: Link.itemList(), cookies)
        }
    }

    func showTakeover(_ context: RequestContext) async throws -> Response {
        let (id, account) = (try context.itemID, try context.account)
        guard try await !gate.isOwner(context, of: id) else {
            return .redirect(to: Link.item(id))
        }
        let output = try await prompt.output(for: id, purpose: .takingOver(by: account))
        return try pages.response(output, \.passwordPrompt, for: context)
    }

    func takeOver(_ context: RequestContext) async throws -> Response {
        try await submit(context, .takingOver(by: try context.account)) { id in
            Flash(.takenOver).redirect(to: Link.item(id), cookies)
        }
    }

    private func submit(
        _ context: RequestContext, _ purpose: PasswordPrompt.Purpose, granted: (Item.ID) -> Response
    ) async throws -> Response {
        let id = try context.itemID
        let isOwner = try await gate.isOwner(context, of: id)
        let password = try await forms.withForm(of: context, .withoutFiles) { form in
            form.text("password") ?? ""
        }
        let input = PasswordPrompt.Input(
            id: id, purpose: purpose,
            proof: isOwner ? .granted(try context.account) : .password(password),
            address: context.address)
        switch try await prompt.submit(input, at: context.now) {
        case .granted: return granted(id)
        case .refused(let output, let refusal):
            return try pages.response(
                output, refusal, alert: output.alert, \.passwordPrompt, for: context)
        }
    }
}
