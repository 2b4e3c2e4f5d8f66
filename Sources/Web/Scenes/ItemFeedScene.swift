import HTTPServer
import Market
import ViewModels

/// `/feed.atom`: the newest listings of a filter, for feed readers.
struct ItemFeedScene: Sendable {
    private let list: ItemList
    private let pages: Pages
    private let origin: Origin

    init(_ parts: SiteParts) {
        list = ItemList(storage: parts.storage)
        pages = parts.pages
        origin = parts.origin
    }

    func show(_ visit: Visit) async throws -> Response {
        let filter = ItemFilter(category: Market.Category(query: visit.request.query))
        let output = try await list.output(for: ItemList.Input(filter: filter), at: visit.now)
        let page = ItemFeedPage(list: output, origin: origin.text(for: visit.request))
        let atom = try pages.templates.current().feeds.items.render(page)
        return Representation(
            .bytes(atom), mediaType: Feed.atomType, tag: EntityTag(digestOf: atom),
            cacheControl: "no-cache", acceptsRanges: false, gzip: pages.gzip.variant(of: atom)
        ).response(to: visit.request)
    }
}
