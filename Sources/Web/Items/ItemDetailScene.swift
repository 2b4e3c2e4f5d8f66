import HTTPServer
import ViewModels

/// `/items/7`: one listing.
struct ItemDetailScene: Sendable {
    private let detail: ItemDetail
    private let pages: Pages

    init(_ dependencies: Dependencies) {
        detail = ItemDetail(storage: dependencies.storage)
        pages = dependencies.pages
    }

    func show(_ context: RequestContext) async throws -> Response {
        let input = try input(context)
        return try await pages.response(for: context, variant: "", \.itemDetail) {
            try await detail.output(for: input, at: context.now)
        }
    }

    /// The page in answer to something that could not be done with the listing.
    func response(saying alert: Alert, _ context: RequestContext) async throws -> Response {
        let output = try await detail.output(for: try input(context), at: context.now)
        return try pages.response(
            output, \.itemDetail, status: .unprocessableContent, alert: alert, for: context)
    }

    private func input(_ context: RequestContext) throws -> ItemDetail.Input {
        ItemDetail.Input(id: try context.itemID, viewer: context.member?.account.id)
    }
}
