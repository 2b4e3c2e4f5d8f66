import HTTPServer
import Market
import Mustache
import ViewModels

/// `/my/lists`: all lists, and the form that makes one more.
struct TodoListsScene: Sendable {
    private let lists: TodoLists
    private let template: PageTemplate<TodoLists.Output>
    private let pages: Pages
    private let cookies: CookieJar
    private let forms: FormLimiter

    init(_ dependencies: Dependencies) throws {
        lists = TodoLists(storage: dependencies.storage)
        template = try dependencies.pages.templates.page("organiser/todo-lists")
        pages = dependencies.pages
        cookies = dependencies.cookies
        forms = dependencies.formLimiter
    }

    func show(_ context: RequestContext) async throws -> Response {
        let output = try await lists.output(for: TodoLists.Input(account: try context.account))
        return try pages.form(output, template, for: context)
    }

    func create(_ context: RequestContext) async throws -> Response {
        let account = try context.account
        let input = try await forms.withForm(of: context, .withoutFiles) { form in
            TodoLists.Input(account: account, title: form["title"], icon: form["icon"])
        }
        switch try await lists.submit(input, at: context.now) {
        case .saved(let id): return Flash(.posted).redirect(to: Link.todoList(id), cookies)
        case .refused(let output): return try pages.form(output, template, for: context)
        }
    }
}

extension TodoLists.Output: TemplateData {
    public static let fields: [Field<TodoLists.Output>] = [
        Field("lists") { $0.lists },
        Field("hasLists") { !$0.lists.isEmpty },
        Field("emptyText") { $0.emptyText },
        Field("title") { $0.input.title },
        Field("icons") { $0.icons },
        Field("titleFault") { $0.message("title") },
        Field("iconFault") { $0.message("icon") },
    ]
}

extension TodoLists.Entry: TemplateData {
    public static let fields: [Field<TodoLists.Entry>] = [
        Field("id") { $0.id },
        Field("title") { $0.title },
        Field("icon") { $0.icon.rawValue },
        Field("openTodos") { $0.openTodos },
    ]
}

extension IconChoice: TemplateData {
    public static let fields: [Field<IconChoice>] = [
        Field("icon") { $0.icon.rawValue },
        Field("name") { $0.name },
        Field("isSelected") { $0.isSelected },
    ]
}

/// `/my/lists/7`: one list with its to-dos, and the row that adds one.
struct TodoListDetailScene: Sendable {
    private let list: TodoListDetail
    private let template: PageTemplate<TodoListDetail.Output>
    private let pages: Pages
    private let forms: FormLimiter

    init(_ dependencies: Dependencies) throws {
        list = TodoListDetail(storage: dependencies.storage)
        template = try dependencies.pages.templates.page("organiser/todo-list-detail")
        pages = dependencies.pages
        forms = dependencies.formLimiter
    }

    func show(_ context: RequestContext, _ id: TodoList.ID) async throws -> Response {
        let input = TodoListDetail.Input(account: try context.account, id: id)
        let output = try await list.output(for: input, at: context.now)
        return try pages.form(output, template, for: context)
    }

    func add(_ context: RequestContext, _ id: TodoList.ID) async throws -> Response {
        let account = try context.account
        let input = try await forms.withForm(of: context, .withoutFiles) { form in
            TodoListDetail.Input(account: account, id: id, title: form["title"])
        }
        switch try await list.submit(input, at: context.now) {
        case .saved: return .redirect(to: Link.todoList(id))
        case .refused(let output): return try pages.form(output, template, for: context)
        }
    }
}

extension TodoListDetail.Output: TemplateData {
    public static let fields: [Field<TodoListDetail.Output>] = [
        Field("id") { $0.id },
        Field("title") { $0.title },
        Field("icon") { $0.icon.rawValue },
        Field("todos") { $0.todos },
        Field("hasTodos") { !$0.todos.isEmpty },
        Field("openTodos") { $0.openTodos },
        Field("emptyText") { $0.emptyText },
        Field("typedTitle") { $0.typedTitle },
        Field("titleFault") { $0.message("title") },
    ]
}

extension TodoEntry: TemplateData {
    public static let fields: [Field<TodoEntry>] = [
        Field("id") { $0.id },
        Field("title") { $0.title },
        Field("isCompleted") { $0.isCompleted },
        Field("isPinned") { $0.isPinned },
        Field("reminder") { $0.reminder },
        Field("isDue") { $0.isDue },
    ]
}
