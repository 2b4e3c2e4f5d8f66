import Mustache

/// The templates of feeds, which stand alone, and of the page that tells where they are.
struct FeedTemplates: Sendable {
    let items: Template<ItemFeedPage>
    let reminders: Template<ReminderFeedPage>
    let settings: Page<FeedSettingsPage>

    /// - Throws: what is malformed, or names what its output does not have, in all of them.
    init(_ library: Library) throws {
        items = try library.template("item-feed", for: ItemFeedPage.self)
        reminders = try library.template("reminder-feed", for: ReminderFeedPage.self)
        settings = try library.template(
            "feed-settings", for: FeedSettingsPage.self, within: Layout.self)
    }
}
