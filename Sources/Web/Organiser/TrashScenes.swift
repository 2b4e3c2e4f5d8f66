import HTTPServer
import Market
import Mustache
import ViewModels

/// `/my/trash`, and `POST /my/deletions/7/restoration`, which brings back what was deleted.
struct TrashScene: Sendable {
    private let trash: Trash
    private let restoration: Restoration
    private let page: Presenter<Trash.Output>

    init(_ dependencies: Dependencies) throws {
        trash = Trash(storage: dependencies.storage)
        restoration = Restoration(storage: dependencies.storage)
        page = try dependencies.page("organiser/trash")
    }

    func show(_ context: RequestContext) async throws -> Response {
        let input = Trash.Input(account: try context.account)
        let output = try await trash.output(for: input, at: context.now)
        return try page.form(output, for: context)
    }

    func restore(_ context: RequestContext, _ id: Deletion.ID) async throws -> Response {
        let input = Restoration.Input(account: try context.account, deletion: id)
        let result = try await restoration.submit(input, at: context.now)
        return try page.answer(result, for: context, saying: .restored) { kind in
            context.pageBefore(orElse: kind == .memos ? Link.memos() : Link.todoLists())
        }
    }
}

extension Trash.Output: TemplateData {
    public static let fields: [Field<Trash.Output>] = [
        Field("entries") { $0.entries },
        Field("emptyText") { $0.emptyText },
    ]
}

extension Trash.Entry: TemplateData {
    public static let fields: [Field<Trash.Entry>] = [
        Field("title") { $0.title },
        Field("restorationPath") { Link.restoration($0.id) },
        Field("dateDeleted") { $0.dateDeleted },
        Field("dateGone") { $0.dateGone },
    ]
}

/// Asks before something of the organiser is deleted, and deletes it; the alert offers it back.
struct DeletionPromptScene: Sendable {
    private let prompt: DeletionPrompt
    private let page: Presenter<DeletionPrompt.Output>

    init(_ dependencies: Dependencies) throws {
        prompt = DeletionPrompt(storage: dependencies.storage)
        page = try dependencies.page("organiser/deletion-prompt")
    }

    /// The question and its answer, both at one path.
    /// - Parameter subject: what a request for the path wants to delete.
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

    private func ask(
        _ subject: DeletionPrompt.Subject, _ context: RequestContext
    ) async throws -> Response {
        let input = DeletionPrompt.Input(account: try context.account, subject: subject)
        return try page.response(try await prompt.output(for: input), for: context)
    }

    private func delete(
        _ subject: DeletionPrompt.Subject, _ context: RequestContext
    ) async throws -> Response {
        let input = DeletionPrompt.Input(account: try context.account, subject: subject)
        let saved = try await prompt.submit(input, at: context.now)
        let next = subject.pageBehind(list: saved.list)
        guard let deletion = saved.deletion else { return .redirect(to: next) }
        return Flash(.deleted, undoing: deletion.id).redirect(to: next, page.pages.cookies)
    }
}

extension DeletionPrompt.Output: TemplateData {
    public static let fields: [Field<DeletionPrompt.Output>] = [
        Field("heading") { $0.heading },
        Field("question") { $0.question },
        Field("isEmpty") { $0.isEmpty },
        Field("action") { $0.subject.action },
        Field("cancelPath") { $0.subject.cancelPath },
    ]
}

extension DeletionPrompt.Subject {
    /// Where what was beside it is still to be seen.
    /// - Parameter list: of a single to-do.
    fileprivate func pageBehind(list: TodoList.ID? = nil) -> String {
        switch self {
        case .list, .lists: Link.todoLists()
        case .todo: list.map { Link.todoList($0) } ?? Link.todoLists()
        case .todos(let list): Link.todoList(list)
        case .completedTodo, .completedTodos: Link.completedTodos()
        case .memo: Link.memos()
        }
    }

    fileprivate var cancelPath: String {
        switch self {
        case .list(let id): Link.todoList(id)
        case .todo(let id): Link.todo(id)
        case .memo(let id): Link.memo(id)
        case .lists, .todos, .completedTodo, .completedTodos: pageBehind()
        }
    }

    fileprivate var action: String {
        switch self {
        case .list(let id): Link.todoListDeletion(id)
        case .lists: Link.todoListsDeletion()
        case .todo(let id): Link.todoDeletion(id)
        case .todos(let list): Link.listTodosDeletion(list)
        case .completedTodo(let id): Link.completedTodoDeletion(id)
        case .completedTodos: Link.completedTodosDeletion()
        case .memo(let id): Link.memoDeletion(id)
        }
    }
}
