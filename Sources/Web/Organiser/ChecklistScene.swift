import HTTPServer
import Market
import Mustache
import ViewModels

/// `/my/checklist`: the steps of selling, and `POST /items/7/checklist`, a list made from them.
struct ChecklistScene: Sendable {
    private let checklist: Checklist
    private let itemChecklist: ItemChecklist
    private let template: PageTemplate<Checklist.Output>
    private let listsTemplate: PageTemplate<TodoLists.Output>
    private let pages: Pages
    private let cookies: CookieJar
    private let forms: FormLimiter

    init(_ dependencies: Dependencies) throws {
        checklist = Checklist(storage: dependencies.storage)
        itemChecklist = ItemChecklist(storage: dependencies.storage)
        template = try dependencies.pages.templates.page("organiser/checklist")
        listsTemplate = try dependencies.pages.templates.page("organiser/todo-lists")
        pages = dependencies.pages
        cookies = dependencies.cookies
        forms = dependencies.formLimiter
    }

    func show(_ context: RequestContext) async throws -> Response {
        let input = Checklist.Input(account: try context.account)
        return try pages.form(try await checklist.output(for: input), template, for: context)
    }

    func save(_ context: RequestContext) async throws -> Response {
        let account = try context.account
        let input = try await forms.withForm(of: context, .withoutFiles) { form in
            Checklist.Input(account: account, steps: form["steps"])
        }
        switch try await checklist.submit(input) {
        case .saved: return Flash(.updated).redirect(to: Link.checklist(), cookies)
        case .refused(let output): return try pages.form(output, template, for: context)
        }
    }

    func makeList(_ context: RequestContext, _ item: Item.ID) async throws -> Response {
        let input = ItemChecklist.Input(account: try context.account, item: item)
        switch try await itemChecklist.submit(input, at: context.now) {
        case .saved(let list): return Flash(.posted).redirect(to: Link.todoList(list), cookies)
        case .refused(let output): return try pages.form(output, listsTemplate, for: context)
        }
    }
}

extension Checklist.Output: TemplateData {
    public static let fields: [Field<Checklist.Output>] = [
        Field("steps") { $0.typedSteps },
        Field("stepsFault") { $0.message("steps") },
    ]
}
