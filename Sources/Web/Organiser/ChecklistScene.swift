import HTTPServer
import Mustache
import ViewModels

/// `/my/checklist`: the steps of selling, and `POST /items/7/checklist`, a list made from them.
struct ChecklistScene: Sendable {
    private let checklist: Checklist
    private let pages: Pages
    private let cookies: CookieJar
    private let forms: FormGate

    init(_ parts: SiteParts) {
        checklist = Checklist(storage: parts.storage)
        pages = parts.pages
        cookies = parts.cookies
        forms = parts.formGate
    }

    func show(_ visit: Visit) async throws -> Response {
        let output = try await checklist.output(of: try visit.account)
        return try pages.response(output, \.organiser.checklist, for: visit)
    }

    func save(_ visit: Visit) async throws -> Response {
        let account = try visit.account
        let steps = try await forms.withForm(of: visit, .withoutFiles) { form in
            form.text("steps") ?? ""
        }
        switch try await checklist.save(steps, of: account) {
        case .saved: return Flash(.updated).redirect(to: .checklist, cookies)
        case .refused(let output, let refusal):
            return try pages.response(
                output, refusal, alert: output.alert, \.organiser.checklist, for: visit)
        }
    }

    func begin(_ visit: Visit) async throws -> Response {
        let outcome = try await checklist.begin(
            for: try visit.itemID, of: try visit.account, at: visit.now)
        switch outcome {
        case .saved(let list): return Flash(.posted).redirect(to: .taskList(list), cookies)
        case .refused(let output, let refusal):
            return try pages.response(
                output, refusal, alert: output.alert, \.organiser.taskLists, for: visit)
        }
    }
}

extension Checklist.Output: TemplateData {
    public static let fields: [Field<Checklist.Output>] = [
        Field("steps") { $0.typedSteps },
        Field("stepsFault") { $0.faults.message("steps") },
    ]
}
