import HTTPServer
import Market
import Mustache
import ViewModels

/// The query string of a list: what is asked for, where its page begins, and how it is laid out.
/// Each condition has its name here alone, where it is read and where links to it are written.
struct ItemListQuery: Equatable, Sendable {
    /// What is asked for, but for the layout, where that is not.
    private(set) var input = ItemList.Input()
    /// Nil is the one chosen last.
    private(set) var mode: ItemList.Mode?

    /// Reads it. A value that none of the site's links has, and a second one of the same name, but for
    /// neighbourhoods, ask for nothing, which the page says.
    init(_ query: Query) { self.init(query.pairs) }

    /// Reads the same conditions from a form that was sent; nil where it has none of them.
    init?(_ form: Form) {
        let pairs: [Query.Pair] = form.entries.compactMap { entry in
            guard case .text(let text) = entry.value else { return nil }
            return (name: entry.name, value: text)
        }
        guard pairs.contains(where: { Self.conditions[$0.name] != nil }) else { return nil }
        self.init(pairs)
    }

    private init(_ pairs: [Query.Pair]) {
        // One of each name, however many there are.
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
    /// The address of the first page of what a query asks for. What else it has of a list's stays as it was
    /// written, so that the page says what makes no sense.
    /// - Parameter neighbourhood: takes the place of those in the query; nil leaves them.
    static func path(_ rawQuery: String, in neighbourhood: Neighbourhood.ID?) -> String {
        var pairs = neighbourhood.map { ["place=\($0)"] } ?? []
        pairs += chosenParts(of: rawQuery, withPlaces: neighbourhood == nil)
        return pairs.isEmpty
            ? Link.itemList() : Link.itemList() + "?" + pairs.joined(separator: "&")
    }

    /// The address at which a guest chooses the neighbourhood of that list, or none.
    static func choicePath(_ rawQuery: String, of neighbourhood: String) -> String {
        let pairs = ["choose=\(neighbourhood)"] + chosenParts(of: rawQuery, withPlaces: false)
        return Link.ownNeighbourhood() + "?" + pairs.joined(separator: "&")
    }

    /// Those that ask for something, as they were written; none that says where a page begins.
    private static func chosenParts(of rawQuery: String, withPlaces: Bool) -> [String] {
        var pairs: [String] = []
        // By bytes: a mark behind an ampersand would make another letter of it.
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
    /// As a query has it; nil for what nobody has to ask for.
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
        // Also as people name it.
        let name = name == "onsale" ? "selling" : name
        let all = [.any] + Item.Status.allCases.map(ItemFilter.Status.only)
        guard let status = all.first(where: { $0.name == name }) else { return nil }
        self = status
    }
}

extension ItemOrder {
    /// As a query has it.
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

    /// What people call them who write an address by hand; links have the names above.
    private static let otherNames = ["newest": "new", "price": "low", "price-desc": "high"]
}

/// `1234` in a list by age, else `30000-1234`, its rank first.
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

/// A link of a template to a list, written piece by piece, so that none to a plain list costs an
/// allocation.
struct ItemListLink: TemplateValue {
    let selection: ItemSelection
    /// Nil for what stands behind a path that has a query already.
    let path: Path<>?
    var position = ItemQuery.Position.start
    var mode: ItemList.Mode?
    /// The order that goes without saying.
    private let usualOrder: ItemOrder

    init(
        _ selection: ItemSelection, on path: Path<> = Link.itemList,
        at position: ItemQuery.Position = .start, mode: ItemList.Mode? = nil
    ) {
        self.selection = selection
        self.path = path
        self.position = position
        self.mode = mode
        // What was typed is a search, whatever is read from it.
        usualOrder = selection.typed == nil ? selection.usualOrder : .bestMatch
    }

    private init(feedOf selection: ItemSelection) {
        self.selection = selection
        path = nil
        usualOrder = .newest
    }

    /// What stands behind `/feed.atom?lang=ko` for the feed of a list: by age, unless another order was
    /// chosen for it.
    static func feedQuery(_ selection: ItemSelection) -> ItemListLink {
        var selection = selection.asRead
        if selection.order == .bestMatch { selection.order = .newest }
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
        if let minimum = filter.minimumPrice { link.add("min", minimum, &renderer) }
        if let maximum = filter.maximumPrice { link.add("max", maximum, &renderer) }
        if selection.order != usualOrder { link.add("sort", selection.order.name, &renderer) }
        write(filter.category, to: &link, &renderer)
    }
}

/// Writes the parts of a query behind a path.
private struct LinkWriter {
    let action: Action
    /// As HTML and XML have it.
    var separator: StaticString

    /// - Parameter value: of characters that need no percent-encoding.
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
