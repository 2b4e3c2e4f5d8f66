import HTTPServer

/// The routes of feeds and of the page that lists them, of the events for open pages, and of the
/// files for search engines.
enum FeedRoutes {
    static func all(_ dependencies: Dependencies) throws -> [Route] {
        let events = EventScene(dependencies)
        let items = try ItemFeedScene(dependencies)
        let reminders = try ReminderFeedScene(dependencies)
        let settings = try FeedSettingsScene(dependencies)
        let sitemap = try SitemapScene(dependencies)
        return [
            .get(Link.itemEvents, events.items),
            .get(Link.organiserEvents, events.organiser),
            .shared(.get, Link.sitemap, sitemap.showIndex),
            .shared(.get, Link.sitemapPart, sitemap.showPart),
            .shared(.get, Link.robots, sitemap.showRobots),
            .shared(.get, Link.itemFeed, items.show),
            .shared(.get, Link.reminderFeed, reminders.showAtom),
            .shared(.get, Link.reminderCalendar, reminders.showCalendar),
            .get(Link.feeds, settings.show),
            .get(Link.feedKey, settings.redirect),
            .post(Link.feedKey, settings.renew),
        ]
    }
}
