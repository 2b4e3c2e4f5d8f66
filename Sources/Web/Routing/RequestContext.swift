import HTTPServer
import Market
import Synchronization
import ViewModels

/// One request on its way through the site.
struct RequestContext: Sendable {
    let request: Request
    /// The path as the table of routes has it.
    let path: String
    /// Whether a program calls the API, which answers with JSON and has no session.
    let isAPI: Bool
    let now: Timestamp
    /// Where the visitor is, as far as can be known.
    let remoteAddress: Address
    /// Who is signed in; known on the way to pages only.
    var member: Member?
    /// How many messages of others about what the browser has posted as a guest were not read; known on the
    /// way to pages only. A member's do not count them: whoever has an account may have posted without it.
    var unreadQuestions = 0
    /// The storage's before anything of it was read.
    var commitCount: UInt64 = 0
    /// Is told what is kept that answers it.
    let kept = KeptSource()
    /// What stood in the variable segments of the route's path, in their order.
    var parameters: [Substring] = []

    /// - Parameter path: where the table of routes has it under another than the request's own.
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

    /// The account signed in to, for what nobody else may see or do. Ask before reading the form:
    /// the one of somebody whose session has ended is carried through the sign-in.
    /// - Throws: `.signedOut`, which leads to the sign-in and back here.
    var account: Account.ID {
        get throws(SiteError) { try signedIn.account.id }
    }

    /// As `account`, with what else is known of it.
    /// - Throws: `.signedOut`.
    var signedIn: Member {
        get throws(SiteError) {
            guard let member else { throw .signedOut(carrying: nil) }
            return member
        }
    }

    /// Of a page whose form whoever is suspended would fill in in vain.
    /// - Throws: `.suspended`.
    func checkMayPost() throws(SiteError) {
        guard member?.isSuspended != true else { throw .suspended }
    }

    /// Of what operators do: to anybody else it is not there.
    /// - Throws: `.signedOut`; `.notFound` for who is no operator.
    func checkOperator() throws(SiteError) {
        guard try signedIn.isOperator else { throw .notFound }
    }

    /// Leads on who is signed in, as from the path that a form is sent to to the page that it is on.
    /// - Throws: `.signedOut`.
    func redirectMember(to path: String) throws(SiteError) -> Response {
        _ = try account
        return .redirect(to: path)
    }

    /// Where the visitor comes from, as tries are counted: an IPv6 subscriber has 2^64 addresses.
    var address: String {
        let bytes = remoteAddress.bytes
        return bytes.prefix(bytes.count == 16 ? 8 : 4).map(String.init).joined(separator: ".")
    }

    /// The page on which a button was pressed, as far as the browser says: one of the organiser's
    /// or an item's, of this site in any case.
    func pageBefore(orElse path: String) -> String {
        guard let page = ReturnPath(before: request)?.text,
            ["/my/", "/items/"].contains(where: { (page + "/").hasPrefix($0) })
        else { return path }
        return page
    }

    /// Whether the page asked for is the one that led here: a button on it was pressed, or it brings itself
    /// up to date. As far as the browser says.
    var isShownAgain: Bool {
        ReturnPath(before: request)?.text.prefix { $0 != "?" } == request.path[...]
    }

    /// Where a page of a list goes on from, `?before=7`; nil begins the list.
    func pageKey<Noun>() -> Identifier<Noun>? {
        request.query["before"].flatMap { Identifier<Noun>(digits: $0) }
    }

    /// Where a page goes on whose row is gone, `#task-7`: the row that its form named as the next.
    func fragment(of kind: String) -> String {
        guard let next = request.query["next"].flatMap(Int64.init(digits:)) else { return "" }
        return "#\(kind)-\(next)"
    }
}

/// What is kept that a request is answered with, if it is; who keeps it knows its type.
final class KeptSource: Sendable {
    private let state = Mutex<(any AnyObject & Sendable)?>(nil)

    var source: (any AnyObject & Sendable)? {
        get { state.withLock { $0 } }
        set { state.withLock { $0 = newValue } }
    }
}

/// Who is signed in.
struct Member: Sendable {
    /// How many open reports an operator is told of at most.
    static let mostOpenReports = 9

    /// What stays as it is while a request is answered. An object: each step that waits holds a member.
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
    /// How many reminders are due, and how many matches of kept searches and listings of followed sellers
    /// have not been seen.
    var dueReminders: Int
    /// How many messages of others were not read.
    var unreadMessages: Int
    /// Whether they have blocked anybody, whose items their lists leave out.
    let hasBlocked: Bool
    /// Whether they look after the market.
    let isOperator: Bool
    /// How many reports wait for an operator, counted to one more than is told; 0 for anybody else.
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
    /// Of the session's token.
    var session: SecretDigest { fixed.session }
    var dateSignedIn: Timestamp { fixed.dateSignedIn }
    /// What they are told where the operator lets them neither write nor post; nil where they may.
    var suspension: SuspensionText? { fixed.suspension }
    /// Goes out with the answer: of a session just begun, or in place of a token grown old.
    var newToken: String? { fixed.newToken }

    /// Whether the operator lets them neither write nor post.
    var isSuspended: Bool { suspension != nil }
}
