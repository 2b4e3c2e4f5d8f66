import HTTPServer
import Market
import Secrets
import ViewModels

/// Who is signed in where: a cookie holds a random token, the storage no more than its digest.
struct Sessions: Sendable {
    /// How long a session lasts after the token was replaced last, in seconds: 30 days.
    static let lifetime: Int64 = 30 * 86_400
    /// How old a token becomes before the next page replaces it, in seconds: a day.
    static let tokenLifetime: Int64 = 86_400
    /// 256 bits in base64url.
    private static let tokenLength = 43

    let storage: any MarketStorage
    let cookies: CookieJar
    let signer: Signer
    /// Who looks after the market.
    let operators: Set<Account.ID>
    /// Whose days are told.
    let zone: MarketTimeZone

    /// Nil for who is not signed in; of one who holds no token nothing is read.
    /// - Parameter mayRenew: whether the answer brings a new token where one is due.
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

    /// Signs an account in: by a new token always, whatever the visitor came with, so that no token
    /// planted before is worth anything.
    /// - Parameters:
    ///   - credentials: the account, and the password that was typed for it.
    ///   - answer: is told the context of who is signed in now; its response brings them the token.
    ///   - outdated: answers instead when the password is another one by now.
    /// - Throws: `StorageError`; what `answer` and `outdated` throw.
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
            dueReminders: visitor.dueReminders + visitor.unseenFollowedItems
                + (try await storage.countUnseenMatches(of: account.id)),
            unreadMessages: visitor.unreadMessages, hasBlocked: visitor.hasBlocked,
            suspension: suspension, isOperator: isOperator, openReports: openReports,
            newToken: newToken)
    }

    /// How many reminders are due, and how many matches of kept searches and listings of followed sellers
    /// have not been seen.
    func dueReminders(
        of account: Account.ID, at now: Timestamp
    ) async throws(StorageError) -> Int {
        let due = try await storage.countDueReminders(of: account, at: now)
        let listings = try await storage.countUnseenFollowedItems(of: account)
        return due + listings + (try await storage.countUnseenMatches(of: account))
    }

    /// Whether the session is still open, as far as can be told by a time that has gone by since.
    func isOpen(_ digest: SecretDigest, at then: Timestamp) async throws(StorageError) -> Bool {
        try await storage.session(digest, at: then) != nil
    }

    /// Signs out here.
    func end(_ member: Member, on response: inout Response) async throws(StorageError) {
        try await storage.deleteSession(member.session)
        clearToken(on: &response)
    }

    /// Signs out everywhere.
    func endAll(_ member: Member, on response: inout Response) async throws(StorageError) {
        try await storage.deleteSessions(of: member.account.id, except: nil)
        clearToken(on: &response)
    }

    /// Gives the visitor a new token, if there is one.
    func handOut(to context: RequestContext, on response: inout Response) {
        guard let member = context.member, let token = member.newToken else { return }
        cookies.set(.session, to: token, lifetime: Int(Self.lifetime), on: &response)
        cookies.set(
            .writer, to: writerMark(of: member.account.id), lifetime: Int(Self.lifetime),
            on: &response)
    }

    /// Tells whose a form is that was sent when its session had ended, and opens nothing. It outlasts the
    /// program, as sessions do.
    func writerMark(of account: Account.ID) -> String {
        Digest.blake2b(Array("writer \(account)".utf8))
    }

    /// That of who was signed in last in the browser; nil where it does not say.
    func lastWriter(_ context: RequestContext) -> String? {
        cookies.value(.writer, in: context.request)
    }

    // MARK: - Several programs

    /// By then all programs know of a write.
    private static let secondsToFollow = 10

    /// Has whichever program the visitor comes to next show what this one has written for them.
    func noteOwnWrite(on response: inout Response) {
        guard let commit = storage.sharedCommit, response.status.code < 400 else { return }
        cookies.set(
            .commit, to: signed(commit), lifetime: Self.secondsToFollow, on: &response)
    }

    /// Waits until what another program has written for the visitor is known to this one. Few may wait at
    /// once: what none of the programs has answered is not waited for.
    func waitForOwnWrite(of context: RequestContext) async {
        guard storage.sharedCommit != nil,
            let value = cookies.value(.commit, in: context.request),
            let commit = UInt64(digits: value.prefix { $0 != "." }),
            signer.verify(
                Self.text(of: commit), signature: String(value.drop { $0 != "." }.dropFirst()))
        else { return }
        await storage.wait(forShared: commit)
    }

    /// A commit with the signature of the programs that share the database: `1795.SIGNATURE`.
    func signed(_ commit: UInt64) -> String {
        "\(commit).\(signer.sign(Self.text(of: commit)))"
    }

    private static func text(of commit: UInt64) -> String { "commit \(commit)" }

    /// Takes the token away, and with it what the browser keeps of pages that it opened.
    func clearToken(on response: inout Response) {
        cookies.set(.session, to: "", lifetime: 0, on: &response)
        response.append("Clear-Site-Data", "\"cache\"")
    }

    /// A former token, which is good for a moment more, is not replaced again. Only pages replace
    /// one: what a form answers sets the cookie itself.
    private func renewed(
        _ session: Session, by token: String, _ context: RequestContext
    ) async -> (token: String, digest: SecretDigest)? {
        guard context.request.method == .get, session.digest == digest(token),
            context.now.since(session.lastSeen) >= Self.tokenLifetime
        else { return nil }
        let new = Self.newToken()
        // A storage without time now replaces it with the next page.
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
