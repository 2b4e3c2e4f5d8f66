import HTTPServer
import Market
import Mustache
import Secrets
import ViewModels

/// `/my/feeds`: the secret addresses of one's reminders, and `POST /my/feeds/key`, which makes new
/// ones.
struct FeedSettingsScene: Sendable {
    private let settings: FeedSettings
    private let pages: Pages
    private let cookies: CookieJar
    private let origin: Origin

    init(_ dependencies: Dependencies) {
        // 192 bits.
        settings = FeedSettings(storage: dependencies.storage) { Token.random(bytes: 24) }
        pages = dependencies.pages
        cookies = dependencies.cookies
        origin = dependencies.origin
    }

    func show(_ context: RequestContext) async throws -> Response {
        let output = try await settings.output(of: try context.account)
        let page = FeedSettingsPage(
            key: output.key, host: origin.host(for: context.request),
            origin: origin.text(for: context.request))
        return try pages.response(
            page, \.feeds.settings, caching: "private, no-store", for: context)
    }

    func renew(_ context: RequestContext) async throws -> Response {
        try await settings.renew(of: try context.account)
        return Flash(.feedRenewed).redirect(to: Link.feeds(), cookies)
    }

    func goBack(_ context: RequestContext) async throws -> Response {
        _ = try context.account
        return .redirect(to: Link.feeds())
    }
}

/// The addresses whole, as they are pasted elsewhere.
struct FeedSettingsPage: TemplateData {
    let key: String
    /// `market.example`.
    let host: String
    /// `https://market.example`.
    let origin: String

    static let fields: [Field<FeedSettingsPage>] = [
        Field("calendar") { $0.origin + Feed.calendarPath($0.key) },
        // A scheme that calendars are registered for.
        Field("subscription") { "webcal://" + $0.host + Feed.calendarPath($0.key) },
        Field("atom") { $0.origin + Feed.atomPath($0.key) },
    ]
}
