import HTTPServer
import Market
import ViewModels

/// `/my/tasks/new?item=7` and `POST /my/tasks`: makes a task that is pinned to a listing.
struct TodoComposerScene: Sendable {
    private let composer: TodoComposer
    private let pages: Pages
    private let cookies: CookieJar
    private let forms: FormGate

    init(_ parts: SiteParts) {
        composer = TodoComposer(storage: parts.storage)
        pages = parts.pages
        cookies = parts.cookies
        forms = parts.formGate
    }

    func show(_ visit: Visit) async throws -> Response {
        let output = try await composer.blank(
            item: visit.request.query["item"] ?? "", of: try visit.account)
        return try pages.response(output, \.organiser.todoComposer, for: visit)
    }

    func create(_ visit: Visit) async throws -> Response {
        let account = try visit.account
        let input = try await forms.withForm(of: visit, .withoutFiles) { form in
            TodoComposer.Input(list: form.text("list") ?? "", todo: TodoInput(form))
        }
        switch try await composer.create(input, of: account, at: visit.now) {
        case .saved(let list):
            let item = Item.ID(digits: input.todo.item).map { Scene.item($0) }
            return Flash(.posted).redirect(to: item ?? .taskList(list), cookies)
        case .refused(let output, let refusal):
            return try pages.response(
                output, refusal, alert: output.alert, \.organiser.todoComposer, for: visit)
        }
    }
}
