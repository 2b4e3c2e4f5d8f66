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
    func routes(
        _ path: String,
        _ subject: @escaping @Sendable (RequestContext) throws -> DeletionPrompt.Subject
    ) -> [Route] {
        [
            .get(path) { context in try await ask(try subject(context), context) },
            .post(path) { context in try await delete(try subject(context), context) },
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
        let next = try await prompt.output(for: subject, of: account).nextScene
        guard let deletion = try await prompt.delete(subject, of: account, at: context.now) else {
            return .redirect(to: next.path)
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
    var nextScene: Scene {
        switch subject {
        case .list, .lists: .taskLists
        case .todo, .todos: list.map { .taskList($0) } ?? .taskLists
        case .completedTodo, .completedTodos: .completedTodos
        case .memo: .memos
        }
    }

    private var cancelPath: String {
        switch subject {
        case .list(let id): Scene.taskList(id).path
        case .todo(let id): "/my/tasks/\(id)"
        case .memo(let id): Scene.memo(id).path
        case .lists, .todos, .completedTodo, .completedTodos: nextScene.path
        }
    }

    private var action: String {
        switch subject {
        case .list(let id): Scene.taskList(id).path + "/deletion"
        case .lists: "/my/lists/deletion"
        case .todo(let id): "/my/tasks/\(id)/deletion"
        case .todos(let list): Scene.taskList(list).path + "/tasks/deletion"
        case .completedTodo(let id): "/my/completed/\(id)/deletion"
        case .completedTodos: "/my/completed/deletion"
        case .memo(let id): Scene.memo(id).path + "/deletion"
        }
    }
}
