import HTTPServer
import Market
import ViewModels

/// `/categories`: the categories as a screen of their own.
struct CategoryListScene: Sendable {
    private let categories = CategoryList()
    private let pages: Pages

    init(_ dependencies: Dependencies) {
        pages = dependencies.pages
    }

    func show(_ context: RequestContext) async throws -> Response {
        let selected = Market.Category(query: context.request.query)
        let output = categories.output(for: CategoryList.Input(selected: selected))
        return try pages.response(output, \.categoryList, for: context)
    }
}
