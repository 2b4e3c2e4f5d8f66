import HTTPServer
import Market
import ViewModels

/// `/categories`: the categories as a screen of their own.
struct CategoryListScene: Sendable {
    private let categories = CategoryList()
    private let pages: Pages

    init(_ parts: SiteParts) {
        pages = parts.pages
    }

    func show(_ visit: Visit) async throws -> Response {
        let selected = Market.Category(query: visit.request.query)
        let output = categories.output(for: CategoryList.Input(selected: selected))
        return try pages.response(output, \.categoryList, for: visit)
    }
}
