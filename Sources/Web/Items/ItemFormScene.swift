import HTTPServer
import Market
import Secrets
import ViewModels

/// `/items/new` and `POST /items`: the form that posts a listing.
struct ItemFormScene: Sendable {
    private let form: ItemForm
    private let checklist: Checklist
    private let reader: ItemFormReader
    private let page: ItemFormPage
    private let cookies: CookieJar

    init(_ parts: SiteParts) {
        form = parts.itemForm
        checklist = Checklist(storage: parts.storage)
        reader = ItemFormReader(photos: parts.photoIntake, forms: parts.formGate)
        page = ItemFormPage(pages: parts.pages)
        cookies = parts.cookies
    }

    func show(_ visit: Visit) async throws -> Response {
        let output = form.blank(
            submissionKey: Token.random(), asksPassword: visit.member == nil)
        return try page.response(output, for: visit)
    }

    func submit(_ visit: Visit) async throws -> Response {
        let submission = try await reader.submission(visit)
        let seller = visit.member?.account.id
        if submission.isOfAccount, seller == nil {
            throw SiteError.signedOut(carrying: submission.carried)
        }
        if let arrangement = submission.arrangement {
            let arranged = form.arranged(
                submission.input, arrangement, mode: .posting, asksPassword: seller == nil)
            return try page.response(arranged, for: visit)
        }
        let outcome = try await form.post(
            submission.input, by: seller, from: visit.address, at: visit.now)
        switch outcome {
        case .saved(let id):
            if let seller, submission.input.wantsChecklist {
                // The listing stands whatever becomes of its list, which its page offers again.
                _ = try? await checklist.begin(for: id, of: seller, at: visit.now)
            }
            return Flash(.posted).redirect(to: .item(id), cookies)
        case .refused(let output, let refusal):
            return try page.response(output, refusal, for: visit)
        }
    }
}
