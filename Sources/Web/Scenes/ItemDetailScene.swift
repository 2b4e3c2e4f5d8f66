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
        return try await pages.response(for: visit, variant: "", \.itemDetail) {
            try await detail.output(for: input, at: visit.now)
        }
    }
}
