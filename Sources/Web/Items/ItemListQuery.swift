import HTTPServer
import Market
import Mustache
import ViewModels

/// The query string of a list: its conditions, the start of its page, and its layout. The names of
/// conditions are defined only here, for reading and for writing links.
struct ItemListQuery: Equatable, Sendable {
    /// The conditions and the position; the layout is in `mode`.
    private(set) var input = ItemList.Input()
    /// The layout asked for; nil for the one chosen last.
    private(set) var mode: ItemList.Mode?

    /// Parses a query. A value that no link of the site has, or a second value of the same name
    /// (except for neighbourhoods), is ignored, and the page says so.
    init(_ query: Query) { self.init(query.pairs) }

    /// Reads the same conditions from a submitted form; nil if it has none.
    init?(_ form: Form) {
        let pairs: [Query.Pair] = form.entries.compactMap { entry in
            guard case .text(let text) = entry.value else { return nil }
            return (name: entry.name, value: text)
        }
        guard pairs.contains(where: { Self.conditions[$0.name] != nil }) else { return nil }
        self.init(pairs)
    }

    /// The path of the list for a filter of nothing but words or a category.
    static func path(of filter: ItemFilter) -> String {
        let query =
            filter.search.map { "?q=\($0.text.percentEncoded())" }
            ?? filter.category.map { "?category=\($0.rawValue)" } ?? ""
        return Link.itemList() + query
    }

    private init(_ pairs: [Query.Pair]) {
        // Keeps only the first value of each name, so the work stays bounded.
        var firsts: [(name: String, value: String)] = []
        for (name, value) in pairs {
            guard let condition = Self.conditions[name] else { continue }
            let first = firsts.first { $0.name == name }
            if first == nil { firsts.append((name, value)) }
            guard !value.isEmpty else { continue }
            let mayBeRead = first == nil || condition == .place
            let isRead = first?.value == value || mayBeRead && read(condition, name, value)
            if !isRead, !input.unknown.contains(condition) { input.unknown.append(condition) }
        }
    }

    private static let conditions: [String: ListCondition] = [
        "q": .search, "typed": .search, "exact": .search, "category": .category, "place": .place,
        "purpose": .purpose,
        "status": .status, "free": .free, "min": .price, "max": .price, "sort": .order,
        "before": .page, "after": .page, "view": .view,
    ]

    private mutating func read(
        _ condition: ListCondition, _ name: String, _ value: String
    ) -> Bool {
        switch condition {
        case .search where name == "exact":
            input.isExact = value == "1"
            return input.isExact
        case .search where name == "typed": input.typed = value
        case .search: input.text = value
        case .category:
            input.category = Int(digits: value).flatMap { Market.Category(rawValue: $0) }
            return input.category != nil
        case .place:
            guard let id = Neighbourhood.ID(digits: value) else { return false }
            input.neighbourhoods.append(id)
        case .purpose:
            input.purpose = Item.Purpose(key: value)
            return input.purpose != nil
        case .status:
            guard let status = ItemFilter.Status(name: value) else { return false }
            input.status = status
        case .free:
            input.isFree = value == "1"
            return input.isFree
        case .price where name == "min": input.minimumPrice = value
        case .price: input.maximumPrice = value
        case .order:
            input.order = ItemOrder(name: value)
            return input.order != nil
        case .page:
            guard let key = ItemKey(digits: value), input.position == .start else { return false }
            input.position = name == "before" ? .following(key) : .preceding(key)
        case .view:
            mode = ItemList.Mode(rawValue: value)
            return mode != nil
        }
        return true
    }
}

extension ItemListQuery {
    /// The address of the first page of a query's list. Its list parameters are kept as written,
    /// even invalid ones, so that the page can report them.
    /// - Parameter neighbourhood: replaces the query's neighbourhoods; nil keeps them.
    static func path(_ rawQuery: String, in neighbourhood: Neighbourhood.ID?) -> String {
        var pairs = neighbourhood.map { ["place=\($0)"] } ?? []
        pairs += chosenParts(of: rawQuery, withPlaces: neighbourhood == nil)
        return pairs.isEmpty
            ? Link.itemList() : Link.itemList() + "?" + pairs.joined(separator: "&")
    }

    /// The address at which a guest chooses a neighbourhood, or none, for this list.
    static func choicePath(_ rawQuery: String, of neighbourhood: String) -> String {
        let pairs = ["choose=\(neighbourhood)"] + chosenParts(of: rawQuery, withPlaces: false)
        return Link.ownNeighbourhood() + "?" + pairs.joined(separator: "&")
    }

    /// The address that leads to this list in the visitor's own neighbourhood.
    static func ownPath(_ rawQuery: String) -> String {
        let pairs = chosenParts(of: rawQuery, withPlaces: false)
        return pairs.isEmpty
            ? Link.ownNeighbourhood() : Link.ownNeighbourhood() + "?" + pairs.joined(separator: "&")
    }

    /// The query's non-empty list parameters as written, without those that say where a page begins.
    private static func chosenParts(of rawQuery: String, withPlaces: Bool) -> [String] {
        var pairs: [String] = []
        // Splits bytes, not characters: a combining mark behind the ampersand would form one character with it.
        for part in rawQuery.utf8.split(separator: UInt8(ascii: "&")) {
            let text = String(Substring(part))
            guard let pair = Query(text).pairs.first, !pair.value.isEmpty,
                let condition = conditions[pair.name], condition != .page,
                withPlaces || condition != .place
            else { continue }
            pairs.append(text)
        }
        return pairs
    }
}

extension ItemFilter.Status {
    /// The name in a query; nil for the default.
    var name: String? {
        switch self {
        case .unsold: nil
        case .any: "all"
        case .only(.selling): "selling"
        case .only(.reserved): "reserved"
        case .only(.sold): "sold"
        }
    }

