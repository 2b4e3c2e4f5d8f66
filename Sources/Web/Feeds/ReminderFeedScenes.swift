import HTTPServer
import Localization
import Market
import Mustache
import Secrets
import ViewModels

/// `/feeds/{key}.atom` and `/feeds/{key}/reminders.ics`: an account's reminders, for everybody who
/// knows the address.
struct ReminderFeedScene: Sendable {
    private let feed: ReminderFeed
    private let template: BareTemplate<ReminderFeedPage>
    private let pages: Pages
    private let origin: Origin

    init(_ dependencies: Dependencies) throws {
        pages = dependencies.pages
        feed = ReminderFeed(storage: dependencies.storage, zone: dependencies.zone)
        template = try dependencies.pages.templates.bare("feeds/reminder-feed")
        origin = dependencies.origin
    }

    func showAtom(_ context: RequestContext, _ file: Substring) async throws -> Response {
        guard file.hasSuffix(Atom.suffix) else { throw SiteError.notFound }
        let feed = try await output(key: file.dropLast(Atom.suffix.count), context)
        let language = language(of: feed, context)
        let page = ReminderFeedPage(
            feed: feed, title: pages.templates.text(feed.title, in: language),
            language: language, origin: origin.text(for: context.request),
            path: Link.reminderFeed(file))
        let atom = try template.render(page, in: language)
        return PrivateFeed.response(atom, Atom.mediaType, language, context)
    }

    func showCalendar(_ context: RequestContext, _ key: Substring) async throws -> Response {
        let output = try await output(key: key, context)
        let language = language(of: output, context)
        let calendar = ReminderCalendar(
            feed: output, language: language, origin: origin.text(for: context.request)
        ) { pages.templates.text($0, in: language) }
        return PrivateFeed.response(calendar.bytes, ReminderCalendar.mediaType, language, context)
    }

    /// The account's language; the reader's if the account has chosen none.
    private func language(
        of feed: ReminderFeed.Output, _ context: RequestContext
    ) -> Language {
        feed.language ?? pages.languages.language(of: context)
    }

    private func output(
        key: Substring, _ context: RequestContext
    ) async throws -> ReminderFeed.Output {
        try await feed.output(for: String(key), at: context.now)
    }
}

/// Answers for those who know a secret address.
enum PrivateFeed {
    /// Not compressed, because the compressed size would reveal something of the content.
    static func response(
        _ bytes: [UInt8], _ type: String, _ language: Language, _ context: RequestContext
    ) -> Response {
        var feed = Representation(
            .bytes(bytes), mediaType: type, tag: EntityTag(digestOf: bytes),
            cacheControl: "private, no-cache", acceptsRanges: false, vary: LanguageChoice.fields)
        feed.append("Content-Language", language.tag)
        feed.append("X-Robots-Tag", "noindex")
        return feed.response(to: context.request)
    }
}

/// A reminder feed as Atom (RFC 4287).
struct ReminderFeedPage: Sendable {
    let feed: ReminderFeed.Output
    let title: String
    let language: Language
    /// `https://market.example`.
    let origin: String
    /// The feed's own path.
    let path: String
}

extension ReminderFeedPage: TemplateData {
    static let fields: [Field<ReminderFeedPage>] = [
        Field("language") { $0.language.tag },
        Field("origin") { $0.origin },
        Field("path") { $0.path },
        Field("account") { $0.feed.account },
        Field("title") { $0.title.xmlText },
        Field("nickname") { $0.feed.nickname.xmlText },
        Field("dateUpdated") { $0.feed.dateUpdated },
        Field("entries") { $0.feed.entries },
    ]
}

extension ReminderFeed.Entry: TemplateData {
    public static let fields: [Field<ReminderFeed.Entry>] = [
        Field("path") { $0.subject.path },
        Field("kind") { $0.subject.kind },
        Field("prices") { $0.prices },
        Field("spot") { $0.spot?.xmlText },
        Field("title") { $0.title.xmlText },
        Field("date") { $0.date },
        Field("dateUpdated") { $0.dateUpdated },
    ]
}

/// `/my/feeds`: the secret addresses of the reminders and of each saved search; `POST
/// /my/feeds/key` replaces them by new ones.
struct FeedSettingsScene: Sendable {
    private let settings: FeedSettings
    private let searches: SavedSearchList
    private let page: Presenter<FeedSettingsPage>
    private let origin: Origin

    init(_ dependencies: Dependencies) throws {
        // 192 bits.
        settings = FeedSettings(storage: dependencies.storage) { Token.random(bytes: 24) }
        searches = SavedSearchList(storage: dependencies.storage)
        page = try dependencies.page("feeds/feed-settings")
        origin = dependencies.origin
    }

    func show(_ context: RequestContext) async throws -> Response {
        let account = try context.account
        let addresses = FeedSettingsPage(
            key: try await settings.output(for: account),
            searches: try await searches.output(for: account).entries,
            host: origin.host(for: context.request),
            origin: origin.text(for: context.request))
        return try page.response(addresses, caching: "private, no-store", for: context)
    }

    func renew(_ context: RequestContext) async throws -> Response {
        try await settings.submit(try context.account)
        return page.redirect(to: Link.feeds(), .feedRenewed)
    }

    /// Redirects from the button's path, which has no page, to the page of the button.
    func redirect(_ context: RequestContext) async throws -> Response {
        _ = try context.account
        return .redirect(to: Link.feeds())
    }
}

/// The addresses in full, for pasting elsewhere.
struct FeedSettingsPage: TemplateData {
    let key: String
    let searches: [SavedSearchList.Entry]
    /// `market.example`.
    let host: String
    /// `https://market.example`.
    let origin: String

    static let fields: [Field<FeedSettingsPage>] = [
        Field("calendar") { $0.origin + $0.calendarPath },
        // The scheme that calendar apps are registered for.
        Field("subscription") { "webcal://" + $0.host + $0.calendarPath },
        Field("atom") { $0.origin + Link.reminderFeed("\($0.key)\(Atom.suffix)") },
        Field("searches") { page in
            page.searches.map { search in
                SearchAddress(
                    search: search,
                    address: page.origin
                        + Link.savedSearchFeed(page.key[...], "\(search.id)\(Atom.suffix)"))
            }
        },
    ]

    private var calendarPath: String { Link.reminderCalendar(key[...]) }
}

/// The address of a saved search's feed.
private struct SearchAddress: TemplateData {
    let search: SavedSearchList.Entry
    let address: String

    static let fields: [Field<SearchAddress>] = [
        Field("id") { $0.search.id },
        Field("title") { $0.search.title },
        Field("conditions") { $0.search.conditions },
        Field("address") { $0.address },
    ]
}
