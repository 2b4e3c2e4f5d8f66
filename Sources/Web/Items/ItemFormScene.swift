import HTTPServer
import Market
import Secrets
import ViewModels

/// `/items/new` and `POST /items`: the form that posts a listing.
struct ItemFormScene: Sendable {
    private let form: ItemForm
    private let checklist: ItemChecklist
    private let reader: ItemFormReader
    private let page: ItemFormPage
    private let cookies: CookieJar

    init(_ dependencies: Dependencies) {
        form = dependencies.itemForm
        checklist = ItemChecklist(storage: dependencies.storage)
        reader = ItemFormReader(photos: dependencies.photoUploads, forms: dependencies.formLimiter)
        page = ItemFormPage(pages: dependencies.pages)
        cookies = dependencies.cookies
    }

    func show(_ context: RequestContext) async throws -> Response {
        let output = form.blank(
            submissionKey: Token.random(), asksPassword: context.member == nil)
        return try page.response(output, for: context)
    }

    func submit(_ context: RequestContext) async throws -> Response {
        let submission = try await reader.submission(context)
        let seller = context.member?.account.id
        if submission.isOfAccount, seller == nil {
            throw SiteError.signedOut(carrying: submission.carried)
        }
        if let arrangement = submission.arrangement {
            let arranged = form.arranged(
                submission.input, arrangement, mode: .posting, asksPassword: seller == nil)
            return try page.response(arranged, for: context)
        }
        let outcome = try await form.post(
            submission.input, by: seller, from: context.address, at: context.now)
        switch outcome {
        case .saved(let id):
            if let seller, submission.input.wantsChecklist {
                // The listing stands whatever becomes of its list, which its page offers again.
                let input = ItemChecklist.Input(account: seller, item: id)
                _ = try? await checklist.submit(input, at: context.now)
            }
            return Flash(.posted).redirect(to: Link.item(id), cookies)
        case .refused(let output, let refusal):
            return try page.response(output, refusal, for: context)
        }
    }
}
