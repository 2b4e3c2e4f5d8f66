import HTTPServer
import Market
import ViewModels

/// `/my/lists/7`: one list with its tasks, and the row that adds one.
struct TaskListDetailScene: Sendable {
    private let list: TaskListDetail
    private let pages: Pages
    private let forms: FormGate

    init(_ parts: SiteParts) {
        list = TaskListDetail(storage: parts.storage)
        pages = parts.pages
        forms = parts.formGate
    }

    func show(_ visit: Visit) async throws -> Response {
        let output = try await list.output(
            for: try visit.id(), of: try visit.account, at: visit.now)
        return try pages.response(output, \.organiser.taskList, for: visit)
    }

    func goBack(_ visit: Visit) async throws -> Response {
        _ = try visit.account
        return .redirect(to: Scene.taskList(try visit.id()).path)
    }

    func add(_ visit: Visit) async throws -> Response {
        let account = try visit.account
        let id: TaskList.ID = try visit.id()
        let title = try await forms.withForm(of: visit, .withoutFiles) { form in
            form.text("title") ?? ""
        }
        switch try await list.add(title, to: id, of: account, at: visit.now) {
        case .saved: return .redirect(to: Scene.taskList(id).path)
        case .refused(let output, let refusal):
            return try pages.response(
                output, refusal, alert: output.alert, \.organiser.taskList, for: visit)
        }
    }
}
