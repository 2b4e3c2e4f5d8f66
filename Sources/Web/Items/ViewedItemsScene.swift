import HTTPServer
import Market
import Mustache
import ViewModels

/// `/items/viewed`: what was looked at in the browser of late, and `POST /items/viewed/deletion`, which has
/// the browser forget it. The browser alone keeps it: `viewed.js` writes the cookie that names it.
struct ViewedItemsScene: Sendable {
    private let items: ViewedItems
    private let cookies: CookieJar
    private let page: Presenter<ViewedItems.Output>

    init(_ dependencies: Dependencies) throws {
        items = ViewedItems(storage: dependencies.storage)
        cookies = dependencies.cookies
        page = try dependencies.page("items/viewed-items")
    }

    /// Not kept by the browser either: who goes back finds what they have looked at since, and nothing that
    /// was forgotten.
    func show(_ context: RequestContext) async throws -> Response {
        let ids = cookies.items(.viewed, in: context.request, limit: ViewedItems.most)
        let output = try await items.output(
            for: ids, viewer: context.member?.account.id, at: context.now)
        return try page.response(output, caching: "private, no-store", for: context)
    }

    /// What the script has kept goes when it finds no cookie on the page that this leads to.
    func forget(_ context: RequestContext) -> Response {
        var response = page.redirect(to: Link.viewedItems(), .viewedForgotten)
        cookies.set(.viewed, to: "", path: Link.viewedItems(), lifetime: 0, on: &response)
        return response
    }
}

extension ViewedItems.Output: TemplateData {
    public static let fields: [Field<ViewedItems.Output>] = [
        Field("entries") { $0.entries },
        Field("mayBeForgotten") { $0.mayBeForgotten },
        Field("emptyText") { $0.emptyText },
    ]
}
