import HTTPServer
import Market
import ViewModels

/// `/items/7/edit`: the form that edits a listing, for its owner, or behind its password.
struct ItemEditScene: Sendable {
    private let form: ItemForm
    private let prompt: PasswordPrompt
    private let gate: OwnerGate
    private let grants: EditGrant
    private let reader: ItemFormReader
    private let page: ItemFormPage
    private let pages: Pages
    private let cookies: CookieJar

    init(_ parts: SiteParts) {
        form = parts.itemForm
        prompt = PasswordPrompt(storage: parts.storage, check: parts.passwordCheck)
        gate = OwnerGate(storage: parts.storage)
        grants = parts.grants
        reader = ItemFormReader(photos: parts.photoIntake, forms: parts.formGate)
        page = ItemFormPage(pages: parts.pages)
        pages = parts.pages
        cookies = parts.cookies
    }

    func show(_ visit: Visit) async throws -> Response {
        let id = try visit.itemID
        let isOwner = try await gate.isOwner(visit, of: id)
        guard isOwner || grants.isHeld(visit, for: id) else {
            let output = try await prompt.output(for: id, purpose: .editing)
            return try pages.response(output, \.passwordPrompt, for: visit)
        }
        return try page.response(try await form.filled(with: id), for: visit)
    }

    /// Takes the edit of the owner and of one who holds the grant; else of one who sends the
    /// password along.
    func submit(_ visit: Visit) async throws -> Response {
        let id = try visit.itemID
        // Who has no business with the listing is told before the form is read.
        let isOwner = try await isOwner(visit, of: id)
        let submission = try await reader.submission(visit)
        let isGranted = isOwner || grants.isHeld(visit, for: id)
        if let arrangement = submission.arrangement {
            let arranged = form.arranged(
                submission.input, arrangement, mode: .editing(id), asksPassword: !isGranted)
            return try page.response(arranged, for: visit)
        }
        let outcome = try await form.edit(
            id, submission.input,
            proof: isGranted
                ? .granted(isOwner ? try visit.account : nil)
                : .password(submission.input.password),
            from: visit.address, at: visit.now)
        switch outcome {
        case .saved:
            var response = Flash(.updated).redirect(to: .item(id), cookies)
            grants.take(for: id, on: &response)
            return response
        case .refused(let output, let refusal):
            return try page.response(output, refusal, for: visit)
        }
    }

    /// The form of an owner whose session has ended is carried with its photos.
    private func isOwner(_ visit: Visit, of id: Item.ID) async throws -> Bool {
        do {
            return try await gate.isOwner(visit, of: id)
        } catch SiteError.signedOut {
            throw SiteError.signedOut(carrying: try await reader.submission(visit).carried)
        }
    }
}
