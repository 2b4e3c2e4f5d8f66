import HTTPServer
import Market
import ViewModels

/// An alert that a redirect leaves for the page behind it. In a cookie travel its name, and the
/// number of a deletion that it offers to bring back: nothing else can be said or led to by it.
struct Flash: Equatable {
    enum Name: String {
        case posted
        case listMade = "list-made"
        case memoSaved = "memo-saved"
        case todoAdded = "todo-added"
        case updated
        case deleted
        case restored
        case signedIn = "signed-in"
        case signedOut = "signed-out"
        case signedOutEverywhere = "signed-out-everywhere"
        case passwordChanged = "password-changed"
        case profileSaved = "profile-saved"
        case accountDeleted = "account-deleted"
        case reserved
        case sold
        case soldToWhom = "sold-to-whom"
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
    }

    private static let lifetime = 60

    private let name: Name
    private let deletion: Deletion.ID?

    init(_ name: Name, undoing deletion: Deletion.ID? = nil) {
        self.name = name
        self.deletion = deletion
    }

    var alert: Alert {
        switch name {
        case .posted: .posted
        case .listMade: .listMade
        case .memoSaved: .memoSaved
        case .todoAdded: .todoAdded
        case .updated: .updated
        case .deleted: deletion.map(Alert.trashed) ?? .deleted
        case .restored: .restored
        case .signedIn: .signedIn
        case .signedOut: .signedOut
        case .signedOutEverywhere: .signedOutEverywhere
        case .passwordChanged: .passwordChanged
        case .profileSaved: .profileSaved
        case .accountDeleted: .accountDeleted
        case .reserved: .reserved
        case .sold: .sold
        case .soldToWhom: .soldToWhom
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
        }
    }

    /// Sends the visitor to a page that shows this alert.
    /// - Parameter path: of this site.
    func redirect(to path: String, _ cookies: CookieJar) -> Response {
        var response = Response.redirect(to: path)
        let value = name.rawValue + (deletion.map { ".\($0)" } ?? "")
        cookies.set(.alert, to: value, lifetime: Self.lifetime, on: &response)
        return response
    }

    /// The alert left for this request's page; a window that brings its own page up to date leaves
    /// it to the one for which it is.
    init?(in request: Request, _ cookies: CookieJar) {
        guard request.headers["X-Refresh"] == nil,
            let value = cookies.value(.alert, in: request)
        else { return nil }
        let parts = value.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard let name = Name(rawValue: String(parts[0])) else { return nil }
        guard parts.count == 2 else {
            self.init(name)
            return
        }
        guard let deletion = Deletion.ID(digits: parts[1]) else { return nil }
        self.init(name, undoing: deletion)
    }

    /// Takes the alert away: it is shown once.
    static func clear(on response: inout Response, _ cookies: CookieJar) {
        cookies.set(.alert, to: "", lifetime: 0, on: &response)
    }
}
