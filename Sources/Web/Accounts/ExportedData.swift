import Market
import ViewModels

/// What stands in data.json of an export, in this order, by its name there.
enum ExportPart: String, CaseIterable {
    case profile
    case items = "listings"
    case draft
    case lists
    case memos
    case interests
    case reminders
    case trash
    case checklist

    private var explanation: String {
        switch self {
        case .profile: "닉네임, 소개, 가입한 때"
        case .items: "내가 올린 글. status는 \(Self.statuses)"
        case .draft: "쓰다 만 글. 없으면 null"
        case .lists: "목록과 그 안의 할 일(tasks), 새것부터"
        case .memos: "메모, 새것부터"
        case .interests: "관심 글"
        case .reminders: "끄지 않은 알림, 이른 것부터 10,000개까지 (할 일과 메모의 remind_at에도 있어요)"
        case .trash: "지운 지 30일이 안 된 것의 이름과 개수. 내용은 되돌린 뒤에 내려받아 주세요."
        case .checklist: "글을 올릴 때 쓰는 판매 체크리스트"
        }
    }

    private static var statuses: String {
        Item.Status.allCases.map { "\($0.key)(\($0.name))" }.joined(separator: ", ")
    }

    /// A line of README.txt.
    private var line: String {
        "  \(rawValue)" + String(repeating: " ", count: 11 - rawValue.utf8.count) + explanation
    }

    /// What an export says of itself, in the same archive.
    static var readme: String {
        """
        장터에서 내려받은 내 자료

        data.json  내 글, 목록과 할 일, 메모, 관심 글, 알림, 휴지통 (JSON, UTF-8)
        photos/    내 글의 사진과 프로필 사진. 7-1.jpg는 7번 글의 첫 사진이에요.

        data.json 안에는
        \(allCases.map(\.line).joined(separator: "\n"))

        때는 모두 ISO 8601로 적은 세계 표준시(UTC)예요. 한국 시각은 9시간 뒤예요.
        값(price)은 그 화폐의 가장 작은 단위예요. KRW 35000은 35,000원, USD 1250은 12.50달러예요.
        없는 것은 null이에요. 가격 제안을 받는 글의 값도 그래요. 비밀번호와 로그인 기록은 들어 있지 않아요.

        """
    }
}

/// A photo and where it is in the archive. It is not named by its digest: the case of letters tells
/// digests apart, and not every disk tells letters apart by their case.
struct ExportedPhoto: Equatable, Sendable {
    let id: Photo.ID
    let path: String

    static func profile(_ id: Photo.ID) -> ExportedPhoto {
        ExportedPhoto(id: id, path: "photos/profile.jpg")
    }

    /// Numbered from 1 in their order.
    static func all(of item: Item) -> [ExportedPhoto] {
        item.photos.enumerated().map { index, photo in
            ExportedPhoto(id: photo.id, path: "photos/\(item.id)-\(index + 1).jpg")
        }
    }
}

// MARK: - Values

/// An account with its own id; others never learn it.
struct ExportedAccount: JSONObject {
    let account: Account

    func writeFields(to json: inout JSONWriter) {
        let profile = account.profile
        json.field("id", account.id)
        json.field("nickname", profile.nickname.text)
        json.field("about", profile.about)
        json.field("picture", profile.picture.map { ExportedPhoto.profile($0).path })
        json.field("joined_at", account.dateJoined)
    }
}

extension Item: JSONObject {
    func writeFields(to json: inout JSONWriter) {
        json.field("id", id)
        json.field("title", content.title)
        json.field("category", content.category.name)
        json.field("price", content.price.isOpen ? nil : content.price.amount)
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

/// As it was typed.
extension ItemDraft: JSONObject {
    func writeFields(to json: inout JSONWriter) {
        json.field("title", title)
        json.field("category", category)
        json.field("price", price)
        json.field("discounted_price", discountedPrice)
        json.field("currency", currency)
        json.field("stock", stock)
        json.field("is_free", isFree)
        json.field("description", description)
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
        json.field("posted_at", item.datePosted)
    }
}

extension Reminder: JSONObject {
    func writeFields(to json: inout JSONWriter) {
        switch subject {
        case .todo(let id): json.field("task", id)
        case .memo(let id): json.field("memo", id)
        }
        json.field("title", title)
        json.field("remind_at", date)
    }
}

extension Deletion: JSONObject {
    func writeFields(to json: inout JSONWriter) {
        json.field("kind", kind.key)
        json.field("title", title)
        json.field("count", count)
        json.field("deleted_at", date)
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
