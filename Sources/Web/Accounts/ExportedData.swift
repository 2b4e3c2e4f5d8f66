import Market
import ViewModels

/// An account, with the id that its public page has, and what that page says of the person's dealings.
struct ExportedAccount: JSONObject {
    let account: Account
    let facts: PersonFacts
    /// The neighbourhood that they have chosen.
    let neighbourhood: Neighbourhood?

    func writeFields(to json: inout JSONWriter) {
        let profile = account.profile
        json.field("id", account.id)
        json.field("nickname", profile.nickname.text)
        json.field("about", profile.about)
        json.field("picture", profile.picture.map { ExportedPhoto.profile($0).path })
        json.field("neighbourhood", neighbourhood?.name)
        json.field("language", account.language?.tag)
        json.field("joined_at", account.dateJoined)
        json.field("deals", facts.dealings)
        json.field("missed_appointments", facts.noShows)
        json.field("usual_reply_seconds", facts.replyTime)
    }
}

/// An item, with its category's name in the account's language.
struct ExportedItem: JSONObject {
    let item: Item
    let category: String

    func writeFields(to json: inout JSONWriter) {
        let content = item.content
        json.field("id", item.id)
        json.field("purpose", content.purpose.key)
        json.field("title", content.title)
        json.field("category", category)
        json.field("price", content.price.isOpen ? nil : content.price.amount)
        json.field("discounted_price", content.price.discountedAmount)
        json.field("currency", content.price.currency.rawValue)
        json.field("neighbourhood", content.place?.neighbourhood.name)
        json.field("spot", content.place?.spot?.name)
        json.field("stock", content.stock)
        json.field("status", item.status.key)
        json.field("description", content.description)
        json.field("posted_at", item.datePosted)
        json.field("modified_at", item.dateModified)
        json.field("pulled_up_at", item.datePulledUp)
        json.field("photos", ExportedPhoto.all(of: item).map(\.path))
    }
}

/// The fields as they were typed.
extension ItemDraft: JSONObject {
    func writeFields(to json: inout JSONWriter) {
        for (name, text) in texts.sorted(by: { $0.key < $1.key }) {
            json.key(name)
            json.value(text)
        }
    }
}

extension AccountExport.List: JSONObject {
    func writeFields(to json: inout JSONWriter) {
        json.field("id", list.id)
        json.field("title", list.content.title)
        json.field("icon", list.content.icon.rawValue)
        json.field("created_at", list.dateCreated)
        json.field("tasks", todos)
    }
}

extension Todo: JSONObject {
    func writeFields(to json: inout JSONWriter) {
        json.field("id", id)
        json.field("title", content.title)
        json.field("created_at", dateCreated)
        json.field("modified_at", dateModified)
        json.field("completed_at", dateCompleted)
        json.field("remind_at", content.reminder)
        json.field("repeats", content.repetition?.frequency.rawValue)
        json.field("repeats_from", content.repetition?.start)
        json.field("listing", content.item)
    }
}

extension Memo: JSONObject {
    func writeFields(to json: inout JSONWriter) {
        json.field("id", id)
        json.field("text", content.text)
        json.field("created_at", dateCreated)
        json.field("modified_at", dateModified)
        json.field("remind_at", content.reminder)
        json.field("listing", content.item)
    }
}

extension Interest: JSONObject {
    func writeFields(to json: inout JSONWriter) {
        json.field("listing", item.id)
        json.field("title", item.title)
        json.field("former_price", formerAmount)
        json.field("currency", item.price.currency.rawValue)
        json.field("posted_at", item.datePosted)
    }
}

extension FollowedSeller: JSONObject {
    func writeFields(to json: inout JSONWriter) {
        json.field("id", account.id)
        json.field("nickname", account.profile.nickname.text)
        json.field("followed_at", dateFollowed)
    }
}

extension SavedSearch: JSONObject {
    func writeFields(to json: inout JSONWriter) {
        json.field("id", id)
        json.field("name", name)
        json.field("quiet", isQuiet)
        json.field("words", filter.search?.text)
        json.field("category", filter.category?.rawValue)
        json.field("free_only", filter.isFree)
        json.field("lowest_price", filter.minimumPrice)
        json.field("highest_price", filter.maximumPrice)
        json.field("currency", filter.hasPriceRange ? filter.currency.rawValue : nil)
        let places = filter.neighbourhoods.map(\.name)
        json.field("neighbourhood", places.count == 1 ? places.first : nil)
        json.field("neighbourhoods", places)
        json.field("purpose", filter.purpose?.key)
        json.field("listing", post)
        json.field("kept_at", dateCreated)
    }
}

