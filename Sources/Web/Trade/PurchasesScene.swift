import HTTPServer
import Market
import Mustache
import ViewModels

/// `/my/purchases`: what an account has bought.
struct PurchasesScene: Sendable {
    private let purchases: Purchases
    private let page: Presenter<Purchases.Output>

    init(_ dependencies: Dependencies) throws {
        purchases = Purchases(storage: dependencies.storage, zone: dependencies.zone)
        page = try dependencies.page("trade/purchases")
    }

    func show(_ context: RequestContext) async throws -> Response {
        let key = context.request.query["before"].flatMap { Purchase.ID(digits: $0) }
        let output = try await purchases.output(
            for: try context.account, before: key, at: context.now)
        return try page.response(output, for: context)
    }
}

extension Purchases.Entry: TemplateData {
    public static let fields: [Field<Purchases.Entry>] = [
        Field("chat") { Link.conversation($0.id) },
        Field("review") { entry in entry.reviewUntil.map { _ in entry.reviewLink.path } },
        Field("reviewUntil") { $0.reviewUntil },
        Field("subject") { $0.subject },
        Field("other") { $0.other },
        Field("paid") { $0.price },
        Field("day") { $0.day },
    ]
}
