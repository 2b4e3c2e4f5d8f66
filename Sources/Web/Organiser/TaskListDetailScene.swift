import HTTPServer
import Market
import ViewModels

/// `/my/lists/7`: one list with its tasks, and the row that adds one.
struct TaskListDetailScene: Sendable {
    private let list: TaskListDetail
    private let pages: Pages
    private let forms: FormLimiter

    init(_ dependencies: Dependencies) {
        list = TaskListDetail(storage: dependencies.storage)
        pages = dependencies.pages
        forms = dependencies.formLimiter
    }

    func show(_ context: RequestContext) async throws -> Response {
        let output = try await list.output(
            for: try context.id(), of: try context.account, at: context.now)
        return try pages.response(output, \.organiser.taskList, for: context)
    }

    func goBack(_ context: RequestContext) async throws -> Response {
        _ = try context.account
        return .redirect(to: Link.taskList(try context.id()))
    }

    func add(_ context: RequestContext) async throws -> Response {
        let account = try context.account
        let id: TaskList.ID = try context.id()
        let title = try await forms.withForm(of: context, .withoutFiles) { form in
            form.text("title") ?? ""
        }
        switch try await list.add(title, to: id, of: account, at: context.now) {
        case .saved: return .redirect(to: Link.taskList(id))
        case .refused(let output, let refusal):
            return try pages.response(
                output, refusal, alert: output.alert, \.organiser.taskList, for: context)
        }
    }
}