/// Another person, under their present name.
struct ExportedPerson: JSONObject {
    let account: Account

    func writeFields(to json: inout JSONWriter) {
        json.field("id", account.id)
        json.field("nickname", account.profile.nickname.text)
    }
}

extension Report: JSONObject {
    func writeFields(to json: inout JSONWriter) {
        switch subject {
        case .item(let id): json.field("listing", id)
        case .person(let id): json.field("person", id)
        case .message(let id): json.field("message", id)
        }
        json.field("about", excerpt)
        json.field("reason", reason.key)
        json.field("text", text)
        json.field("sent_at", date)
        json.field("looked_at", dateSettled)
        // Not the reason, nor the operator.
        json.field("outcome", decision.map { $0.isOfDeparted ? "has_left" : $0.kind.key })
    }
}

extension Decision.Kind {
    fileprivate var key: String {
        switch self {
        case .dismissed: "nothing_wrong"
        case .hidden: "listing_hidden"
        case .shown: "listing_shown"
        case .suspended: "writing_stopped"
        case .lifted: "writing_allowed"
        case .removed: "message_removed"
        case .returned: "message_returned"
        case .reopened: "looked_at_again"
        case .termChanged: "writing_stopped_until_changed"
        case .keptHidden: "listing_kept_hidden"
        }
    }
}

extension Notice.Kind {
    fileprivate var key: String {
        switch self {
        case .shown: "listing_shown"
        case .suspended: "writing_stopped"
        case .lifted: "writing_allowed"
        case .removed: "message_removed"
        case .returned: "message_returned"
        case .reportedItemHidden: "reported_listing_hidden"
        case .reportedMessageRemoved: "reported_message_removed"
        case .reportActedOn: "report_acted_on"
        case .reportDismissed: "report_dismissed"
        case .reportedHasLeft: "reported_has_left"
        }
    }
}

extension Report.Reason {
    fileprivate var key: String {
        switch self {
        case .fraud: "fraud"
        case .forbidden: "forbidden"
        case .abuse: "abuse"
        case .spam: "spam"
        case .other: "other"
        case .dealing: "dealing"
        }
    }
}

extension Reminder: JSONObject {
    func writeFields(to json: inout JSONWriter) {
        switch subject {
        case .todo(let id): json.field("task", id)
        case .memo(let id): json.field("memo", id)
        case .appointment(let id):
            json.field("chat", id)
            json.field("place", spot)
        case .hiding(let id):
            json.field("hidden_listing", id)
            json.field("reason", hidingReason)
        case .notice(let id):
            json.field("notice", id)
            json.field("kind", notice?.kind.key)
            json.field("reason", notice?.reason)
            json.field("until", notice?.ends)
        case .priceDrop(let id):
            json.field("cheaper_listing", id)
            json.field("former_price", priceDrop?.formerAmount)
            let price = priceDrop?.price
            json.field("price", price?.isOpen == true ? nil : price?.amountToPay)
            json.field("currency", price?.currency.rawValue)
        }
        json.field("title", title)
        json.field("remind_at", date)
    }
}

/// A deletion that can still be undone; a listing is included with all its data.
struct ExportedDeletion: JSONObject {
    let deletion: Deletion
    let item: ExportedItem?

    func writeFields(to json: inout JSONWriter) {
        json.field("kind", deletion.kind.key)
        json.field("title", deletion.title)
        json.field("count", deletion.count)
        json.field("deleted_at", deletion.date)
        json.field("listing", item)
    }
}

extension Deletion.Kind {
    fileprivate var key: String {
        switch self {
        case .lists: "lists"
        case .todos: "tasks"
        case .memos: "memos"
        case .searches: "searches"
        case .items: "items"
        }
    }
}

/// Leaves out the endpoint's address, which would allow sending pushes.
extension PushSubscription: JSONObject {
    func writeFields(to json: inout JSONWriter) {
        json.field("service", endpoint.split(separator: "/").dropFirst().first.map { String($0) })
        json.field("subscribed_at", dateCreated)
    }
}
