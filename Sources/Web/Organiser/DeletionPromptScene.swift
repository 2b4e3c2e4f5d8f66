import HTTPServer
import Mustache
import ViewModels

/// Asks before something of the organiser is deleted, and deletes it; the alert offers it back.
struct DeletionPromptScene: Sendable {
    private let prompt: DeletionPrompt
    private let pages: Pages
    private let cookies: CookieJar

    init(_ dependencies: Dependencies) {
        prompt = DeletionPrompt(storage: dependencies.storage)
        pages = dependencies.pages
        cookies = dependencies.cookies
    }

    /// The question and its answer, both at one path.
    /// - Parameter subject: what a visit to the path wants to delete.
    func routes<each Parameter: PathParameter>(
        _ path: Path<repeat each Parameter>,
        _ subject: @escaping @Sendable (repeat each Parameter) -> DeletionPrompt.Subject
    ) -> [Route] {
        [
            .get(path) { (context: RequestContext, parameter: repeat each Parameter) in
                try await ask(subject(repeat each parameter), context)
            },
            .post(path) { (context: RequestContext, parameter: repeat each Parameter) in
                try await delete(subject(repeat each parameter), context)
            },
        ]
    }

    private func ask(_ subject: DeletionPrompt.Subject, _ context: RequestContext) async throws
        -> Response
    {
        let output = try await prompt.output(for: subject, of: try context.account)
        return try pages.response(output, \.organiser.deletionPrompt, for: context)
    }

    private func delete(
        _ subject: DeletionPrompt.Subject, _ context: RequestContext
    ) async throws -> Response {
        let account = try context.account
        let next = try await prompt.output(for: subject, of: account).nextPath
        guard let deletion = try await prompt.delete(subject, of: account, at: context.now) else {
            return .redirect(to: next)
        }
        return Flash(.deleted, undoing: deletion.id).redirect(to: next, cookies)
    }
}

extension DeletionPrompt.Output: TemplateData {
    public static let fields: [Field<DeletionPrompt.Output>] = [
        Field("heading") { $0.heading },
        Field("question") { $0.question },
        Field("isEmpty") { $0.isEmpty },
        Field("action") { $0.action },
        Field("cancelPath") { $0.cancelPath },
    ]

    /// Where what was beside it is still to be seen.
    var nextPath: String {
        switch subject {
        case .list, .lists: Link.taskLists()
        case .todo, .todos: list.map { Link.taskList($0) } ?? Link.taskLists()
        case .completedTodo, .completedTodos: Link.completedTodos()
        case .memo: Link.memos()
        }
    }

    private var cancelPath: String {
        switch subject {
        case .list(let id): Link.taskList(id)
        case .todo(let id): Link.todo(id)
        case .memo(let id): Link.memo(id)
        case .lists, .todos, .completedTodo, .completedTodos: nextPath
        }
    }

    private var action: String {
        switch subject {
        case .list(let id): Link.taskListDeletion(id)
        case .lists: Link.taskListsDeletion()
        case .todo(let id): Link.todoDeletion(id)
        case .todos(let list): Link.listTodosDeletion(list)
        case .completedTodo(let id): Link.completedTodoDeletion(id)
        case .completedTodos: Link.completedTodosDeletion()
        case .memo(let id): Link.memoDeletion(id)
        }
    }
}
