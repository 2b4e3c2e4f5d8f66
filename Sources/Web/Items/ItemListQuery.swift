import HTTPServer
import Market
import Mustache
import ViewModels

/// The query string of a list: what is filtered by, where its page begins, and how it is laid out.
/// Each condition has its name here alone, where it is read and where links to it are written.
struct ItemListQuery: Equatable, Sendable {
    var filter = ItemFilter()
    var position = ItemQuery.Position.start
    /// Nil is the one chosen last.
    var mode: ItemList.Mode?
}

extension ItemListQuery {
    /// Reads it; a value that none of the site's links has asks for nothing.
    init(_ query: Query) {
        self.init()
        if let id = query["category"].flatMap({ Int(digits: $0) }) {
            filter.category = Market.Category(rawValue: id)
        }
        if let key = query["before"].flatMap({ ItemKey(digits: $0) }) {
            position = .following(key)
        } else if let key = query["after"].flatMap({ ItemKey(digits: $0) }) {
            position = .preceding(key)
        }
        mode = query["view"].flatMap(ItemList.Mode.init)
    }

    fileprivate func write(to link: inout LinkWriter, _ renderer: inout Renderer) {
        if let category = filter.category { link.add("category", category.rawValue, &renderer) }
        if let mode { link.add("view", mode.rawValue, &renderer) }
        switch position {
        case .start: return
        case .following(let key): link.add("before", key, &renderer)
        case .preceding(let key): link.add("after", key, &renderer)
        }
    }
}

/// `1234` in a list by age, else `30000-1234`, its rank first.
extension ItemKey: TemplateValue {
    fileprivate init?(digits text: some StringProtocol) {
        let parts = text.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
        let rank = parts.count == 2 ? Int64(digits: parts[0]) : 0
        guard let rank, let position = parts.last.flatMap({ Item.Position(digits: $0) }) else {
            return nil
        }
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

/// A link of a template to a list, written piece by piece, so that none costs an allocation.
struct ItemListLink: TemplateValue {
    let query: ItemListQuery
    let path: Path<>

    init(
        _ filter: ItemFilter, on path: Path<> = Link.itemList,
        at position: ItemQuery.Position = .start, mode: ItemList.Mode? = nil
    ) {
        query = ItemListQuery(filter: filter, position: position, mode: mode)
        self.path = path
    }

    var isTruthy: Bool { true }

    func write(_ action: Action, _ renderer: inout Renderer) {
        renderer.write(unescaped: path.literal)
        var link = LinkWriter(action: action)
        query.write(to: &link, &renderer)
    }
}

/// Writes the parts of a query behind a path.
private struct LinkWriter {
    let action: Action
    /// As HTML and XML have it.
    var separator: StaticString = "?"

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
