import HTTPServer
import Market
import ViewModels

/// `/items/7/edit`: the form that edits a listing, behind its password.
struct ItemEditScene: Sendable {
    private let form: ItemForm
    private let prompt: PasswordPrompt
    private let grants: EditGrant
    private let reader: ItemFormReader
    private let page: ItemFormPage
    private let pages: Pages
    private let cookies: CookieJar

    init(_ parts: SiteParts) {
        form = parts.itemForm
        prompt = PasswordPrompt(storage: parts.storage, check: parts.passwordCheck)
        grants = parts.grants
        reader = ItemFormReader(photos: parts.photoIntake)
        page = ItemFormPage(pages: parts.pages)
        pages = parts.pages
        cookies = parts.cookies
    }

    func show(_ visit: Visit) async throws -> Response {
        let id = try visit.itemID
        guard grants.isHeld(visit, for: id) else {
            let output = try await prompt.output(for: id, purpose: .editing)
            return try pages.response(output, \.passwordPrompt, for: visit.request)
        }
        return try page.response(try await form.filled(with: id), for: visit)
    }

    /// Takes the edit of one who holds the grant; else of one who sends the password along.
    func submit(_ visit: Visit) async throws -> Response {
        let id = try visit.itemID
        // A listing that is gone is told before its form is read.
        _ = try await form.filled(with: id)
        let submission = try await reader.submission(visit)
        let isGranted = grants.isHeld(visit, for: id)
        if let arrangement = submission.arrangement {
            let arranged = form.arranged(
                submission.input, arrangement, mode: .editing(id), asksPassword: !isGranted)
            return try page.response(arranged, for: visit)
        }
        let outcome = try await form.edit(
            id, submission.input,
            proof: isGranted ? .granted : .password(submission.input.password),
            from: visit.address, at: visit.now)
        switch outcome {
        case .saved:
            var response = Flash.updated.redirect(to: .item(id), cookies)
            grants.take(for: id, on: &response)
            return response
        case .refused(let output, let refusal):
            return try page.response(output, refusal, for: visit)
        }
    }
}
