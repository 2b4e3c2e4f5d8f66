import HTTPServer
import Market
import Mustache
import ViewModels

/// `/items/7/sale/deletion`: tells its seller to whom it has gone.
struct ResaleScene: Sendable {
    private let resale: Resale
    private let page: Presenter<Resale.Output>

    init(_ dependencies: Dependencies) throws {
        resale = Resale(storage: dependencies.storage, zone: dependencies.zone)
        page = try dependencies.page("trade/resale")
    }

    /// Leads back to the item where there is nothing to tell.
    func show(_ context: RequestContext, _ id: Item.ID) async throws -> Response {
        let output = try await resale.output(for: id, of: try context.account, at: context.now)
        guard let output else { return .redirect(to: Link.item(id)) }
        return try page.response(output, for: context)
    }
}

extension Resale.Output: TemplateData {
    public static let fields: [Field<Resale.Output>] = [
        Field("item") { $0.item },
        Field("isWanted") { $0.isWanted },
        Field("entries") { $0.entries },
    ]
}

extension Resale.Entry: TemplateData {
    public static let fields: [Field<Resale.Entry>] = [
        Field("chat") { Link.conversation($0.deal.id) },
        Field("closing") { $0.closing },
        Field("due") { $0.reopenUntil },
        Field("subject") { $0.deal.subject },
        Field("other") { $0.deal.other },
        Field("paid") { $0.deal.price },
        Field("day") { $0.deal.day },
    ]
}
