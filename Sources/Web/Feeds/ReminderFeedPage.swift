import Market
import Mustache
import ViewModels

/// A reminder feed as Atom (RFC 4287) shows it.
struct ReminderFeedPage: Sendable {
    let feed: ReminderFeed.Output
    /// `https://market.example`.
    let origin: String
    /// Of the feed itself.
    let path: String
}

extension ReminderFeedPage: TemplateData {
    static let fields: [Field<ReminderFeedPage>] = [
        Field("origin") { $0.origin },
        Field("path") { $0.path },
        Field("account") { $0.feed.account },
        Field("title") { $0.feed.title.xmlText },
        Field("nickname") { $0.feed.nickname.xmlText },
        Field("dateUpdated") { $0.feed.dateUpdated },
        Field("entries") { $0.feed.entries },
    ]
}

extension ReminderFeed.Entry: TemplateData {
    public static let fields: [Field<ReminderFeed.Entry>] = [
        Field("path") { $0.subject.path },
        Field("kind") { $0.subject.kind },
        Field("title") { $0.title.xmlText },
        Field("date") { $0.date },
        Field("dateUpdated") { $0.dateUpdated },
    ]
}
