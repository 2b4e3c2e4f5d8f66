import HTTPServer
import Market
import ViewModels

/// `/feeds/{key}.atom` and `/feeds/{key}/reminders.ics`: one's reminders, for whom one gave the
/// address.
struct ReminderFeedScene: Sendable {
    private let feed: ReminderFeed
    private let pages: Pages
    private let origin: Origin

    init(_ dependencies: Dependencies) {
        feed = ReminderFeed(storage: dependencies.storage)
        pages = dependencies.pages
        origin = dependencies.origin
    }

    func showAtom(_ context: RequestContext) async throws -> Response {
        let file = context.parameters[0]
        guard file.hasSuffix(".atom") else { throw SiteError.notFound }
        let key = String(file.dropLast(".atom".count))
        let page = ReminderFeedPage(
            feed: try await feed.output(for: key, at: context.now),
            origin: origin.text(for: context.request), path: Feed.atomPath(key))
        let atom = try pages.oldTemplates.feeds.reminders.render(page)
        return response(atom, Feed.atomType, context)
    }

    func showCalendar(_ context: RequestContext) async throws -> Response {
        let output = try await feed.output(for: String(context.parameters[0]), at: context.now)
        let calendar = ReminderCalendar(
            feed: output, host: origin.host(for: context.request),
            origin: origin.text(for: context.request))
        return response(calendar.bytes, Feed.calendarType, context)
    }

    /// Not compressed: its size would tell something of what is in it.
    private func response(_ bytes: [UInt8], _ type: String, _ context: RequestContext) -> Response {
        var feed = Representation(
            .bytes(bytes), mediaType: type, tag: EntityTag(digestOf: bytes),
            cacheControl: "private, no-cache", acceptsRanges: false)
        feed.append("X-Robots-Tag", "noindex")
        return feed.response(to: context.request)
    }
}
