import HTTPServer
import Market
import Mustache
import ViewModels

/// `/my/trash`, and `POST /my/deletions/7/restoration`, which restores what was deleted.
struct TrashScene: Sendable {
    private let trash: Trash
    private let page: Presenter<Trash.Output>

    init(_ dependencies: Dependencies) throws {
        trash = Trash(storage: dependencies.storage, zone: dependencies.zone)
        page = try dependencies.page("organiser/trash")
    }

    func show(_ context: RequestContext) async throws -> Response {
        let output = try await trash.output(for: try context.account, at: context.now)
        return try page.form(output, for: context)
    }

    func restore(_ context: RequestContext, _ id: Deletion.ID) async throws -> Response {
        let result = try await trash.submit(id, of: try context.account, at: context.now)
        return try await page.answer(result, for: context) { restored in
            let before = context.pageBefore(orElse: restored.deletion.home)
            return page.redirect(
                to: before + context.fragment(of: "deletion"),
                restored.bringsList ? .restoredWithList : .restored)
        }
    }
}

extension Deletion {
    /// Where the restored things are found. A listing has its old place in the list, which may be
    /// far down, so its own page is shown.
    fileprivate var home: String {
        switch kind {
        case .lists, .todos: Link.todoLists()
        case .memos: Link.memos()
        case .searches: Link.savedSearches()
        case .items: item.map { Link.item($0) } ?? Link.ownItems()
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
        Field("id") { $0.id },
        Field("title") { $0.title },
        Field("restorationPath") { Link.restoration($0.id) },
        Field("purgePath") { Link.purge($0.id) },
        Field("dateDeleted") { $0.dateDeleted },
        Field("dateGone") { $0.dateGone },
        Field("next") { $0.next },
    ]
}

/// Deletes a to-do or a memo at once; the alert offers to restore it.
struct NoteDeletionScene: Sendable {
    private let deletion: NoteDeletion
    private let cookies: CookieJar

    init(_ dependencies: Dependencies) {
        deletion = NoteDeletion(storage: dependencies.storage)
        cookies = dependencies.cookies
    }

    func delete(
        _ note: Reminder.Subject, _ context: RequestContext
    ) async throws -> Response {
        let deleted = try await deletion.submit(note, of: try context.account, at: context.now)
        let behind = deleted.list.map { Link.todoList($0) } ?? Link.memos()
        let before = context.pageBefore(orElse: behind)
        // The note's own pages no longer exist.
        let isGone = (before + "/").hasPrefix(note.path + "/")
        return Flash.undoing(.deletion(deleted.deletion.id))
            .redirect(to: (isGone ? behind : before) + context.fragment(of: "task"), cookies)
    }
}

/// Asks before several things of the organiser are deleted, and deletes them; the alert offers to restore them.
struct DeletionPromptScene: Sendable {
    private let prompt: DeletionPrompt
    private let page: Presenter<DeletionPrompt.Output>

    init(_ dependencies: Dependencies) throws {
        prompt = DeletionPrompt(storage: dependencies.storage)
        page = try dependencies.page("organiser/deletion-prompt")
    }

    /// The routes of the question and of its answer, both at one path.
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
        let output = try await prompt.output(
            for: subject, of: try context.account, at: context.now)
        return try page.response(output, for: context)
    }

    private func delete(
        _ subject: DeletionPrompt.Subject, _ context: RequestContext
    ) async throws -> Response {
        let deletion = try await prompt.submit(subject, of: try context.account, at: context.now)
        let next = subject.links.behind
        guard let deletion else { return .redirect(to: next) }
        return Flash.undoing(.deletion(deletion.id)).redirect(to: next, page.pages.cookies)
    }
}

extension DeletionPrompt.Output: TemplateData {
    public static let fields: [Field<DeletionPrompt.Output>] = [
        Field("heading") { $0.heading },
        Field("question") { $0.question },
        Field("isEmpty") { $0.isEmpty },
        Field("isForGood") { $0.isForGood },
        Field("action") { $0.subject.links.action },
        Field("cancelPath") { $0.subject.links.cancel },
    ]
}

extension DeletionPrompt.Subject {
    /// The path of the question and its answer, the path to go back to, and the path to go to after
    /// the deletion.
    fileprivate var links: (action: String, cancel: String, behind: String) {
        let lists = Link.todoLists()
        let completed = Link.completedTodos()
        let trash = Link.trash()
        return switch self {
        case .list(let id): (Link.todoListDeletion(id), Link.todoList(id), lists)
        case .lists: (Link.todoListsDeletion(), lists, lists)
        case .todos(let list):
            (Link.listTodosDeletion(list), Link.todoList(list), Link.todoList(list))
        case .completedTodos: (Link.completedTodosDeletion(), completed, completed)
        case .deletion(let id): (Link.purge(id), trash, trash)
        }
    }
}
