import HTTPServer
import Market
import Secrets
import ViewModels

/// `/items/new` and `POST /items`: the form that posts a listing.
struct ItemFormScene: Sendable {
    private let form: ItemForm
    private let reader: ItemFormReader
    private let page: ItemFormPage
    private let cookies: CookieJar

    init(_ parts: SiteParts) {
        form = parts.itemForm
        reader = ItemFormReader(photos: parts.photoIntake)
        page = ItemFormPage(pages: parts.pages)
        cookies = parts.cookies
    }

    func show(_ visit: Visit) async throws -> Response {
        try page.response(form.blank(submissionKey: Token.random()), for: visit)
    }

    func submit(_ visit: Visit) async throws -> Response {
        let submission = try await reader.submission(visit)
        if let arrangement = submission.arrangement {
            let arranged = form.arranged(
                submission.input, arrangement, mode: .posting, asksPassword: true)
            return try page.response(arranged, for: visit)
        }
        switch try await form.post(submission.input, at: visit.now) {
        case .saved(let id):
            return Flash.posted.redirect(to: .item(id), cookies)
        case .refused(let output, let refusal):
            return try page.response(output, refusal, for: visit)
        }
    }
}
