import HTTPServer
import Market
import Mustache
import ViewModels

/// `/items/7/sale`: asks the seller who has bought the item, and whether all of it is sold.
struct SaleScene: Sendable {
    private let sale: Sale
    private let guests: GuestAccess
    /// Also used when a number typed there is refused.
    let page: Presenter<Sale.Output>

    init(_ dependencies: Dependencies) throws {
        sale = Sale(storage: dependencies.storage, zone: dependencies.zone)
        guests = try GuestAccess(dependencies)
        page = try dependencies.page("trade/sale")
    }

    func show(_ context: RequestContext, _ id: Item.ID) async throws -> Response {
        try await guests.ask(context, id, on: page) { seller in
            try await sale.output(for: id, of: seller, at: context.now)
        }
    }
}

extension Sale.Output: TemplateData {
    public static let fields: [Field<Sale.Output>] =
        [
            Field("item") { $0.item },
            Field("itemTitle") { $0.itemTitle },
            Field("itemLanguage") { WrittenLanguage($0.itemTitle) },
            Field("isWanted") { $0.isWanted },
            Field("rows") { output in
                output.entries.map { entry in
                    let path = output.seller.path(of: entry.id) + "?closing=1"
                    return ConversationsPage.Row(
                        entry: entry, path: entry.isKeptForOthers ? nil : path, isAboutOne: true)
                }
            },
            Field("hasRows") { !$0.entries.isEmpty },
            Field("hasMore") { $0.hasMore },
            Field("isKept") { $0.isKept },
            Field("stock") { $0.stock },
            Field("left") { output in output.left ?? output.stock.map { "\($0 - 1)" } },
        ] + faults("left")
}
