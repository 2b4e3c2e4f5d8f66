import HTTPServer
import Mustache
import ViewModels

/// `/my/checklist`: the steps of selling, and `POST /items/7/checklist`, a list made from them.
struct ChecklistScene: Sendable {
    private let checklist: Checklist
    private let pages: Pages
    private let cookies: CookieJar
    private let forms: FormLimiter

    init(_ dependencies: Dependencies) {
        checklist = Checklist(storage: dependencies.storage)
        pages = dependencies.pages
        cookies = dependencies.cookies
        forms = dependencies.formLimiter
    }

    func show(_ context: RequestContext) async throws -> Response {
        let output = try await checklist.output(of: try context.account)
        return try pages.response(output, \.organiser.checklist, for: context)
    }

    func save(_ context: RequestContext) async throws -> Response {
        let account = try context.account
        let steps = try await forms.withForm(of: context, .withoutFiles) { form in
            form.text("steps") ?? ""
        }
        switch try await checklist.save(steps, of: account) {
        case .saved: return Flash(.updated).redirect(to: Link.checklist(), cookies)
        case .refused(let output, let refusal):
            return try pages.response(
                output, refusal, alert: output.alert, \.organiser.checklist, for: context)
        }
    }

    func begin(_ context: RequestContext) async throws -> Response {
        let outcome = try await checklist.begin(
            for: try context.itemID, of: try context.account, at: context.now)
        switch outcome {
        case .saved(let list): return Flash(.posted).redirect(to: Link.taskList(list), cookies)
        case .refused(let output, let refusal):
            return try pages.response(
                output, refusal, alert: output.alert, \.organiser.taskLists, for: context)
        }
    }
}

extension Checklist.Output: TemplateData {
    public static let fields: [Field<Checklist.Output>] = [
        Field("steps") { $0.typedSteps },
        Field("stepsFault") { $0.faults.message("steps") },
    ]
}
