import HTTPServer
import Market
import ViewModels

/// `/feeds/{key}.atom` and `/feeds/{key}/reminders.ics`: one's reminders, for whom one gave the
/// address.
struct ReminderFeedScene: Sendable {
    private let feed: ReminderFeed
    private let pages: Pages
    private let origin: Origin

    init(_ parts: SiteParts) {
        feed = ReminderFeed(storage: parts.storage)
        pages = parts.pages
        origin = parts.origin
    }

    func showAtom(_ visit: Visit) async throws -> Response {
        let file = visit.parameters[0]
        guard file.hasSuffix(".atom") else { throw SiteError.notFound }
        let key = String(file.dropLast(".atom".count))
        let page = ReminderFeedPage(
            feed: try await feed.output(for: key, at: visit.now),
            origin: origin.text(for: visit.request), path: Feed.atomPath(key))
        let atom = try pages.templates.current().feeds.reminders.render(page)
        return response(atom, Feed.atomType, visit)
    }

    func showCalendar(_ visit: Visit) async throws -> Response {
        let output = try await feed.output(for: String(visit.parameters[0]), at: visit.now)
        let calendar = ReminderCalendar(
            feed: output, host: origin.host(for: visit.request),
            origin: origin.text(for: visit.request))
        return response(calendar.bytes, Feed.calendarType, visit)
    }

    /// Not compressed: its size would tell something of what is in it.
    private func response(_ bytes: [UInt8], _ type: String, _ visit: Visit) -> Response {
        var feed = Representation(
            .bytes(bytes), mediaType: type, tag: EntityTag(digestOf: bytes),
            cacheControl: "private, no-cache", acceptsRanges: false)
        feed.append("X-Robots-Tag", "noindex")
        return feed.response(to: visit.request)
    }
}
