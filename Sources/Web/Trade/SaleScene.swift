import HTTPServer
import Market
import Mustache
import ViewModels

/// `/items/7/sale`: asks its seller to whom it has gone, and whether all of it has.
struct SaleScene: Sendable {
    private let sale: Sale
    private let page: Presenter<Sale.Output>

    init(_ dependencies: Dependencies) throws {
        sale = Sale(storage: dependencies.storage, zone: dependencies.zone)
        page = try dependencies.page("trade/sale")
    }

    /// Leads back to the item where there is nothing to ask.
    func show(_ context: RequestContext, _ id: Item.ID) async throws -> Response {
        let output = try await sale.output(for: id, of: try context.account, at: context.now)
        guard let output else { return .redirect(to: Link.item(id)) }
        return try page.response(output, for: context)
    }
}

extension Sale.Output: TemplateData {
    public static let fields: [Field<Sale.Output>] = [
        Field("item") { $0.item },
        Field("isWanted") { $0.isWanted },
        Field("rows") { output in
            output.entries.map { entry in
                let path = Link.conversation(entry.id) + "?closing=1"
                return ConversationsPage.Row(
                    entry: entry, path: entry.isKeptForOthers ? nil : path, isAboutOne: true)
            }
        },
        Field("hasRows") { !$0.entries.isEmpty },
        Field("hasMore") { $0.hasMore },
        Field("isKept") { $0.isKept },
        Field("stock") { $0.stock },
    ]
}
