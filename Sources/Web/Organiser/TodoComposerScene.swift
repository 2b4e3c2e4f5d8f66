import HTTPServer
import Market
import ViewModels

/// `/my/tasks/new?item=7` and `POST /my/tasks`: makes a task that is pinned to a listing.
struct TodoComposerScene: Sendable {
    private let composer: TodoComposer
    private let pages: Pages
    private let cookies: CookieJar
    private let forms: FormLimiter

    init(_ dependencies: Dependencies) {
        composer = TodoComposer(storage: dependencies.storage)
        pages = dependencies.pages
        cookies = dependencies.cookies
        forms = dependencies.formLimiter
    }

    func show(_ context: RequestContext) async throws -> Response {
        let output = try await composer.blank(
            item: context.request.query["item"] ?? "", of: try context.account)
        return try pages.response(output, \.organiser.todoComposer, for: context)
    }

    func create(_ context: RequestContext) async throws -> Response {
        let account = try context.account
        let input = try await forms.withForm(of: context, .withoutFiles) { form in
            TodoComposer.Input(list: form.text("list") ?? "", todo: TodoInput(form))
        }
        switch try await composer.create(input, of: account, at: context.now) {
        case .saved(let list):
            let item = Item.ID(digits: input.todo.item).map { Link.item($0) }
            return Flash(.posted).redirect(to: item ?? Link.taskList(list), cookies)
        case .refused(let output, let refusal):
            return try pages.response(
                output, refusal, alert: output.alert, \.organiser.todoComposer, for: context)
        }
    }
}
