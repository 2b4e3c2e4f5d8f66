import HTTPServer
import ViewModels

/// `/my/lists`: all lists, and the form that makes one more.
struct TaskListsScene: Sendable {
    private let lists: TaskLists
    private let pages: Pages
    private let cookies: CookieJar
    private let forms: FormGate

    init(_ parts: SiteParts) {
        lists = TaskLists(storage: parts.storage)
        pages = parts.pages
        cookies = parts.cookies
        forms = parts.formGate
    }

    func show(_ visit: Visit) async throws -> Response {
        let output = try await lists.output(of: try visit.account)
        return try pages.response(output, \.organiser.taskLists, for: visit)
    }

    func create(_ visit: Visit) async throws -> Response {
        let account = try visit.account
        let input = try await forms.withForm(of: visit, .withoutFiles) { form in
            TaskLists.Input(title: form.text("title") ?? "", icon: form.text("icon") ?? "")
        }
        switch try await lists.create(input, of: account, at: visit.now) {
        case .saved(let id): return Flash(.posted).redirect(to: .taskList(id), cookies)
        case .refused(let output, let refusal):
            return try pages.response(
                output, refusal, alert: output.alert, \.organiser.taskLists, for: visit)
        }
    }
}
