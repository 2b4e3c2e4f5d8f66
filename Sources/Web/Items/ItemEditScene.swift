import HTTPServer
import Market
import ViewModels

/// `/items/7/edit`: the form that edits a listing, for its owner, or behind its password.
struct ItemEditScene: Sendable {
    private let form: ItemForm
    private let prompt: PasswordPrompt
    private let gate: ItemAuthorization
    private let grants: EditGrant
    private let reader: ItemFormReader
    private let page: ItemFormPage
    private let pages: Pages
    private let cookies: CookieJar

    init(_ dependencies: Dependencies) {
        form = dependencies.itemForm
        prompt = PasswordPrompt(storage: dependencies.storage, check: dependencies.passwordCheck)
        gate = ItemAuthorization(storage: dependencies.storage)
        grants = dependencies.grants
        reader = ItemFormReader(photos: dependencies.photoUploads, forms: dependencies.formLimiter)
        page = ItemFormPage(pages: dependencies.pages)
        pages = dependencies.pages
        cookies = dependencies.cookies
    }

    func show(_ context: RequestContext) async throws -> Response {
        let id = try context.itemID
        let isOwner = try await gate.isOwner(context, of: id)
        guard isOwner || grants.isHeld(context, for: id) else {
            let output = try await prompt.output(for: id, purpose: .editing)
            return try pages.response(output, \.passwordPrompt, for: context)
        }
        return try page.response(try await form.filled(with: id), for: context)
    }

    /// Takes the edit of the owner and of one who holds the grant; else of one who sends the
    /// password along.
    func submit(_ context: RequestContext) async throws -> Response {
        let id = try context.itemID
        // Who has no business with the listing is told before the form is read.
        let isOwner = try await isOwner(context, of: id)
        let submission = try await reader.submission(context)
        let isGranted = isOwner || grants.isHeld(context, for: id)
        if let arrangement = submission.arrangement {
            let arranged = form.arranged(
                submission.input, arrangement, mode: .editing(id), asksPassword: !isGranted)
            return try page.response(arranged, for: context)
        }
        let outcome = try await form.edit(
            id, submission.input,
            proof: isGranted
                ? .granted(isOwner ? try context.account : nil)
                : .password(submission.input.password),
            from: context.address, at: context.now)
        switch outcome {
        case .saved:
            var response = Flash(.updated).redirect(to: Link.item(id), cookies)
            grants.take(for: id, on: &response)
            return response
        case .refused(let output, let refusal):
            return try page.response(output, refusal, for: context)
        }
    }

    /// The form of an owner whose session has ended is carried with its photos.
    private func isOwner(_ context: RequestContext, of id: Item.ID) async throws -> Bool {
        do {
            return try await gate.isOwner(context, of: id)
        } catch SiteError.signedOut {
            throw SiteError.signedOut(carrying: try await reader.submission(context).carried)
        }
    }
}
