import HTTPServer
import Market
import Mustache
import ViewModels

/// `/items/viewed`: the items viewed recently in this browser, and `POST /items/viewed/deletion`,
/// which clears them. Only the browser stores them: `viewed.js` writes the cookie that lists them.
struct ViewedItemsScene: Sendable {
    private let items: ViewedItems
    private let cookies: CookieJar
    private let page: Presenter<ViewedItems.Output>

    init(_ dependencies: Dependencies) throws {
        items = ViewedItems(storage: dependencies.storage)
        cookies = dependencies.cookies
        page = try dependencies.page("items/viewed-items")
    }

    /// The browser must not cache the page either: after going back the visitor sees their latest
    /// views, and nothing that was cleared.
    func show(_ context: RequestContext) async throws -> Response {
        let ids = cookies.items(.viewed, in: context.request, limit: ViewedItems.most)
        let output = try await items.output(
            for: ids, viewer: context.member?.account.id, at: context.now)
        return try page.response(output, caching: "private, no-store", for: context)
    }

    /// Deletes the cookie; the script clears its own storage when it finds no cookie on the page
    /// that this leads to.
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
