import HTTPServer

/// Every path of what is followed from elsewhere: feeds, the page that tells where they are, the
/// events that open pages listen to, and what search engines ask for.
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
