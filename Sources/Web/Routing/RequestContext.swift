import HTTPServer
import Market
import Synchronization
import ViewModels

/// One request and what is known about it.
struct RequestContext: Sendable {
    let request: Request
    /// The path as it is looked up in the route table.
    let path: String
    /// Whether it is an API call, which is answered with JSON and has no session.
    let isAPI: Bool
    let now: Timestamp
    /// The client's address, as far as it can be known.
    let remoteAddress: Address
    /// The member who is signed in; known only for routes that look the visitor up.
    var member: Member?
    /// How many unread messages there are about listings that this browser posted as a guest; known
    /// only for routes that look the visitor up. Counted for members, too, because they may also
    /// have posted without an account.
    var unreadQuestions = 0
    /// The storage's commit count before anything was read for the request.
    var commitCount: UInt64 = 0
    /// Receives the cached page that answers the request, if there is one.
    let kept = CachedSource()
    /// The values of the route path's variable segments, in order.
    var parameters: [Substring] = []

    /// - Parameter path: the path to look up, if it differs from the request's own.
    init(
        request: Request, path: String? = nil, isAPI: Bool = false, now: Timestamp,
        remoteAddress: Address
    ) {
        self.request = request
        self.path = path ?? request.path
        self.isAPI = isAPI
        self.now = now
        self.remoteAddress = remoteAddress
    }

    /// The signed-in account, for whatever nobody else may see or do. Read it before the form: if
    /// the session has ended, the form is carried through the sign-in.
    /// - Throws: `.signedOut`, which leads to the sign-in and back here.
    var account: Account.ID {
        get throws(SiteError) { try signedIn.account.id }
    }

    /// The signed-in member; see `account`.
    /// - Throws: `.signedOut`.
    var signedIn: Member {
        get throws(SiteError) {
            guard let member else { throw .signedOut(carrying: nil) }
            return member
        }
    }

    /// Checks that the viewer may post, for pages whose form a suspended member would fill in in vain.
    /// - Throws: `.suspended`.
    func checkMayPost() throws(SiteError) {
        guard member?.isSuspended != true else { throw .suspended }
    }

    /// Checks that the viewer is an operator; to anybody else the page does not exist.
    /// - Throws: `.signedOut`; `.notFound` if the member is no operator.
    func checkOperator() throws(SiteError) {
        guard try signedIn.isOperator else { throw .notFound }
    }

    /// Redirects a signed-in member, for example from the path that a form is sent to to the form's page.
    /// - Throws: `.signedOut`.
    func redirectMember(to path: String) throws(SiteError) -> Response {
        _ = try account
        return .redirect(to: path)
    }

    /// The client's address as the limiters count it: the first 64 bits of an IPv6 address, because
    /// one subscriber has 2^64 of them.
    var address: String {
        let bytes = remoteAddress.bytes
        return bytes.prefix(bytes.count == 16 ? 8 : 4).map(String.init).joined(separator: ".")
    }

    /// The page on which a button was pressed, according to the `Referer`: a page of the organiser
    /// or an item's, always of this site.
    func pageBefore(orElse path: String) -> String {
        guard let page = ReturnPath(before: request)?.text,
            ["/my/", "/items/"].contains(where: { (page + "/").hasPrefix($0) })
        else { return path }
        return page
    }

    /// Whether the page asked for is also the one that led here, according to the `Referer`: one of
    /// its buttons was pressed, or it refreshes itself.
    var isShownAgain: Bool {
        ReturnPath(before: request)?.text.prefix { $0 != "?" } == request.path[...]
    }

    /// The key after which a page of a list begins, `?before=7`; nil for the first page.
    func pageKey<Noun>() -> Identifier<Noun>? {
        request.query["before"].flatMap { Identifier<Noun>(digits: $0) }
    }

    /// The key after which a page of a list by date begins, `?before=1700000000-7`; nil for the first page.
    func datedPageKey<Noun>(_ name: String = "before") -> DatedKey<Noun>? {
        request.query[name].flatMap { DatedKey<Noun>($0) }
    }

