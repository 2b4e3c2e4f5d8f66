import Market
import Synchronization

extension SQLStorage {
    public func visitor(
        _ digest: SecretDigest, at now: Timestamp
    ) async throws(StorageError) -> Visitor? {
        // Checks for commits of other processes, as every read does.
        _ = commitCount
        if let kept = visitors?.visitor(digest, at: now) { return kept }
        return try await read { [visitors] connection throws(StorageError) -> Visitor? in
            guard let session = try connection.session(digest, at: now) else { return nil }
            let account = session.account
            let visiting: VisitingAccount = try connection.one(VisitingAccount.select, account)
            let visitor = Visitor(
                session: session, account: visiting.account,
                dueReminders: try connection.countDueReminders(of: account, at: now),
                unreadMessages: try connection.countUnreadMessages(of: account),
                // Most people follow nobody, for whom nothing is counted.
                unseenFollowedItems: try visiting.followsAnybody
                    ? connection.countUnseenFollowedItems(of: account) : 0,
                hasBlocked: visiting.hasBlocked, isSuspended: visiting.isSuspended,
                suspensionReason: visiting.suspensionReason,
                suspensionEnds: visiting.suspensionEnds)
            // Not cached for a former token, which is only valid for a moment.
            if let visitors, session.digest == digest {
                let next = try connection.nextReminder(of: account, after: now)
                visitors.keep(
                    visitor, from: now, until: min(session.expires, next ?? session.expires),
                    readOver: connection)
            }
            return visitor
        }
    }
}

/// An account, whether it has blocked or follows anybody, and the state, reason and end of its
/// suspension.
private struct VisitingAccount: RowValue {
    let account: Account
    let hasBlocked: Bool
    let followsAnybody: Bool
    let isSuspended: Bool
    let suspensionReason: String
    let suspensionEnds: Timestamp?

    static let select: SQL = """
        SELECT \(Account.columns), EXISTS (SELECT 1 FROM block WHERE block.account = account.id),
            EXISTS (SELECT 1 FROM follow WHERE follow.account = account.id),
            date_suspended IS NOT NULL,
            CASE WHEN date_suspended IS NULL THEN '' ELSE \(SuspendedPerson.selectReason) END,
            CASE WHEN date_suspended IS NULL THEN NULL
                ELSE \(SuspendedPerson.selectEnd(about: "account.id")) END
        FROM account WHERE id = ?
        """

    init(_ row: inout Statement) throws(StorageError) {
        (account, hasBlocked) = (try Account(&row), try row.next())
        followsAnybody = try row.next()
        (isSuspended, suspensionReason) = (try row.next(), try row.next())
        suspensionEnds = try row.next()
    }
}

/// A cache of the visitor for each session token, valid until something about the visitor changes:
/// every page of theirs asks for it.
///
/// What a reader finds in a snapshot older than the last change is not cached.
final class VisitorCache: Sendable {
    /// The most visitors in the cache, half a kilobyte each.
    private static let most = 4_096

    private struct Kept {
        let visitor: Visitor
        /// The time in which no reminder becomes due and nothing expires.
        let moments: Range<Timestamp>
    }

    private struct State {
        var visitors: [SecretDigest: Kept] = [:]
        /// The tokens under which each account is cached.
        var digests: [Account.ID: [SecretDigest]] = [:]
        /// The first commit count at which everything in the cache is right.
        var firstCommit: UInt64 = 0
    }

    private let state = Mutex(State())

    /// Returns nil if the visitor is not cached.
    func visitor(_ digest: SecretDigest, at now: Timestamp) -> Visitor? {
        state.withLock { state in
            guard let kept = state.visitors[digest], kept.moments.contains(now) else { return nil }
            return kept.visitor
        }
    }

    /// - Parameters:
    ///   - start: when the visitor was read.
    ///   - end: the first moment at which the visitor would be different, without any commit.
    ///   - connection: the connection it was read over, with its snapshot still open.
    func keep(
        _ visitor: Visitor, from start: Timestamp, until end: Timestamp,
        readOver connection: Connection
    ) {
        // Nil: the state of the only connection.
        let commit = connection.snapshot ?? .max
        state.withLock { state in
            guard commit >= state.firstCommit else { return }
            if state.visitors.count >= Self.most { (state.visitors, state.digests) = ([:], [:]) }
            let digest = visitor.session.digest
            let kept = Kept(visitor: visitor, moments: start..<end)
            guard state.visitors.updateValue(kept, forKey: digest) == nil else { return }
            state.digests[visitor.account.id, default: []].append(digest)
        }
    }

    /// Applies a commit before anybody reads what it has written.
    /// - Parameters:
    ///   - accounts: the accounts that have changed.
    ///   - commit: the commit count from which on everybody reads it.
    func follow(_ accounts: Set<Account.ID>, from commit: UInt64) {
        guard !accounts.isEmpty else { return }
        state.withLock { state in
            state.firstCommit = commit
            for account in accounts {
                for digest in state.digests.removeValue(forKey: account) ?? [] {
                    state.visitors[digest] = nil
                }
            }
        }
    }

    /// Discards everything, as after another process has committed.
    func forget(from commit: UInt64) {
        state.withLock { $0 = State(firstCommit: commit) }
    }
}
