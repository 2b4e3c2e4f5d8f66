import HTTPServer

/// Every path of what is followed from elsewhere: feeds, the page that tells where they are, and the
/// events that open pages listen to.
enum FeedRoutes {
    static func all(_ dependencies: Dependencies) throws -> [Route] {
        let live = LiveScene(dependencies)
        let items = ItemFeedScene(dependencies)
        let reminders = ReminderFeedScene(dependencies)
        let settings = FeedSettingsScene(dependencies)
        return [
            .shared(.get, Link.itemEvents, live.market),
            .get(Link.organiserEvents, live.organiser),
            .shared(.get, Link.itemFeed, items.show),
            .shared(.get, Link.reminderFeed, old: reminders.showAtom),
            .shared(.get, Link.reminderCalendar, old: reminders.showCalendar),
            .get(Link.feeds, settings.show),
            .get(Link.feedKey, settings.goBack),
            .post(Link.feedKey, settings.renew),
        ]
    }
}
