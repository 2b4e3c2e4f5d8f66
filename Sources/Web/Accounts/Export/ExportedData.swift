import Market
import ViewModels

// How data.json of an export writes each thing. README.txt tells people the same.

/// An account with its own id; others never learn it.
struct ExportedAccount: JSONValue {
    let account: Account

    func write(to json: inout JSONWriter) {
        let profile = account.profile
        json.object { json in
            json.field("id", account.id)
            json.field("nickname", profile.nickname.text)
            json.field("about", profile.about)
            json.field("picture", profile.picture.map { ExportedPhoto(profile: $0).path })
            json.field("joined_at", account.dateJoined)
        }
    }
}

extension Item: JSONValue {
    func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("id", id)
            json.field("title", content.title)
            json.field("category", content.category.name)
            json.field("price", content.price.amount)
            json.field("discounted_price", content.price.discountedAmount)
            json.field("currency", content.price.currency.rawValue)
            json.field("stock", content.stock)
            json.field("status", status.key)
            json.field("description", content.description)
            json.field("posted_at", datePosted)
            json.field("modified_at", dateModified)
            json.field("pulled_up_at", datePulledUp)
            json.field("photos", ExportedPhoto.all(of: self).map(\.path))
        }
    }
}

extension AccountExport.List: JSONValue {
    func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("id", list.id)
            json.field("title", list.content.title)
            json.field("icon", list.content.icon.rawValue)
            json.field("created_at", list.dateCreated)
            json.field("tasks", todos)
        }
    }
}

extension Todo: JSONValue {
    func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("id", id)
            json.field("title", content.title)
            json.field("created_at", dateCreated)
            json.field("modified_at", dateModified)
            json.field("completed_at", dateCompleted)
            json.field("remind_at", content.reminder)
            json.field("listing", content.item)
        }
    }
}

extension Memo: JSONValue {
    func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("id", id)
            json.field("text", content.text)
            json.field("created_at", dateCreated)
            json.field("modified_at", dateModified)
            json.field("remind_at", content.reminder)
            json.field("listing", content.item)
        }
    }
}

extension Interest: JSONValue {
    func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("listing", item.id)
            json.field("title", item.title)
            json.field("posted_at", item.datePosted)
        }
    }
}

extension Reminder: JSONValue {
    func write(to json: inout JSONWriter) {
        json.object { json in
            switch subject {
            case .todo(let id): json.field("task", id)
            case .memo(let id): json.field("memo", id)
            }
            json.field("title", title)
            json.field("remind_at", date)
        }
    }
}

extension Deletion: JSONValue {
    func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("kind", kind.key)
            json.field("title", title)
            json.field("count", count)
            json.field("deleted_at", date)
        }
    }
}

extension Deletion.Kind {
    fileprivate var key: String {
        switch self {
        case .lists: "lists"
        case .todos: "tasks"
        case .memos: "memos"
        }
    }
}
