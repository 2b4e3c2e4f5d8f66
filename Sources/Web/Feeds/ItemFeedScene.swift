import HTTPServer
import Localization
import Market
import Mustache
import ViewModels

/// `/feed.atom?lang=ko`: the first items of a list as a feed, newest first unless another order is
/// asked for. Its language comes from the address, because feed readers share what they fetch.
struct ItemFeedScene: Sendable {
    private let list: ItemList
    private let excerpts: ItemExcerpts
    private let searches: TurnLimiter
    private let template: BareTemplate<ItemFeedPage>
    private let origin: Origin
    private let pages: Pages
    /// The start of the site, for the date of a feed without items.
    private let startTime: Timestamp

    init(_ dependencies: Dependencies) throws {
        list = ItemList(storage: dependencies.storage)
        excerpts = ItemExcerpts(storage: dependencies.storage)
        startTime = dependencies.clock()
        searches = dependencies.searchLimiter
        template = try dependencies.pages.templates.bare("feeds/item-feed")
        origin = dependencies.origin
        pages = dependencies.pages
    }

    func show(_ context: RequestContext) async throws -> Response {
        var input = ItemListQuery(context.request.query).input
        // A search's subscribers want to know what is new.
        input.order = input.order ?? .newest
        // An item that matches only some of the words is not news for anybody.
        input.needsAllWords = true
        input.position = .start
        let output = try await list.output(for: input, context, searches)
        let language = context.request.query["lang"].flatMap(Language.init) ?? .korean
        let page = ItemFeedPage(
            list: output, excerpts: try await excerpts.output(for: output.entries.map(\.id)),
            heading: pages.templates.text(output.heading, in: language).xmlText,
            language: language, origin: origin.text(for: context.request), startTime: startTime)
        let atom = try template.render(page, in: language)
        var feed = Representation(
            .bytes(atom), mediaType: Atom.mediaType, tag: EntityTag(digestOf: atom),
            cacheControl: "no-cache", acceptsRanges: false, gzip: pages.gzip.variant(of: atom))
        feed.append("Content-Language", language.tag)
        return feed.response(to: context.request)
    }
}

/// A list of items as Atom (RFC 4287).
struct ItemFeedPage: Sendable {
    let list: ItemList.Output
    let excerpts: ItemExcerpts.Output
    let heading: String
    let language: Language
    /// `https://market.example`.
    let origin: String
    let startTime: Timestamp
}

extension ItemFeedPage: TemplateData {
    static let fields: [Field<ItemFeedPage>] = [
        Field("language") { $0.language.tag },
        Field("origin") { $0.origin },
        Field("heading") { $0.heading },
        Field("feedQuery") { ItemListLink.feedQuery($0.list.selection) },
        Field("listPath") { ItemListLink($0.list.selection) },
        Field("dateUpdated") { $0.dateUpdated },
        Field("entries") { $0.shownEntries },
    ]

    private var shownEntries: [ItemFeedEntry] {
        list.entries.map { ItemFeedEntry(item: $0, excerpt: excerpts[$0.id]) }
    }

    /// The latest posting or edit.
    private var dateUpdated: String {
        shownEntries.map(\.dateUpdated).max() ?? startTime.iso8601.description
    }
}

/// An item in the feed.
struct ItemFeedEntry: TemplateData {
    let item: ItemList.Entry
    /// Nil if the item has just been deleted.
    let excerpt: ItemExcerpts.Excerpt?

    /// A lower price counts as an edit (RFC 4287 section 4.2.15).
    fileprivate var dateUpdated: String {
        let datePosted = item.datePosted.description
        return max(datePosted, excerpt?.dateModified.description ?? datePosted)
    }

    static let fields: [Field<ItemFeedEntry>] = [
        Field("id") { $0.item.id },
        Field("title") { $0.item.title.xmlText },
        Field("price") { $0.item.price.text },
        Field("categoryName") { $0.item.category },
        Field("place") { $0.item.place?.xmlText },
        Field("isWanted") { if case .request = $0.item.purpose { true } else { false } },
        Field("purpose") { $0.item.purpose.name },
        Field("status") { $0.item.status.name(of: $0.item.purpose) },
        Field("datePosted") { $0.item.datePosted },
        Field("dateUpdated") { $0.dateUpdated },
        Field("photo") { $0.item.photo },
        Field("excerpt") { $0.excerpt?.text.xmlText },
    ]
}

/// Constants shared by all Atom feeds.
enum Atom {
    static let mediaType = "application/atom+xml; charset=utf-8"
    static let suffix = ".atom"
}

extension String {
    /// Without the characters that no XML text may contain, even escaped (XML 1.0 section 2.2).
    var xmlText: String {
        guard !unicodeScalars.allSatisfy(\.isXML) else { return self }
        return String(String.UnicodeScalarView(unicodeScalars.filter(\.isXML)))
    }
}

extension Unicode.Scalar {
    fileprivate var isXML: Bool {
        switch value {
        case 0x09, 0x0A, 0x0D, 0x20...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF: true
        default: false
        }
    }
}
