extension Site {
    /// Every path of what is taken elsewhere: feeds, the page that tells where they are, all own
    /// data.
    static func feedRoutes(_ dependencies: Dependencies) -> [Route] {
        let items = ItemFeedScene(dependencies)
        let reminders = ReminderFeedScene(dependencies)
        let settings = FeedSettingsScene(dependencies)
        let export = ExportScene(dependencies)
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
