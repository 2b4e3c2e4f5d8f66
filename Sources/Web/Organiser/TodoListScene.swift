import HTTPServer
import Market
import Mustache
import ViewModels

/// `/my/lists`: all lists, and the form for a new one; `/my/lists/7`: a list with its to-dos and
/// the row that adds one, ordered by `?sort=due` or `?sort=new`.
struct TodoListScene: Sendable {
    private static let orderLifetime = 365 * 86_400

    private let storage: any MarketStorage
    private let zone: MarketTimeZone
    private let cookies: CookieJar
    private let lists: Presenter<TodoLists.Output>
    private let detail: Presenter<TodoListDetail.Output>

    init(_ dependencies: Dependencies) throws {
        storage = dependencies.storage
        zone = dependencies.zone
        cookies = dependencies.cookies
        lists = try dependencies.page("organiser/todo-lists")
        detail = try dependencies.page("organiser/todo-list-detail")
    }

    func showLists(_ context: RequestContext) async throws -> Response {
        let output = try await TodoLists(storage: storage).output(of: try context.account)
        return try lists.form(output, for: context)
    }

    func create(_ context: RequestContext) async throws -> Response {
        let (account, input) = try await lists.input(context) { account, form in
            (account, TodoLists.Input(title: form["title"], icon: form["icon"]))
        }
        let result = try await TodoLists(storage: storage)
            .submit(input, of: account, at: context.now)
        return try lists.answer(result, for: context, saying: .listMade) { Link.todoList($0) }
    }

    /// Makes a list of the steps of selling an item.
    func create(_ context: RequestContext, for item: Item.ID) async throws -> Response {
        let result = try await ItemChecklist(storage: storage)
            .submit(
                item, standard: lists.pages.standardSteps(for: context),
                of: try context.account, at: context.now)
        return try lists.answer(result, for: context, saying: .listMade) { Link.todoList($0) }
    }

    func show(_ context: RequestContext, _ id: TodoList.ID) async throws -> Response {
        let output = try await list(context)
            .output(
                for: id, of: try context.account, at: context.now,
                isShownAgain: context.isShownAgain)
        var response = try detail.form(output, for: context)
        if let order = Self.chosenOrder(context) {
            cookies.set(
                .todoOrder, to: order.rawValue, path: Link.todoLists(),
                lifetime: Self.orderLifetime, on: &response)
        }
        return response
    }

    /// The list in the order asked for now, or else the last time.
    private func list(_ context: RequestContext) -> TodoListDetail {
        let remembered = cookies.value(.todoOrder, in: context.request).flatMap(TodoOrder.init)
        return TodoListDetail(
            storage: storage, zone: zone,
            order: Self.chosenOrder(context) ?? remembered ?? .newest)
    }

    private static func chosenOrder(_ context: RequestContext) -> TodoOrder? {
        context.request.query["sort"].flatMap(TodoOrder.init)
    }

    func add(_ context: RequestContext, _ id: TodoList.ID) async throws -> Response {
        let (account, title) = try await detail.input(context) { ($0, $1["title"]) }
        let result = try await list(context).submit(title, in: id, of: account, at: context.now)
        return try await detail.answer(result, for: context) { _ in
            // The fragment puts the cursor back into the field.
            .redirect(to: Link.todoList(id) + "#title")
        }
    }

    func rename(_ context: RequestContext, _ id: TodoList.ID) async throws -> Response {
        let (account, input) = try await detail.input(context) { account, form in
            (account, TodoLists.Input(title: form["name"], icon: form["icon"]))
        }
        let result = try await list(context).submit(
            input, renaming: id, of: account, at: context.now)
        return try detail.answer(result, for: context, saying: .updated) { _ in
            Link.todoList(id)
        }
    }
}

/// `/my/checklist`: the member's steps of selling an item.
struct ChecklistScene: Sendable {
    private let storage: any MarketStorage
    private let page: Presenter<Checklist.Output>

    init(_ dependencies: Dependencies) throws {
        storage = dependencies.storage
        page = try dependencies.page("organiser/checklist")
    }

    func show(_ context: RequestContext) async throws -> Response {
        let output = try await checklist(context).output(for: try context.account)
        return try page.form(output, for: context)
    }

    func save(_ context: RequestContext) async throws -> Response {
        let (account, steps) = try await page.input(context) { ($0, $1["steps"]) }
        let result = try await checklist(context).submit(steps, of: account)
        return try page.answer(result, for: context, saying: .updated) { _ in Link.checklist() }
    }

    private func checklist(_ context: RequestContext) -> Checklist {
        Checklist(storage: storage, standard: page.pages.standardSteps(for: context))
    }
}

extension Pages {
    /// The steps of selling for a member who has not defined any.
    func standardSteps(for context: RequestContext) -> [String] {
        Checklist.standard.map { text($0, for: context) }
    }
}

extension TodoLists.Output: TemplateData {
    public static let fields: [Field<TodoLists.Output>] =
        [
            Field("lists") { $0.lists },
            Field("hasLists") { !$0.lists.isEmpty },
            Field("emptyText") { $0.emptyText },
            Field("title") { $0.input.title },
            Field("icons") { $0.icons },
            Field("chosenIcon") { $0.icons.first(where: \.isSelected) },
        ] + faults("title", "icon")
}

extension TodoListSummary: TemplateData {
    public static let fields: [Field<TodoListSummary>] = [
        Field("id") { $0.list.id },
        Field("title") { $0.list.content.title },
        Field("icon") { $0.list.content.icon.rawValue },
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

extension TodoListDetail.Output: TemplateData {
    public static let fields: [Field<TodoListDetail.Output>] =
        [
            Field("id") { $0.list.id },
            Field("title") { $0.list.content.title },
            Field("icon") { $0.list.content.icon.rawValue },
            Field("todos") { $0.todos },
            Field("mayBeOrdered") { $0.mayBeOrdered },
            Field("isByDue") { $0.order == .due },
            Field("hasTodos") { $0.hasTodos },
            Field("completedTodos") { $0.completedTodos },
            Field("openTodos") { $0.openTodos },
            Field("emptyText") { $0.emptyText },
            Field("typedTitle") { $0.typedTitle },
            Field("name") { $0.naming.title },
            Field("isNaming") { $0.isNaming },
            Field("icons") { $0.icons },
            Field("chosenIcon") { $0.icons.first(where: \.isSelected) },
        ] + faults("title", "name", "icon")
}

extension TodoEntry: TemplateData {
    public static let fields: [Field<TodoEntry>] = [
        Field("id") { $0.id },
        Field("title") { $0.title },
        Field("titleLanguage") { WrittenLanguage($0.title) },
        Field("isCompleted") { $0.isCompleted },
        Field("itemTitle") { $0.itemTitle },
        Field("itemLanguage") { WrittenLanguage($0.itemTitle ?? "") },
        Field("reminder") { $0.reminder },
        Field("repetition") { $0.repetition },
        Field("occasion") { $0.occasion },
        Field("isDue") { $0.isDue },
        Field("next") { $0.next },
    ]
}

extension Checklist.Output: TemplateData {
    public static let fields: [Field<Checklist.Output>] =
        [Field("steps") { $0.typedSteps }] + faults("steps")
}
