import HTTPServer
import Market
import ViewModels

/// An alert that a redirect leaves for the page it leads to. Its cookie holds only the alert's
/// name, the ids that its button needs, or a count: a forged cookie can neither show other
/// words nor link elsewhere.
enum Flash {
    case named(Alert.Name)
    case undoing(Alert.Undoing)
    case releasing(Alert.Hold)
    /// The number of listings that have become the account's.
    case takingOver(Int)
    /// The number of pieces that are left after a sale elsewhere.
    case leaving(Int64)
    /// Somebody may write again, with the number of listings that are shown again; there is nothing to undo.
    case lifting(showing: Int)

    private static let lifetime = 60

    var alert: Alert {
        switch self {
        case .named(let name): Alert(name)
        case .undoing(let undoing): Alert(undoing: undoing)
        case .releasing(let hold): Alert(releasing: hold)
        case .takingOver(let count): Alert(takingOver: count)
        case .leaving(let count): Alert(leaving: count)
        case .lifting(showing: let count): Alert(showingWithThem: count)
        }
    }

    /// Redirects the visitor to a page that shows this alert.
    /// - Parameter path: a path of this site.
    func redirect(to path: String, _ cookies: CookieJar) -> Response {
        var response = Response.redirect(to: path)
        cookies.set(.alert, to: text, lifetime: Self.lifetime, on: &response)
        return response
    }

    /// Reads the alert left for this request's page; nil if there is none. A page that refreshes
    /// itself (`X-Refresh`) leaves the alert to the page that it is meant for.
    init?(in request: Request, _ cookies: CookieJar) {
        guard request.headers["X-Refresh"] == nil,
            let value = cookies.value(.alert, in: request)
        else { return nil }
        self.init(value)
    }

    /// Removes the alert, because it is shown once.
    static func clear(on response: inout Response, _ cookies: CookieJar) {
        cookies.set(.alert, to: "", lifetime: 0, on: &response)
    }

    private var text: String {
        switch self {
        case .named(let name): name.rawValue
        case .undoing(.deletion(let id)): "deleted.\(id)"
        case .undoing(.guestDeletion(let id)): "guests.\(id)"
        case .undoing(.search(let id)): "search.\(id)"
        case .undoing(.closing(let id, of: nil)): "sold.\(id)"
        case .undoing(.closing(let id, of: let item?)): "sold.\(id).\(item)"
        case .undoing(.hiding(let id)): "hidden.\(id)"
        case .undoing(.removal(let id)): "removed.\(id)"
        case .undoing(.showing(let id)): "shown.\(id)"
        case .undoing(.returning(let id)): "returned.\(id)"
        case .undoing(.suspension(let id, hiding: let count)): "suspended.\(id).\(count)"
        case .undoing(.lifting(let id, showing: let count)): "lifted.\(id).\(count)"
        case .undoing(.termChange(let id, until: let end)): "term.\(id).\(end?.seconds ?? 0)"
        case .undoing(.dismissal(let id, ofDeparted: false)): "dismissed.\(id)"
        case .undoing(.dismissal(let id, ofDeparted: true)): "left.\(id)"
        case .undoing(.block(let id, in: let conversation, ending: let hasEnded)):
            "blocked.\(id).\(conversation ?? 0).\(hasEnded ? 1 : 0)"
        case .undoing(.archiving(let id)): "archived.\(id)"
        case .undoing(.announcement(let id)): "announcement.\(id)"
        case .undoing(.ending(let id, until: let end)): "ended.\(id).\(end?.seconds ?? 0)"
        case .releasing(let hold): hold.text
        case .takingOver(let count): "taken.\(count)"
        case .leaving(let count): "remaining.\(count)"
        case .lifting(showing: let count): "lifted.\(count)"
        }
    }

    /// Parses what `text` produces.
    private init?(_ text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        let numbers = parts.dropFirst().compactMap { Int64(digits: $0) }
        guard numbers.count == parts.count - 1 else { return nil }
        switch (String(parts[0]), numbers.count) {
        case (_, 0):
            guard let name = Alert.Name(rawValue: text) else { return nil }
            self = .named(name)
        case ("deleted", 1): self = .undoing(.deletion(Deletion.ID(rawValue: numbers[0])))
        case ("guests", 1): self = .undoing(.guestDeletion(Item.ID(rawValue: numbers[0])))
        case ("search", 1): self = .undoing(.search(Deletion.ID(rawValue: numbers[0])))
        case ("sold", 1):
            self = .undoing(.closing(Conversation.ID(rawValue: numbers[0]), of: nil))
        case ("sold", 2):
            let item = Item.ID(rawValue: numbers[1])
            self = .undoing(.closing(Conversation.ID(rawValue: numbers[0]), of: item))
        case ("hidden", 1): self = .undoing(.hiding(Item.ID(rawValue: numbers[0])))
        case ("removed", 1): self = .undoing(.removal(Report.ID(rawValue: numbers[0])))
        case ("shown", 1): self = .undoing(.showing(Item.ID(rawValue: numbers[0])))
        case ("returned", 1): self = .undoing(.returning(Report.ID(rawValue: numbers[0])))
        case ("suspended", 2):
            let account = Account.ID(rawValue: numbers[0])
            self = .undoing(.suspension(account, hiding: Int(numbers[1])))
        case ("dismissed", 1), ("left", 1):
            self = .undoing(
                .dismissal(Report.ID(rawValue: numbers[0]), ofDeparted: parts[0] == "left"))
        case ("blocked", 3):
            let conversation = numbers[1] > 0 ? Conversation.ID(rawValue: numbers[1]) : nil
            self = .undoing(
                .block(
                    Account.ID(rawValue: numbers[0]), in: conversation, ending: numbers[2] > 0))
        case ("archived", 1): self = .undoing(.archiving(Conversation.ID(rawValue: numbers[0])))
        case ("announcement", 1):
            self = .undoing(.announcement(Announcement.ID(rawValue: numbers[0])))
        case ("ended", 2):
            let end = numbers[1] > 0 ? Timestamp(seconds: numbers[1]) : nil
            self = .undoing(.ending(Announcement.ID(rawValue: numbers[0]), until: end))
        case ("held", 1...2), ("appointed", 1...2):
            self = .releasing(Alert.Hold(numbers, hasAppointment: parts[0] == "appointed"))
        case ("taken", 1): self = .takingOver(Int(numbers[0]))
        case ("remaining", 1): self = .leaving(numbers[0])
        case ("lifted", 1): self = .lifting(showing: Int(numbers[0]))
        case ("lifted", 2):
            let account = Account.ID(rawValue: numbers[0])
            self = .undoing(.lifting(account, showing: Int(numbers[1])))
        case ("term", 2):
            let end = numbers[1] > 0 ? Timestamp(seconds: numbers[1]) : nil
            self = .undoing(.termChange(Account.ID(rawValue: numbers[0]), until: end))
        default: return nil
        }
    }
}

extension Alert.Hold {
    /// - Parameter numbers: the ids of the conversation and, if it is a guest's, of the item.
    fileprivate init(_ numbers: [Int64], hasAppointment: Bool) {
        self.init(
            in: Conversation.ID(rawValue: numbers[0]),
            of: numbers.count > 1 ? Item.ID(rawValue: numbers[1]) : nil,
            hasAppointment: hasAppointment)
    }

    fileprivate var text: String {
        let name = hasAppointment ? "appointed" : "held"
        return item.map { "\(name).\(conversation).\($0)" } ?? "\(name).\(conversation)"
    }
}
