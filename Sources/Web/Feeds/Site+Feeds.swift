extension Site {
    /// Every path of what is taken elsewhere: feeds, the page that tells where they are, all own
    /// data.
    static func feedRoutes(_ parts: SiteParts) -> [Route] {
        let items = ItemFeedScene(parts)
        let reminders = ReminderFeedScene(parts)
        let settings = FeedSettingsScene(parts)
        let export = ExportScene(parts)
        return [
            .file("/feed.atom", items.show),
            .file("/feeds/:file", reminders.showAtom),
            .file("/feeds/:key/reminders.ics", reminders.showCalendar),
            .get("/my/export", export.send),
            .get("/my/feeds", settings.show),
            .get("/my/feeds/key", settings.goBack),
            .post("/my/feeds/key", settings.renew),
        ]
    }
}
