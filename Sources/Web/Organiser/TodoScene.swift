import HTTPServer
import Market
import Mustache
import ViewModels

/// `/my/tasks/7`, the form that edits a to-do and the buttons that complete or reopen it;
/// `/my/tasks/new?item=7`, which makes one that is pinned to an item; `/my/completed`, those of all
/// lists.
struct TodoScene: Sendable {
    private let storage: any MarketStorage
    private let detail: Presenter<TodoDetail.Output>
    private let composer: Presenter<TodoComposer.Output>
    private let completed: Presenter<CompletedTodos.Output>

    init(_ dependencies: Dependencies) throws {
        storage = dependencies.storage
        detail = try dependencies.page("organiser/todo-detail")
        composer = try dependencies.page("organiser/todo-composer")
        completed = try dependencies.page("organiser/completed-todos")
    }

    func show(_ context: RequestContext, _ id: Todo.ID) async throws -> Response {
        let input = TodoDetail.Input(account: try context.account, id: id)
        let output = try await TodoDetail(storage: storage).output(for: input)
        return try detail.form(output, for: context)
    }

    func edit(_ context: RequestContext, _ id: Todo.ID) async throws -> Response {
        let input = try await detail.input(context) { account, form in
            TodoDetail.Input(
                account: account, id: id, todo: TodoInput(form), revision: form.revision)
        }
        let result = try await TodoDetail(storage: storage).submit(input, at: context.now)
        return try detail.answer(result, for: context, saying: .updated) { Link.todoList($0) }
    }

    func setCompleted(
        _ isCompleted: Bool, _ context: RequestContext, _ id: Todo.ID
    ) async throws -> Response {
        let input = TodoCompletion.Input(
            account: try context.account, id: id, isCompleted: isCompleted)
        let list = try await TodoCompletion(storage: storage).submit(input, at: context.now)
        return .redirect(to: context.pageBefore(orElse: Link.todoList(list)))
    }

    func showComposer(_ context: RequestContext) async throws -> Response {
        let input = TodoComposer.Input(
            account: try context.account,
            todo: TodoInput(item: context.request.query["item"] ?? ""))
        let output = try await TodoComposer(storage: storage).output(for: input)
        return try composer.form(output, for: context)
    }

    func create(_ context: RequestContext) async throws -> Response {
        let input = try await composer.input(context) { account, form in
            TodoComposer.Input(account: account, list: form["list"], todo: TodoInput(form))
        }
        let result = try await TodoComposer(storage: storage).submit(input, at: context.now)
        return try composer.answer(result, for: context, saying: .posted) { list in
            Item.ID(digits: input.todo.item).map { Link.item($0) } ?? Link.todoList(list)
        }
    }

    func showCompleted(_ context: RequestContext) async throws -> Response {
        let input = CompletedTodos.Input(
            account: try context.account, before: context.request.query["before"])
        let output = try await CompletedTodos(storage: storage).output(for: input)
        return try completed.response(output, for: context)
    }
}

extension TodoInput {
    fileprivate init(_ form: Form) {
        self.init(title: form["title"], reminder: form["reminder"], item: form["item"])
    }
}

extension Form {
    /// The revision that an edit was made from; 0, which none is, when the form does not say.
    var revision: Int64 { Int64(digits: self["revision"]) ?? 0 }
}

extension TodoDetail.Output: TemplateData {
    public static let fields: [Field<TodoDetail.Output>] =
        [
            Field("id") { $0.id },
            Field("revision") { $0.revision },
            Field("list") { $0.list },
            Field("title") { $0.input.title },
            Field("reminder") { $0.input.reminder },
            Field("item") { $0.item },
            Field("isCompleted") { $0.isCompleted },
            Field("dateCreated") { $0.dateCreated },
            Field("dateModified") { $0.dateModified },
            Field("dateCompleted") { $0.dateCompleted },
            Field("current") { $0.current },
        ] + faults("title", "reminder", "item")
}

extension TodoDetail.ListLink: TemplateData {
    public static let fields: [Field<TodoDetail.ListLink>] = [
        Field("id") { $0.id },
        Field("title") { $0.title },
    ]
}

extension CurrentVersion: TemplateData {
    public static let fields: [Field<CurrentVersion>] = [
        Field("text") { $0.text },
        Field("reminder") { $0.reminder },
        Field("dateModified") { $0.dateModified },
    ]
}

extension PinnedItem: TemplateData {
    public static let fields: [Field<PinnedItem>] = [
        Field("id") { $0.id },
        Field("title") { $0.title },
    ]
}

extension TodoComposer.Output: TemplateData {
    public static let fields: [Field<TodoComposer.Output>] =
        [
            Field("title") { $0.input.title },
            Field("reminder") { $0.input.reminder },
            Field("item") { $0.item },
            Field("lists") { $0.lists },
        ] + faults("title", "reminder", "item", "list")
}

extension TodoComposer.ListChoice: TemplateData {
    public static let fields: [Field<TodoComposer.ListChoice>] = [
        Field("id") { $0.id },
        Field("title") { $0.title },
        Field("isSelected") { $0.isSelected },
    ]
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
