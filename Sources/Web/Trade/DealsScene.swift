import HTTPServer
import Market
import Mustache
import ViewModels

/// `/my/purchases`: what an account has bought; `/my/sales`: what it has sold.
struct DealsScene: Sendable {
    private let deals: Deals
    private let page: Presenter<DealsPage>

    init(_ dependencies: Dependencies) throws {
        deals = Deals(storage: dependencies.storage, zone: dependencies.zone)
        page = try dependencies.page("trade/deals")
    }

    func showPurchases(_ context: RequestContext) async throws -> Response {
        try await show(.purchase, context)
    }

    func showSales(_ context: RequestContext) async throws -> Response {
        try await show(.sale, context)
    }

    private func show(_ side: Deal.Side, _ context: RequestContext) async throws -> Response {
        let output = try await deals.output(
            side, for: try context.account, before: context.pageKey(), at: context.now)
        return try page.response(DealsPage(side: side, list: output), for: context)
    }
}

/// A page of deals.
struct DealsPage: Sendable {
    let side: Deal.Side
    let list: Deals.Output

    fileprivate var path: String {
        switch side {
        case .purchase: Link.purchases()
        case .sale: Link.sales()
        }
    }
}

extension DealsPage: TemplateData {
    static let fields: [Field<DealsPage>] = [
        Field("path") { $0.path },
        Field("areSales") { $0.side == .sale },
        Field("entries") { $0.list.entries },
        Field("isPaged") { !$0.list.isFirst },
        Field("older") { $0.list.older },
        Field("emptyText") { $0.list.emptyText },
    ]
}

extension Deals.Entry: TemplateData {
    public static let fields: [Field<Deals.Entry>] = [
        Field("chat") { Link.conversation($0.id) },
        Field("review") { entry in entry.reviewUntil.map { _ in entry.reviewLink.path } },
        Field("due") { $0.reviewUntil },
        Field("subject") { $0.subject },
        Field("other") { $0.other },
        Field("pieces") { $0.pieces },
        Field("paid") { $0.price },
        Field("day") { $0.day },
    ]
}
