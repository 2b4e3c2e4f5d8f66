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
        let input = try input(visit)
        return try await pages.response(for: visit, variant: "", \.itemDetail) {
            try await detail.output(for: input, at: visit.now)
        }
    }

    /// The page in answer to something that could not be done with the listing.
    func response(saying alert: Alert, _ visit: Visit) async throws -> Response {
        let output = try await detail.output(for: try input(visit), at: visit.now)
        return try pages.response(
            output, \.itemDetail, status: .unprocessableContent, alert: alert, for: visit)
    }

    private func input(_ visit: Visit) throws -> ItemDetail.Input {
        ItemDetail.Input(id: try visit.itemID, viewer: visit.member?.account.id)
    }
}
