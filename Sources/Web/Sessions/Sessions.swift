import HTTPServer
import Market
import Secrets
import ViewModels

/// Manages sessions: a cookie holds a random token, the storage only the token's digest.
struct Sessions: Sendable {
    /// How long a session lasts after its token was last replaced, in seconds: 30 days.
    static let lifetime: Int64 = 30 * 86_400
    /// The age at which the next page replaces a token, in seconds: a day.
    static let tokenLifetime: Int64 = 86_400
    /// 256 bits in base64url.
    private static let tokenLength = 43

    let storage: any MarketStorage
    let cookies: CookieJar
    let signer: Signer
    /// The operators' accounts.
    let operators: Set<Account.ID>
    /// The zone in which the end of a suspension is shown.
    let zone: MarketTimeZone

    /// The signed-in member; nil if there is none. Without a token nothing is read from the storage.
    /// - Parameter mayRenew: whether the answer can carry a new token if one is due.
    func member(
        of context: RequestContext, mayRenew: Bool = true
    ) async throws(StorageError) -> Member? {
        guard let token = token(context) else { return nil }
        guard let visitor = try await storage.visitor(digest(token), at: context.now) else {
            return nil
        }
        let renewed = mayRenew ? await renewed(visitor.session, by: token, context) : nil
        return try await member(
            visitor, session: renewed?.digest ?? visitor.session.digest, newToken: renewed?.token)
    }

    /// Signs an account in, always with a new token whatever the visitor came with, so that a token
    /// planted before is worthless.
    /// - Parameters:
    ///   - credentials: the account and the password hash that was verified for it.
    ///   - answer: receives the context of the member now signed in; the token is added to its response.
    ///   - outdated: answers instead if the password has changed meanwhile.
    /// - Throws: `StorageError`; whatever `answer` and `outdated` throw.
    func begin(
        _ credentials: Credentials, for context: RequestContext,
        answer: (RequestContext) async throws -> Response,
        outdated: () throws -> Response = { throw SiteError.wrongPassword }
    ) async throws -> Response {
        var context = context
        do throws(StorageError) {
            context.member = try await member(signingInBy: credentials, for: context)
        } catch .changedMeanwhile {
            return try outdated()
        }
        var response = try await answer(context)
        handOut(to: context, on: &response)
        return response
    }

    private func member(
        signingInBy credentials: Credentials, for context: RequestContext
    ) async throws(StorageError) -> Member {
        let token = Self.newToken()
        let session = Session(
            digest: digest(token), account: credentials.account, dateCreated: context.now,
            lastSeen: context.now, expires: context.now + Self.lifetime)
        try await storage.insert(session, byPassword: credentials.passwordHash)
        if let member = context.member { try await storage.deleteSession(member.session) }
        guard let visitor = try await storage.visitor(session.digest, at: context.now) else {
            throw .notFound
        }
        return try await member(visitor, session: session.digest, newToken: token)
    }

    private func member(
        _ visitor: Visitor, session: SecretDigest, newToken: String?
    ) async throws(StorageError) -> Member {
        let account = visitor.account
        let isOperator = operators.contains(account.id)
        var openReports = 0
        if isOperator {
            openReports = try await storage.countOpenReports(upTo: Member.mostOpenReports + 1)
        }
        let suspension =
            visitor.isSuspended
            ? SuspensionText(
                because: visitor.suspensionReason, until: visitor.suspensionEnds, in: zone) : nil
        return Member(
            account: account, session: session, dateSignedIn: visitor.session.dateCreated,
            dueReminders: visitor.dueReminders
                + (try await countUnseenItems(
                    of: account.id, followed: visitor.unseenFollowedItems)),
            unreadMessages: visitor.unreadMessages, hasBlocked: visitor.hasBlocked,
            suspension: suspension, isOperator: isOperator, openReports: openReports,
            newToken: newToken)
    }

    /// How many reminders are due, and how many matches of saved searches and listings of followed
    /// sellers are unseen.
    func dueReminders(
        of account: Account.ID, at now: Timestamp
    ) async throws(StorageError) -> Int {
        let due = try await storage.countDueReminders(of: account, at: now)
        let listings = try await storage.countUnseenFollowedItems(of: account)
        return due + (try await countUnseenItems(of: account, followed: listings))
    }

