import HTTPServer
import Market
import Mustache
import ViewModels

/// `/my/tasks/7`: one to-do, the form that edits it, and the buttons that complete or reopen it.
struct TodoDetailScene: Sendable {
    private let todo: TodoDetail
    private let completion: TodoCompletion
    private let template: PageTemplate<TodoDetail.Output>
    private let pages: Pages
    private let cookies: CookieJar
    private let forms: FormLimiter

    init(_ dependencies: Dependencies) throws {
        todo = TodoDetail(storage: dependencies.storage)
        completion = TodoCompletion(storage: dependencies.storage)
        template = try dependencies.pages.templates.page("organiser/todo-detail")
        pages = dependencies.pages
        cookies = dependencies.cookies
        forms = dependencies.formLimiter
    }

    func show(_ context: RequestContext, _ id: Todo.ID) async throws -> Response {
        let input = TodoDetail.Input(account: try context.account, id: id)
        return try pages.form(try await todo.output(for: input), template, for: context)
    }

    func edit(_ context: RequestContext, _ id: Todo.ID) async throws -> Response {
        let account = try context.account
        let input = try await forms.withForm(of: context, .withoutFiles) { form in
            TodoDetail.Input(
                account: account, id: id, todo: TodoInput(form), revision: form.revision)
        }
        switch try await todo.submit(input, at: context.now) {
        case .saved(let list): return Flash(.updated).redirect(to: Link.todoList(list), cookies)
        case .refused(let output): return try pages.form(output, template, for: context)
        }
    }

    func complete(_ context: RequestContext, _ id: Todo.ID) async throws -> Response {
        try await setCompleted(true, context, id)
    }

    func reopen(_ context: RequestContext, _ id: Todo.ID) async throws -> Response {
        try await setCompleted(false, context, id)
    }

    private func setCompleted(
        _ isCompleted: Bool, _ context: RequestContext, _ id: Todo.ID
    ) async throws -> Response {
        let input = TodoCompletion.Input(
            account: try context.account, id: id, isCompleted: isCompleted)
        let list = try await completion.submit(input, at: context.now)
        return .redirect(to: context.pageBefore(orElse: Link.todoList(list)))
    }
}

extension TodoDetail.Output: TemplateData {
    public static let fields: [Field<TodoDetail.Output>] = [
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
        Field("titleFault") { $0.message("title") },
        Field("reminderFault") { $0.message("reminder") },
        Field("itemFault") { $0.message("item") },
    ]
}

extension TodoDetail.ListLink: TemplateData {
    public static let fields: [Field<TodoDetail.ListLink>] = [
        Field("id") { $0.id },
        Field("title") { $0.title },
        Field("icon") { $0.icon.rawValue },
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

extension TodoInput {
    fileprivate init(_ form: Form) {
        self.init(title: form["title"], reminder: form["reminder"], item: form["item"])
    }
}

extension Form {
    /// The revision that an edit was made from; 0, which none is, when the form does not say.
    var revision: Int64 { Int64(digits: self["revision"]) ?? 0 }
}

/// `/my/tasks/new?item=7` and `POST /my/tasks`: makes a to-do that is pinned to an item.
struct TodoComposerScene: Sendable {
    private let composer: TodoComposer
    private let template: PageTemplate<TodoComposer.Output>
    private let pages: Pages
    private let cookies: CookieJar
    private let forms: FormLimiter

    init(_ dependencies: Dependencies) throws {
        composer = TodoComposer(storage: dependencies.storage)
        template = try dependencies.pages.templates.page("organiser/todo-composer")
        pages = dependencies.pages
        cookies = dependencies.cookies
        forms = dependencies.formLimiter
    }

    func show(_ context: RequestContext) async throws -> Response {
        let input = TodoComposer.Input(
            account: try context.account,
            todo: TodoInput(item: context.request.query["item"] ?? ""))
        return try pages.form(try await composer.output(for: input), template, for: context)
    }

    func create(_ context: RequestContext) async throws -> Response {
        let account = try context.account
        let input = try await forms.withForm(of: context, .withoutFiles) { form in
            TodoComposer.Input(account: account, list: form["list"], todo: TodoInput(form))
        }
        switch try await composer.submit(input, at: context.now) {
        case .saved(let list):
            let item = Item.ID(digits: input.todo.item).map { Link.item($0) }
            return Flash(.posted).redirect(to: item ?? Link.todoList(list), cookies)
        case .refused(let output): return try pages.form(output, template, for: context)
        }
    }
}

extension TodoComposer.Output: TemplateData {
    public static let fields: [Field<TodoComposer.Output>] = [
        Field("title") { $0.input.title },
        Field("reminder") { $0.input.reminder },
        Field("item") { $0.item },
        Field("lists") { $0.lists },
        Field("titleFault") { $0.message("title") },
        Field("reminderFault") { $0.message("reminder") },
        Field("itemFault") { $0.message("item") },
        Field("listFault") { $0.message("list") },
    ]
}

extension TodoComposer.ListChoice: TemplateData {
    public static let fields: [Field<TodoComposer.ListChoice>] = [
        Field("id") { $0.id },
        Field("title") { $0.title },
        Field("isSelected") { $0.isSelected },
    ]
}

/// `/my/completed`: the completed to-dos of all lists.
struct CompletedTodosScene: Sendable {
    private let completed: CompletedTodos
    private let template: PageTemplate<CompletedTodos.Output>
    private let pages: Pages

    init(_ dependencies: Dependencies) throws {
        completed = CompletedTodos(storage: dependencies.storage)
        template = try dependencies.pages.templates.page("organiser/completed-todos")
        pages = dependencies.pages
    }

    func show(_ context: RequestContext) async throws -> Response {
        let input = CompletedTodos.Input(
            account: try context.account, before: context.request.query["before"])
        return try pages.response(try await completed.output(for: input), template, for: context)
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