    fileprivate init?(name: String) {
        // Also accepts the name that people type.
        let name = name == "onsale" ? "selling" : name
        let all = [.any] + Item.Status.allCases.map(ItemFilter.Status.only)
        guard let status = all.first(where: { $0.name == name }) else { return nil }
        self = status
    }
}

extension ItemOrder {
    /// The name in a query.
    var name: String {
        switch self {
        case .newest: "new"
        case .lowestPrice: "low"
        case .highestPrice: "high"
        case .bestMatch: "best"
        }
    }

    fileprivate init?(name: String) {
        let name = Self.otherNames[name] ?? name
        guard let order = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = order
    }

    /// Names that people type by hand; links use the names above.
    private static let otherNames = ["newest": "new", "price": "low", "price-desc": "high"]
}

/// `1234` in a list by age, otherwise its rank first: `30000-1234`.
extension ItemKey: TemplateValue {
    fileprivate init?(digits text: String) {
        let dash = text.utf8.firstIndex(of: UInt8(ascii: "-"))
        let start = dash.map { text.utf8.index(after: $0) } ?? text.startIndex
        let rank = if let dash { Int64(digits: text[..<dash]) } else { Int64?(0) }
        guard let rank, let position = Item.Position(digits: text[start...]) else { return nil }
        self.init(rank: rank, position)
    }

    public var isTruthy: Bool { true }

    public func write(_ action: Action, _ renderer: inout Renderer) {
        if rank != 0 {
            rank.write(action, &renderer)
            renderer.write(unescaped: "-")
        }
        position.write(action, &renderer)
    }
}

// MARK: - Links

/// A link from a template to a list, written piece by piece, so that a link to a plain list allocates nothing.
struct ItemListLink: TemplateValue {
    let selection: ItemSelection
    /// Nil for a query that continues one written by the template.
    let path: Path<>?
    var position = ItemQuery.Position.start
    var mode: ItemList.Mode?
    /// The order that needs no parameter; nil for the one that the words as typed ask for, however they were
    /// interpreted.
    private let omittedOrder: ItemOrder?

    init(
        _ selection: ItemSelection, on path: Path<> = Link.itemList,
        at position: ItemQuery.Position = .start, mode: ItemList.Mode? = nil
    ) {
        self.selection = selection
        self.path = path
        self.position = position
        self.mode = mode
        omittedOrder = nil
    }

    private init(feedOf selection: ItemSelection) {
        self.selection = selection
        path = nil
        omittedOrder = .newest
    }

    /// The query behind `/feed.atom?lang=ko` for the feed of a list: newest first, unless another
    /// order was chosen.
    /// - Parameter usualOrder: the order of the list if none was chosen, such as the one that its words ask
    ///   for.
    static func feedQuery(
        _ selection: ItemSelection, usualOrder: ItemOrder = .bestMatch
    ) -> ItemListLink {
        var selection = selection.asRead
        if selection.order == .bestMatch || selection.order == usualOrder {
            selection.order = .newest
        }
        return ItemListLink(feedOf: selection)
    }

    var isTruthy: Bool { true }

    func write(_ action: Action, _ renderer: inout Renderer) {
        if let path { renderer.write(unescaped: path.literal) }
        var link = LinkWriter(action: action, separator: path == nil ? "&amp;" : "?")
        if selection.isPlain {
            write(selection.filter.category, to: &link, &renderer)
        } else {
            write(selection.typed?.filter ?? selection.filter, to: &link, &renderer)
        }
        if selection.isExact { link.add("exact", 1, &renderer) }
        if let mode { link.add("view", mode.rawValue, &renderer) }
        switch position {
        case .start: return
        case .following(let key): link.add("before", key, &renderer)
        case .preceding(let key): link.add("after", key, &renderer)
        }
    }

    private var usualOrder: ItemOrder {
        if let omittedOrder { return omittedOrder }
        guard let typed = selection.typed else { return selection.usualOrder }
        return ItemSelection(filter: typed.filter).usualOrder
    }

    private func write(
        _ category: Market.Category?, to link: inout LinkWriter, _ renderer: inout Renderer
    ) {
        if let category { link.add("category", category.rawValue, &renderer) }
    }

    private func write(
        _ filter: ItemFilter, to link: inout LinkWriter, _ renderer: inout Renderer
    ) {
        if let search = filter.search { link.add("q", search.text.percentEncoded(), &renderer) }
        for place in filter.neighbourhoods { link.add("place", place.id, &renderer) }
        if let purpose = filter.purpose { link.add("purpose", purpose.key, &renderer) }
        if let status = filter.status.name { link.add("status", status, &renderer) }
        if filter.isFree { link.add("free", 1, &renderer) }
        if let minimum = filter.minimumPrice {
            link.add("min", filter.currency.typedInRange(minimum), &renderer)
        }
        if let maximum = filter.maximumPrice {
            link.add("max", filter.currency.typedInRange(maximum), &renderer)
        }
        if selection.order != usualOrder { link.add("sort", selection.order.name, &renderer) }
        write(filter.category, to: &link, &renderer)
    }
}

/// Writes the parameters of a query.
private struct LinkWriter {
    let action: Action
    /// Escaped for HTML and XML.
    var separator: StaticString

    /// - Parameter value: must need no percent-encoding.
    mutating func add(
        _ name: StaticString, _ value: some TemplateValue, _ renderer: inout Renderer
    ) {
        renderer.write(unescaped: separator)
        renderer.write(unescaped: name)
        renderer.write(unescaped: "=")
        value.write(action, &renderer)
        separator = "&amp;"
    }
}
