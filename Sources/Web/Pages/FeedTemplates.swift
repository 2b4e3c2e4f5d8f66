import Mustache

/// The templates of feeds, which stand alone, and of the page that tells where they are.
struct FeedTemplates: Sendable {
    let items: BareTemplate<ItemFeedPage>
    let reminders: BareTemplate<ReminderFeedPage>
    let settings: Page<FeedSettingsPage>

    /// - Throws: what is malformed, or names what its output does not have, in all of them.
    init(_ store: TemplateStore) throws {
        items = try store.bare("item-feed", for: ItemFeedPage.self)
        reminders = try store.bare("reminder-feed", for: ReminderFeedPage.self)
        settings = try store.page("feed-settings", for: FeedSettingsPage.self)
    }
}
