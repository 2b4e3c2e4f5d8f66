import HTTPServer
import Market
import ViewModels

/// `/feed.atom`: the newest listings of a filter, for feed readers.
struct ItemFeedScene: Sendable {
    private let list: ItemList
    private let pages: Pages
    private let origin: Origin

    init(_ dependencies: Dependencies) {
        list = ItemList(storage: dependencies.storage)
        pages = dependencies.pages
        origin = dependencies.origin
    }

    func show(_ context: RequestContext) async throws -> Response {
        let filter = ItemListQuery(context.request.query).filter
        let output = try await list.output(for: ItemList.Input(filter: filter), at: context.now)
        let page = ItemFeedPage(list: output, origin: origin.text(for: context.request))
        let atom = try pages.oldTemplates.feeds.items.render(page)
        return Representation(
            .bytes(atom), mediaType: Feed.atomType, tag: EntityTag(digestOf: atom),
            cacheControl: "no-cache", isPartible: false, gzip: pages.gzip.variant(of: atom)
        ).response(to: context.request)
    }
}
