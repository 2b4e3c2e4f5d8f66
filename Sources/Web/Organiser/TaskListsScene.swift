import HTTPServer
import ViewModels

/// `/my/lists`: all lists, and the form that makes one more.
struct TaskListsScene: Sendable {
    private let lists: TaskLists
    private let pages: Pages
    private let cookies: CookieJar
    private let forms: FormLimiter

    init(_ dependencies: Dependencies) {
        lists = TaskLists(storage: dependencies.storage)
        pages = dependencies.pages
        cookies = dependencies.cookies
        forms = dependencies.formLimiter
    }

    func show(_ context: RequestContext) async throws -> Response {
        let output = try await lists.output(of: try context.account)
        return try pages.response(output, \.organiser.taskLists, for: context)
    }

    func create(_ context: RequestContext) async throws -> Response {
        let account = try context.account
        let input = try await forms.withForm(of: context, .withoutFiles) { form in
            TaskLists.Input(title: form.text("title") ?? "", icon: form.text("icon") ?? "")
        }
        switch try await lists.create(input, of: account, at: context.now) {
        case .saved(let id): return Flash(.posted).redirect(to: Link.taskList(id), cookies)
        case .refused(let output, let refusal):
            return try pages.response(
                output, refusal, alert: output.alert, \.organiser.taskLists, for: context)
        }
    }
}
