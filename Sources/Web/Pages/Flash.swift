import HTTPServer
import Market
import ViewModels

/// An alert that a redirect leaves for the page behind it. In a cookie travel its name, and the
/// numbers of what it offers to undo: nothing else can be said or led to by it.
struct Flash: Equatable {
    enum Name: String {
        case posted
        case postedAgain = "posted-again"
        case listMade = "list-made"
        case memoSaved = "memo-saved"
        case todoAdded = "todo-added"
        case updated
        case itemUpdated = "item-updated"
        case deleted
        case restored
        case signedIn = "signed-in"
        case suspended
        case signedOut = "signed-out"
        case signedOutEverywhere = "signed-out-everywhere"
        case passwordChanged = "password-changed"
        case profileSaved = "profile-saved"
        case pushesEnded = "pushes-ended"
        case accountDeleted = "account-deleted"
        case reserved
        case sold
        case soldToWhom = "sold-to-whom"
        case appointmentStands = "appointment-stands"
        case offeredAgain = "offered-again"
        case found
        case wantedAgain = "wanted-again"
        case pulledUp = "pulled-up"
        case takenOver = "taken-over"
        case feedRenewed = "feed-renewed"
        case searchKept = "search-kept"
        case interested
        case reviewed
        case reviewAnswered = "review-answered"
        case blocked
        case unblocked
        case reported
        case itemHidden = "item-hidden"
        case itemShown = "item-shown"
        case writingStopped = "writing-stopped"
        case writingAllowed = "writing-allowed"
        case reportDismissed = "report-dismissed"
    }

    private static let lifetime = 60

    private let name: Name
    private let undoing: Alert.Undoing?

    init(_ name: Name) {
        self.name = name
        undoing = nil
    }

    /// Says that something was done which may be undone.
    init(undoing: Alert.Undoing) {
        name =
            switch undoing {
            case .deletion: .deleted
            case .closing: .sold
            case .hiding: .itemHidden
            case .suspension: .writingStopped
            }
        self.undoing = undoing
    }

    var alert: Alert {
        switch undoing {
        case .deletion(let id): .trashed(id)
        case .closing(let id, of: let item): .closed(id, of: item)
        case .hiding(let id): .itemHidden(id)
        case .suspension(let id): .writingStopped(id)
        case nil: namedAlert
        }
    }

    private var namedAlert: Alert {
        switch name {
        case .posted: .posted
        case .postedAgain: .postedAgain
        case .listMade: .listMade
        case .memoSaved: .memoSaved
        case .todoAdded: .todoAdded
        case .updated: .updated
        case .itemUpdated: .itemUpdated
        case .deleted: .deleted
        case .restored: .restored
        case .signedIn: .signedIn
        case .suspended: .suspended
        case .signedOut: .signedOut
        case .signedOutEverywhere: .signedOutEverywhere
        case .passwordChanged: .passwordChanged
        case .profileSaved: .profileSaved
        case .pushesEnded: .pushesEnded
        case .accountDeleted: .accountDeleted
        case .reserved: .reserved
        case .sold: .sold
        case .soldToWhom: .soldToWhom
        case .appointmentStands: .appointmentStands
        case .offeredAgain: .offeredAgain
        case .found: .found
        case .wantedAgain: .wantedAgain
        case .pulledUp: .pulledUp
        case .takenOver: .takenOver
        case .feedRenewed: .feedRenewed
        case .searchKept: .searchKept
        case .interested: .interested
        case .reviewed: .reviewed
        case .reviewAnswered: .reviewAnswered
        case .blocked: .blocked
        case .unblocked: .unblocked
        case .reported: .reported
        case .itemHidden: .itemHidden(nil)
        case .itemShown: .itemShown
        case .writingStopped: .writingStopped(nil)
        case .writingAllowed: .writingAllowed
        case .reportDismissed: .reportDismissed
        }
    }

    /// Sends the visitor to a page that shows this alert.
    /// - Parameter path: of this site.
    func redirect(to path: String, _ cookies: CookieJar) -> Response {
        var response = Response.redirect(to: path)
        let value = ([name.rawValue] + (undoing?.numbers ?? [])).joined(separator: ".")
        cookies.set(.alert, to: value, lifetime: Self.lifetime, on: &response)
        return response
    }

    /// The alert left for this request's page; a window that brings its own page up to date leaves
    /// it to the one for which it is.
    init?(in request: Request, _ cookies: CookieJar) {
        guard request.headers["X-Refresh"] == nil,
            let value = cookies.value(.alert, in: request)
        else { return nil }
        let parts = value.split(separator: ".", omittingEmptySubsequences: false)
        guard let name = Name(rawValue: String(parts[0])) else { return nil }
        guard parts.count > 1 else {
            self.init(name)
            return
        }
        let numbers = parts.dropFirst().compactMap { Int64(digits: $0) }
        guard numbers.count == parts.count - 1,
            let undoing = Alert.Undoing(offeredBy: name, numbers)
        else { return nil }
        self.init(undoing: undoing)
    }

    /// Takes the alert away: it is shown once.
    static func clear(on response: inout Response, _ cookies: CookieJar) {
        cookies.set(.alert, to: "", lifetime: 0, on: &response)
    }
}

extension Alert.Undoing {
    /// As they stand in a cookie behind the alert's name.
    fileprivate var numbers: [String] {
        switch self {
        case .deletion(let id): ["\(id)"]
        case .closing(let id, of: let item): ["\(id)"] + (item.map { ["\($0)"] } ?? [])
        case .hiding(let id): ["\(id)"]
        case .suspension(let id): ["\(id)"]
        }
    }

    /// Nil where an alert of that name offers nothing by so many numbers.
    fileprivate init?(offeredBy name: Flash.Name, _ numbers: [Int64]) {
        switch (name, numbers.count) {
        case (.deleted, 1): self = .deletion(Deletion.ID(rawValue: numbers[0]))
        case (.sold, 1): self = .closing(Conversation.ID(rawValue: numbers[0]), of: nil)
        case (.sold, 2):
            self = .closing(
                Conversation.ID(rawValue: numbers[0]), of: Item.ID(rawValue: numbers[1]))
        case (.itemHidden, 1): self = .hiding(Item.ID(rawValue: numbers[0]))
        case (.writingStopped, 1): self = .suspension(Account.ID(rawValue: numbers[0]))
        default: return nil
        }
    }
}
