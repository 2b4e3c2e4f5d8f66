import HTTPServer
import Localization
import Market
import Mustache
import ViewModels

/// `/feeds/{key}/searches/7.atom`: the matches of a saved search, for everybody who knows the address.
struct SavedSearchFeedScene: Sendable {
    private let feed: SavedSearchFeed
    private let excerpts: ItemExcerpts
    private let template: BareTemplate<SavedSearchFeedPage>
    private let pages: Pages
    private let origin: Origin

    init(_ dependencies: Dependencies) throws {
        pages = dependencies.pages
        feed = SavedSearchFeed(storage: dependencies.storage, zone: dependencies.zone)
        excerpts = ItemExcerpts(storage: dependencies.storage)
        template = try dependencies.pages.templates.bare("search/saved-search-feed")
        origin = dependencies.origin
    }

    func show(
        _ context: RequestContext, _ key: Substring, _ file: Substring
    ) async throws -> Response {
        guard file.hasSuffix(Atom.suffix) else { throw SiteError.notFound }
        let id = try SavedSearch.ID(segment: file.dropLast(Atom.suffix.count))
        let input = SavedSearchFeed.Input(key: String(key), search: id)
        let feed = try await feed.output(for: input, at: context.now)
        let language = feed.language ?? pages.languages.language(of: context)
        let page = SavedSearchFeedPage(
            feed: feed, excerpts: try await excerpts.output(for: feed.entries.map(\.item.id)),
            title: pages.templates.text(feed.title, in: language),
            language: language, origin: origin.text(for: context.request),
            path: Link.savedSearchFeed(key, file))
        let atom = try template.render(page, in: language)
        return PrivateFeed.response(atom, Atom.mediaType, language, context)
    }
}

/// A saved search's feed as Atom (RFC 4287).
struct SavedSearchFeedPage: Sendable {
    let feed: SavedSearchFeed.Output
    let excerpts: ItemExcerpts.Output
    let title: String
    let language: Language
    /// `https://market.example`.
    let origin: String
    /// The feed's own path.
    let path: String
}

extension SavedSearchFeedPage: TemplateData {
    static let fields: [Field<SavedSearchFeedPage>] = [
        Field("language") { $0.language.tag },
        Field("origin") { $0.origin },
        Field("path") { $0.path },
        Field("search") { $0.feed.search },
        Field("heading") { $0.title.xmlText },
        Field("nickname") { $0.feed.nickname.xmlText },
        Field("dateUpdated") { $0.feed.dateUpdated },
        Field("entries") { page in
            page.feed.entries.map { SavedSearchFeedEntry(match: $0, excerpts: page.excerpts) }
        },
    ]
}

/// A match in the feed.
struct SavedSearchFeedEntry: TemplateData {
    let match: SavedSearchFeed.Entry
    let excerpts: ItemExcerpts.Output

    static let fields: [Field<SavedSearchFeedEntry>] = [
        Field("item") { entry in
            ItemFeedEntry(item: entry.match.item, excerpt: entry.excerpts[entry.match.item.id])
        },
        Field("date") { $0.match.date },
    ]
}
