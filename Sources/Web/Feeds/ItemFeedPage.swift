import Market
import Mustache
import ViewModels

/// A list of listings as Atom (RFC 4287) shows it.
struct ItemFeedPage: Sendable {
    let list: ItemList.Output
    /// `https://market.example`.
    let origin: String
}

extension ItemFeedPage: TemplateData {
    static let fields: [Field<ItemFeedPage>] = [
        Field("origin") { $0.origin },
        Field("heading") { $0.list.heading },
        Field("feedPath") { ItemListLink(ItemListQuery($0.list.filter), at: Link.itemFeed) },
        Field("listPath") { ItemListLink(ItemListQuery($0.list.filter)) },
        Field("dateUpdated") { $0.dateUpdated },
        Field("entries") { page in page.list.entries.map(ItemFeedEntry.init) },
    ]

    /// When the newest was posted; a feed without any has to name a date too.
    private var dateUpdated: String {
        list.entries.map(\.datePosted.description).max() ?? "1970-01-01T00:00:00Z"
    }
}

/// A listing of the feed.
struct ItemFeedEntry: TemplateData {
    let item: ItemList.Entry

    static let fields: [Field<ItemFeedEntry>] = [
        Field("id") { $0.item.id },
        Field("title") { $0.item.title.xmlText },
        Field("price") { $0.item.price.text },
        Field("categoryName") { $0.item.category },
        Field("status") { $0.item.status.name },
        Field("datePosted") { $0.item.datePosted },
        Field("photo") { $0.item.photo },
    ]
}
