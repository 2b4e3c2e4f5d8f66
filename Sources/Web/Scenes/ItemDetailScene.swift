import HTTPServer
import ViewModels

/// `/items/7`: one listing.
struct ItemDetailScene: Sendable {
    private let detail: ItemDetail
    private let pages: Pages

    init(_ parts: SiteParts) {
        detail = ItemDetail(storage: parts.storage)
        pages = parts.pages
    }

    func show(_ visit: Visit) async throws -> Response {
        let input = ItemDetail.Input(id: try visit.itemID)
        let output = try await detail.output(for: input, at: visit.now)
        return try pages.response(output, \.itemDetail, for: visit.request)
    }
}