    /// The end that an undo button brings back, `?until=1795219200`; nil for never.
    /// - Throws: `.badRequest` for anything but a moment up to the year 9999: a larger number could not be
    ///   shown as a date.
    func formerEnd() throws(SiteError) -> Timestamp? {
        guard let text = request.query["until"] else { return nil }
        guard let seconds = Int64(digits: text), seconds < 253_402_300_800 else {
            throw .badRequest
        }
        return Timestamp(seconds: seconds)
    }

    /// The fragment to scroll to when a row has gone, `#task-7`: the row that its form named as the next one.
    func fragment(of kind: String) -> String {
        guard let next = request.query["next"].flatMap(Int64.init(digits:)) else { return "" }
        return "#\(kind)-\(next)"
    }
}

extension DatedKey {
    /// Parses what `text` returns; nil for anything else.
    fileprivate init?(_ text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, let seconds = Int64(digits: parts[0]),
            let id = Identifier<Noun>(digits: parts[1])
        else { return nil }
        self.init(date: Timestamp(seconds: seconds), id: id)
    }

    /// The key in the address of the page that begins after it: `1700000000-7`.
    var text: String { "\(date.seconds)-\(id)" }
}

/// The cached object that a request was answered with, if any; the cache that set it knows its type.
final class CachedSource: Sendable {
    private let state = Mutex<(any AnyObject & Sendable)?>(nil)

    var source: (any AnyObject & Sendable)? {
        get { state.withLock { $0 } }
        set { state.withLock { $0 = newValue } }
    }
}

/// The member who is signed in.
struct Member: Sendable {
    /// The most open reports that an operator's header counts.
    static let mostOpenReports = 9

    /// The values that do not change during a request. A class, because every suspended step holds
    /// a copy of the member.
    private final class Fixed: Sendable {
        let account: Account
        let session: SecretDigest
        let dateSignedIn: Timestamp
        let suspension: SuspensionText?
        let newToken: String?

        init(
            _ account: Account, _ session: SecretDigest, _ dateSignedIn: Timestamp,
            _ suspension: SuspensionText?, _ newToken: String?
        ) {
            (self.account, self.session, self.dateSignedIn) = (account, session, dateSignedIn)
            (self.suspension, self.newToken) = (suspension, newToken)
        }
    }

    private let fixed: Fixed
    /// How many reminders are due, and how many matches of saved searches and listings of followed
    /// sellers are unseen.
    var dueReminders: Int
    /// How many messages from others are unread.
    var unreadMessages: Int
    /// Whether they have blocked anybody; their lists then leave out those people's items.
    let hasBlocked: Bool
    /// Whether they are an operator.
    let isOperator: Bool
    /// How many reports are open, counted to one more than the header shows; 0 if not an operator.
    let openReports: Int

    init(
        account: Account, session: SecretDigest, dateSignedIn: Timestamp, dueReminders: Int,
        unreadMessages: Int, hasBlocked: Bool, suspension: SuspensionText?, isOperator: Bool,
        openReports: Int, newToken: String?
    ) {
        fixed = Fixed(account, session, dateSignedIn, suspension, newToken)
        (self.dueReminders, self.unreadMessages) = (dueReminders, unreadMessages)
        (self.hasBlocked, self.isOperator) = (hasBlocked, isOperator)
        self.openReports = openReports
    }

    var account: Account { fixed.account }
    /// The digest of the session's token.
    var session: SecretDigest { fixed.session }
    var dateSignedIn: Timestamp { fixed.dateSignedIn }
    /// What the member is told about their suspension; nil if they are not suspended.
    var suspension: SuspensionText? { fixed.suspension }
    /// A token to send with the answer: of a session just begun, or to replace an old token; otherwise nil.
    var newToken: String? { fixed.newToken }

    /// Whether the operator has suspended them, so that they may neither write nor post.
    var isSuspended: Bool { suspension != nil }
}
