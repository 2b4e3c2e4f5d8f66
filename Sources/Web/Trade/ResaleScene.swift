import HTTPServer
import Market
import Mustache
import ViewModels

/// `/items/7/sale/deletion`: shows the seller who has bought the item.
struct ResaleScene: Sendable {
    private let resale: Resale
    private let guests: GuestAccess
    private let page: Presenter<Resale.Output>

    init(_ dependencies: Dependencies) throws {
        resale = Resale(storage: dependencies.storage, zone: dependencies.zone)
        guests = try GuestAccess(dependencies)
        page = try dependencies.page("trade/resale")
    }

    func show(_ context: RequestContext, _ id: Item.ID) async throws -> Response {
        try await guests.ask(context, id, on: page) { seller in
            try await resale.output(for: id, of: seller, at: context.now)
        }
    }
}

extension Resale.Output {
    /// A deal with its conversation's path for the seller.
    struct Row: Sendable {
        let entry: Resale.Entry
        let path: String
    }
}

extension Resale.Output: TemplateData {
    public static let fields: [Field<Resale.Output>] = [
        Field("item") { $0.item },
        Field("isWanted") { $0.isWanted },
        Field("rows") { output in
            output.entries.map {
                Row(entry: $0, path: output.seller.path(of: $0.deal.id))
            }
        },
    ]
}

extension Resale.Output.Row: TemplateData {
    static let fields: [Field<Resale.Output.Row>] = [
        Field("chat") { $0.path },
        Field("closing") { $0.entry.closing },
        Field("due") { $0.entry.reopenUntil },
        Field("subject") { $0.entry.deal.subject },
        Field("other") { $0.entry.deal.other },
        Field("pieces") { $0.entry.deal.pieces },
        Field("paid") { $0.entry.deal.price },
        Field("day") { $0.entry.deal.day },
    ]
}
