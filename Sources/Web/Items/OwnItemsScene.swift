import HTTPServer
import Market
import Mustache
import ViewModels

/// `/my/items`: the member's own items by status, with wanted listings apart from offers; with
/// `?q=의자`, all whose titles match.
struct OwnItemsScene: Sendable {
    private let items: OwnItems
    private let page: Presenter<OwnItems.Output>
    private let searches: TurnLimiter

    init(_ dependencies: Dependencies) throws {
        items = OwnItems(storage: dependencies.storage, zone: dependencies.zone)
        page = try dependencies.page("items/own-items")
        searches = dependencies.searchLimiter
    }

    func show(_ context: RequestContext) async throws -> Response {
        let (query, account) = (context.request.query, try context.account)
        let text = query["q"] ?? ""
        let read = { @Sendable [items] () async throws -> OwnItems.Output in
            try await items.output(
                for: account, text: text,
                purpose: query["purpose"].flatMap { Item.Purpose(key: $0) } ?? .offer,
                status: query["status"].flatMap { Item.Status(key: $0) },
                before: query["before"].flatMap {
                    text.isEmpty ? Item.Position(digits: $0) : Item.Position(signedDigits: $0)
                }, at: context.now)
        }
        let output =
            try await text.isEmpty
            ? read()
            : searches.run(for: context.address) {
                try await read()
            }
        return try page.response(output, for: context)
    }
}

extension Item.Position {
    /// Parses a position; those of hidden items are negative.
    fileprivate init?(signedDigits text: String) {
        let isHidden = text.hasPrefix("-")
        guard let number = Int64(digits: text.dropFirst(isHidden ? 1 : 0)) else { return nil }
        self.init(rawValue: isHidden ? -number : number)
    }
}

extension OwnItems.Action {
    /// The path that its button posts to.
    var path: Path<Item.ID> {
        switch self {
        case .reserve: Link.itemReservation
        case .reserveElsewhere: Link.itemReservationElsewhere
        case .sell: Link.itemSale
        case .sellElsewhere: Link.itemSaleElsewhere
        case .offerAgain(from: .reserved): Link.itemReservationDeletion
        case .offerAgain: Link.itemSaleDeletion
        case .offerAnother: Link.itemSaleAgain
        case .pullUp: Link.itemPullUp
        }
    }
}

extension Item.Status {
    /// The name in queries.
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

extension OwnItems {
    /// The path of the items with a status.
    fileprivate static func path(of status: Item.Status, for purpose: Item.Purpose) -> String {
        let choice = purpose == .request ? "purpose=\(purpose.key)&" : ""
        return "\(Link.ownItems())?\(choice)status=\(status.key)"
    }
}

extension OwnItems.Output {
    /// The path of the first page.
    fileprivate var path: String {
        guard let search = search.query else { return OwnItems.path(of: status, for: purpose) }
        return "\(Link.ownItems())?q=\(search.text.percentEncoded())"
    }
}

extension OwnItems.Output: TemplateData {
    public static let fields: [Field<OwnItems.Output>] = [
        Field("results") { $0.search.query.map { Phrase(.results, .text($0.text)) } },
        Field("isSearchable") { $0.isSearchable },
        Field("soughtText") { $0.search.text },
        Field("note") { $0.search.note },
        Field("stages") { $0.stages },
        Field("wantedStages") { $0.wantedStages },
        Field("hasStages") { !$0.stages.isEmpty },
        Field("hasWantedStages") { !$0.wantedStages.isEmpty },
        Field("hasBothPurposes") { !$0.stages.isEmpty && !$0.wantedStages.isEmpty },
        Field("path") { $0.path },
        Field("isEmpty") { $0.isEmpty },
        Field("draft") { $0.draft },
        Field("entries") { $0.page.entries },
        Field("older") { $0.page.older },
        Field("emptyText") { $0.page.emptyText },
        Field("hidden") { $0.hidden },
        Field("hasMoreHidden") { $0.hasMoreHidden },
    ]
}

extension OwnItems.Entry: TemplateData {
    public static let fields: [Field<OwnItems.Entry>] = [
        Field("item") { $0.item },
        Field("id") { $0.id },
        Field("title") { $0.item.title },
        Field("titleLanguage") { WrittenLanguage($0.item.title) },
        Field("isWanted") { $0.item.purpose == .request },
        Field("isReserved") { $0.item.status == .reserved },
        Field("isSold") { $0.item.status == .sold },
        Field("mayPullUp") { $0.mayPullUp },
        Field("whenToPullUp") { $0.whenToPullUp },
        Field("interests") { $0.interests },
        Field("held") { $0.held },
        Field("conversations") { $0.conversations },
    ]
}

extension OwnItems.HiddenItem: TemplateData {
    public static let fields: [Field<OwnItems.HiddenItem>] = [
        Field("id") { $0.id },
        Field("title") { $0.title },
        Field("titleLanguage") { WrittenLanguage($0.title) },
        Field("hiddenText") { $0.text },
    ]
}

extension OwnItems.Stage: TemplateData {
    public static let fields: [Field<OwnItems.Stage>] = [
        Field("status") { $0.status.name(of: $0.purpose) },
        Field("path") { OwnItems.path(of: $0.status, for: $0.purpose) },
        Field("count") { $0.count },
        Field("isSelected") { $0.isSelected },
    ]
}
