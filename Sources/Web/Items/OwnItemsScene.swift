import HTTPServer
import Market
import Mustache
import ViewModels

/// `/my/items`: one's own listings by status.
struct OwnItemsScene: Sendable {
    private let items: OwnItems
    private let pages: Pages

    init(_ dependencies: Dependencies) {
        items = OwnItems(storage: dependencies.storage)
        pages = dependencies.pages
    }

    func show(_ context: RequestContext) async throws -> Response {
        let query = context.request.query
        let input = OwnItems.Input(
            account: try context.account,
            status: query["status"].flatMap { Item.Status(key: $0) } ?? .selling,
            before: query["before"].flatMap { Item.Position(digits: $0) })
        let output = try await items.output(for: input, at: context.now)
        return try pages.response(output, \.accounts.ownItems, for: context)
    }
}

extension Item.Status {
    /// Its name in queries.
    var key: String {
        switch self {
        case .selling: "selling"
        case .reserved: "reserved"
        case .sold: "sold"
        }
    }

    init?(key: String) {
        guard let status = Self.allCases.first(where: { $0.key == key }) else { return nil }
        self = status
    }
}

extension OwnItems.Output: TemplateData {
    public static let fields: [Field<OwnItems.Output>] = [
        Field("stages") { $0.stages },
        Field("key") { $0.status.key },
        Field("entries") { $0.entries },
        Field("older") { $0.older },
        Field("emptyText") { $0.emptyText },
    ]
}

extension OwnItems.Stage: TemplateData {
    public static let fields: [Field<OwnItems.Stage>] = [
        Field("status") { $0.status.name },
        Field("key") { $0.status.key },
        Field("count") { $0.count },
        Field("isSelected") { $0.isSelected },
    ]
}
