import HTTPServer
import Mustache
import ViewModels

/// `/my/completed`: the completed tasks of all lists.
struct CompletedTodosScene: Sendable {
    private let completed: CompletedTodos
    private let pages: Pages

    init(_ dependencies: Dependencies) {
        completed = CompletedTodos(storage: dependencies.storage)
        pages = dependencies.pages
    }

    func show(_ context: RequestContext) async throws -> Response {
        let output = try await completed.output(
            before: context.request.query["before"], of: try context.account)
        return try pages.response(output, \.organiser.completedTodos, for: context)
    }
}

extension CompletedTodos.Output: TemplateData {
    public static let fields: [Field<CompletedTodos.Output>] = [
        Field("entries") { $0.entries },
        Field("hasEntries") { !$0.entries.isEmpty },
        Field("isPaged") { !$0.isFirstPage },
        Field("older") { $0.older },
        Field("emptyText") { $0.emptyText },
    ]
}

extension CompletedTodos.Entry: TemplateData {
    public static let fields: [Field<CompletedTodos.Entry>] = [
        Field("id") { $0.id },
        Field("title") { $0.title },
        Field("list") { $0.list },
        Field("dateCompleted") { $0.dateCompleted },
    ]
}
