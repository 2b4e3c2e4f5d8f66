import HTTPServer
import Market
import Mustache
import ViewModels

/// `/my/tasks/7`: the form that edits a to-do, with the buttons that complete or reopen it;
/// `/my/tasks/new?item=7`: makes one pinned to an item, `?day=2026-11-23` one for a day of the
/// schedule; `/my/completed`: the completed to-dos of all lists, or of one with `?list=7`.
struct TodoScene: Sendable {
    private let storage: any MarketStorage
    private let zone: MarketTimeZone
    private let detail: Presenter<TodoDetail.Output>
    private let composer: Presenter<TodoComposer.Output>
    private let completed: Presenter<CompletedTodos.Output>

    init(_ dependencies: Dependencies) throws {
        storage = dependencies.storage
        zone = dependencies.zone
        detail = try dependencies.page("organiser/todo-detail")
        composer = try dependencies.page("organiser/todo-composer")
        completed = try dependencies.page("organiser/completed-todos")
    }

    func show(_ context: RequestContext, _ id: Todo.ID) async throws -> Response {
        let output = try await TodoDetail(storage: storage, zone: zone)
            .output(for: id, of: try context.account, at: context.now)
        return try detail.form(output, for: context)
    }

    func edit(_ context: RequestContext, _ id: Todo.ID) async throws -> Response {
        let (account, input, list, revision) = try await detail.input(context) { account, form in
            (account, NoteInput(form, text: "title"), form["list"], form.revision)
        }
        let result = try await TodoDetail(storage: storage, zone: zone)
            .submit(input, for: id, on: list, revision: revision, of: account, at: context.now)
        return try detail.answer(result, for: context, saying: .updated) { Link.todoList($0) }
    }

    func setCompleted(
        _ isCompleted: Bool, _ context: RequestContext, _ id: Todo.ID
    ) async throws -> Response {
        let outcome = try await CompletedTodos(storage: storage, zone: zone)
            .submit(id, isCompleted: isCompleted, of: try context.account, at: context.now)
        // The checkbox keeps the focus, and its entry stays in view.
        let page = context.pageBefore(orElse: Link.todoList(outcome.list)) + "#task-\(id)"
        return outcome.isApart
            ? detail.redirect(to: page, .todoOpenedApart) : .redirect(to: page)
    }

    func showComposer(_ context: RequestContext) async throws -> Response {
        let query = context.request.query
        let output = try await todoComposer(context)
            .output(
                for: NoteInput(item: query["item"] ?? ""), day: query["day"] ?? "",
                of: try context.account, at: context.now)
        return try composer.form(output, for: context)
    }

    func create(_ context: RequestContext) async throws -> Response {
        let (account, input, list, day) = try await composer.input(context) { account, form in
            (account, NoteInput(form, text: "title"), form["list"], form["day"])
        }
        let result = try await todoComposer(context)
            .submit(input, on: list, day: day, of: account, at: context.now)
        return try composer.answer(result, for: context, saying: .todoAdded) { added in
            added.day.map(ScheduleScene.path(toWeekOf:))
                ?? Item.ID(digits: input.item).map { Link.item($0) } ?? Link.todoList(added.list)
        }
    }

    private func todoComposer(_ context: RequestContext) -> TodoComposer {
        TodoComposer(
            storage: storage, zone: zone,
            firstList: composer.pages.text(TodoComposer.firstList, for: context))
    }

    func showCompleted(_ context: RequestContext) async throws -> Response {
        let query = context.request.query
        let output = try await CompletedTodos(storage: storage, zone: zone)
            .output(
                for: try context.account, in: query["list"].flatMap { TodoList.ID(digits: $0) },
                before: context.datedPageKey())
        return try completed.response(output, for: context)
    }
}

extension NoteInput {
    /// - Parameter name: the name of the field that holds the text.
    init(_ form: Form, text name: String) {
        self.init(
            text: form[name], reminder: form["reminder"], repetition: form["repetition"],
            item: form["item"])
    }
}

extension Form {
    /// The revision that an edit was based on; 0, which no revision has, if the form does not say.
    var revision: Int64 { Int64(digits: self["revision"]) ?? 0 }
}

extension TodoDetail.Output: TemplateData {
    public static let fields: [Field<TodoDetail.Output>] =
        [
            Field("id") { $0.id },
            Field("revision") { $0.revision },
            Field("list") { $0.list },
            Field("lists") { $0.lists },
            Field("title") { $0.input.text },
            Field("reminder") { $0.input.reminder },
            Field("earliestReminder") { $0.earliestReminder },
            Field("repetitions") { $0.input.repetitions },
            Field("isRepeatable") { $0.isRepeatable },
            Field("item") { $0.item },
            Field("isCompleted") { $0.isCompleted },
            Field("dateCreated") { $0.dateCreated },
            Field("dateModified") { $0.dateModified },
            Field("dateCompleted") { $0.dateCompleted },
            Field("occasion") { $0.occasion },
            Field("current") { $0.current },
        ] + faults("title", "reminder", "repetition", "item", "list")
}

extension RepetitionChoice: TemplateData {
    public static let fields: [Field<RepetitionChoice>] = [
        Field("value") { $0.value },
        Field("name") { $0.name },
        Field("isSelected") { $0.isSelected },
    ]
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
        Field("repetition") { $0.repetition },
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
            Field("title") { $0.input.text },
            Field("reminder") { $0.input.reminder },
            Field("earliestReminder") { $0.earliestReminder },
            Field("repetitions") { $0.input.repetitions },
            Field("item") { $0.item },
            Field("day") { $0.day },
            Field("cancelPath") { output in
                output.day.map(ScheduleScene.path(toWeekOf:))
                    ?? output.item.map { Link.item($0.id) } ?? Link.organiser()
            },
            Field("lists") { $0.lists },
        ] + faults("title", "reminder", "repetition", "item", "list")
}

extension ListChoice: TemplateData {
    public static let fields: [Field<ListChoice>] = [
        Field("id") { $0.id },
        Field("title") { $0.title },
        Field("isSelected") { $0.isSelected },
    ]
}

extension CompletedTodos.Output {
    /// The path of the first page.
    fileprivate var path: String {
        list.map { "\(Link.completedTodos())?list=\($0.id)" } ?? Link.completedTodos()
    }
}

extension CompletedTodos.Output: TemplateData {
    public static let fields: [Field<CompletedTodos.Output>] = [
        Field("path") { $0.path },
        Field("list") { $0.list },
        Field("entries") { $0.page.entries },
        Field("hasEntries") { !$0.page.entries.isEmpty },
        Field("isPaged") { !$0.page.isFirst },
        Field("olderPath") { output in
            output.page.older.map {
                "\(output.path)\(output.list == nil ? "?" : "&")before=\($0.text)"
            }
        },
        Field("emptyText") { $0.page.emptyText },
    ]
}

extension CompletedTodos.Entry: TemplateData {
    public static let fields: [Field<CompletedTodos.Entry>] = [
        Field("id") { $0.id },
        Field("title") { $0.title },
        Field("titleLanguage") { WrittenLanguage($0.title) },
        Field("isCompleted") { _ in true },
        Field("next") { $0.next },
        Field("list") { $0.list },
        Field("dateCompleted") { $0.dateCompleted },
        Field("occasion") { $0.occasion },
    ]
}
