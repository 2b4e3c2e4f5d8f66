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

    init(_ parts: SiteParts) {
        // 192 bits.
        settings = FeedSettings(storage: parts.storage) { Token.random(bytes: 24) }
        pages = parts.pages
        cookies = parts.cookies
        origin = parts.origin
    }

    func show(_ visit: Visit) async throws -> Response {
        let output = try await settings.output(of: try visit.account)
        let page = FeedSettingsPage(
            key: output.key, host: origin.host(for: visit.request),
            origin: origin.text(for: visit.request))
        return try pages.response(
            page, \.feeds.settings, caching: "private, no-store", for: visit)
    }

    func renew(_ visit: Visit) async throws -> Response {
        try await settings.renew(of: try visit.account)
        return Flash(.feedRenewed).redirect(to: .feeds, cookies)
    }

    func goBack(_ visit: Visit) async throws -> Response {
        _ = try visit.account
        return .redirect(to: Scene.feeds.path)
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