    /// The unseen matches of saved searches and listings of followed sellers. A listing that is both counts
    /// once.
    /// - Parameter listings: how many listings of followed sellers are unseen.
    private func countUnseenItems(
        of account: Account.ID, followed listings: Int
    ) async throws(StorageError) -> Int {
        let matches = try await storage.countUnseenMatches(of: account)
        guard listings > 0, matches > 0 else { return listings + matches }
        let both = try await storage.countUnseenFollowedMatches(of: account)
        // Read one after the other, so that more may be unseen by now than there were at first.
        return max(listings + matches - both, matches)
    }

    /// Whether the session is still open, judged at a time that may be slightly past.
    func isOpen(_ digest: SecretDigest, at then: Timestamp) async throws(StorageError) -> Bool {
        try await storage.session(digest, at: then) != nil
    }

    /// Signs out of this session.
    func end(_ member: Member, on response: inout Response) async throws(StorageError) {
        try await storage.deleteSession(member.session)
        clearToken(on: &response)
    }

    /// Signs out of all of the account's sessions.
    func endAll(_ member: Member, on response: inout Response) async throws(StorageError) {
        try await storage.deleteSessions(of: member.account.id, except: nil)
        clearToken(on: &response)
    }

    /// Sends the member's new token, if there is one.
    func handOut(to context: RequestContext, on response: inout Response) {
        guard let member = context.member, let token = member.newToken else { return }
        cookies.set(.session, to: token, lifetime: Int(Self.lifetime), on: &response)
        cookies.set(
            .writer, to: writerMark(of: member.account.id), lifetime: Int(Self.lifetime),
            on: &response)
    }

    /// A mark that identifies the account whose form arrived after its session had ended. It grants
    /// nothing. It is signed, so that on a shared computer it does not tell who was there.
    func writerMark(of account: Account.ID) -> String {
        signer.sign("writer \(account)")
    }

    /// The mark of the account last signed in here; nil if the browser sends none.
    func lastWriter(_ context: RequestContext) -> String? {
        cookies.value(.writer, in: context.request)
    }

    // MARK: - Several programs

    /// All server processes know of a write after this many seconds.
    private static let secondsToFollow = 10

    /// Lets whichever server process the visitor reaches next show what this one wrote for them.
    func noteOwnWrite(on response: inout Response) {
        guard let commit = storage.sharedCommit, response.status.code < 400 else { return }
        cookies.set(.commit, to: signed(commit), lifetime: Self.secondsToFollow, on: &response)
    }

    /// Waits until this process knows of what another one wrote for the visitor. The commit must
    /// carry a valid signature, because only few requests may wait at once.
    func waitForOwnWrite(of context: RequestContext) async {
        guard storage.sharedCommit != nil,
            let value = cookies.value(.commit, in: context.request),
            let commit = UInt64(digits: value.prefix { $0 != "." }),
            signer.verify(
                Self.text(of: commit), signature: String(value.drop { $0 != "." }.dropFirst()))
        else { return }
        await storage.wait(forShared: commit)
    }

    /// A commit signed with the key of the processes that share the database: `1795.SIGNATURE`.
    func signed(_ commit: UInt64) -> String {
        "\(commit).\(signer.sign(Self.text(of: commit)))"
    }

    private static func text(of commit: UInt64) -> String { "commit \(commit)" }

    /// Deletes the token, and the browser's cached pages with it.
    func clearToken(on response: inout Response) {
        cookies.set(.session, to: "", lifetime: 0, on: &response)
        response.append("Clear-Site-Data", "\"cache\"")
    }

    /// Replaces the token if it is due. A former token, which stays valid for a moment, is not
    /// replaced again. Only pages replace tokens, because a form's answer sets the cookie itself.
    private func renewed(
        _ session: Session, by token: String, _ context: RequestContext
    ) async -> (token: String, digest: SecretDigest)? {
        guard context.request.method == .get, session.digest == digest(token),
            context.now.since(session.lastSeen) >= Self.tokenLifetime
        else { return nil }
        let new = Self.newToken()
        // If the storage is busy now, the next page replaces the token.
        let isReplaced = try? await storage.rotateSession(
            session.digest, to: digest(new), at: context.now, expires: context.now + Self.lifetime)
        return isReplaced == true ? (new, digest(new)) : nil
    }

    private func token(_ context: RequestContext) -> String? {
        guard let token = cookies.value(.session, in: context.request),
            token.utf8.count == Self.tokenLength
        else { return nil }
        return token
    }

    private func digest(_ token: String) -> SecretDigest {
        SecretDigest(Digest.blake2b(Array(token.utf8), size: 32))
    }

    private static func newToken() -> String {
        Token.random(bytes: 32)
    }
}
