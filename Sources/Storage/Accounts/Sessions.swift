import Market

extension SQLStorage: SessionStorage {
    public func insert(_ session: Session, byPassword hash: String?) async throws(StorageError) {
        try await write { connection throws(StorageError) in
            try connection.checkAccount(session.account)
            if let hash { try connection.checkPassword(hash, of: session.account) }
            try connection.run(
                """
                INSERT INTO session (digest, account, date_created, last_seen, expires)
                VALUES (?, ?, ?, ?, ?)
                """,
                session.digest, session.account, session.dateCreated, session.lastSeen,
                session.expires)
            try connection.run(
                """
                DELETE FROM session WHERE id IN (
                    SELECT id FROM session WHERE account = ?
                    ORDER BY last_seen DESC, id DESC LIMIT -1 OFFSET ?)
                """, session.account, Limits.sessions)
        }
    }

    public func session(
        _ digest: SecretDigest, at now: Timestamp
    ) async throws(StorageError) -> Session? {
        try await read { connection throws(StorageError) in
            try connection.session(digest, at: now)
        }
    }

    public func rotateSession(
        _ old: SecretDigest, to new: SecretDigest, at now: Timestamp, expires: Timestamp
    ) async throws(StorageError) -> Bool {
        try await write { connection throws(StorageError) in
            let count = try connection.run(
                """
                UPDATE session SET former_digest = digest, former_expires = ?, digest = ?,
                    last_seen = ?, expires = ?
                WHERE digest = ? AND expires > ?
                """, now + Session.grace, new, now, expires, old, now)
            return count == 1
        }
    }

    public func deleteSession(_ digest: SecretDigest) async throws(StorageError) {
        let account = try await write { connection throws(StorageError) -> Account.ID? in
            let account: Account.ID? = try connection.first(
                "SELECT account FROM session WHERE digest = ? OR former_digest = ?",
                digest, digest)
            try connection.run(
                "DELETE FROM session WHERE digest = ? OR former_digest = ?", digest, digest)
            return account
        }
        if let account { feed.post(.organiser(account)) }
    }

    public func deleteSessions(
        of account: Account.ID, except digest: SecretDigest?
    ) async throws(StorageError) {
        try await write(.organiser(account)) { connection throws(StorageError) in
            try connection.deleteSessions(of: account, except: digest)
        }
    }

    @discardableResult
    public func deleteExpiredSessions(at now: Timestamp) async throws(StorageError) -> Int {
        try await write { connection throws(StorageError) in
            try connection.run("DELETE FROM session WHERE expires <= ?", now)
        }
    }
}

extension Connection {
    func session(_ digest: SecretDigest, at now: Timestamp) throws(StorageError) -> Session? {
        if let session: Session = try first(Self.selectSession, digest, now) { return session }
        return try first(
            """
            SELECT \(Session.columns) FROM session
            WHERE former_digest = ? AND former_expires > ? AND expires > ?
            """, digest, now, now)
    }

    private static let selectSession: SQL =
        "SELECT \(Session.columns) FROM session WHERE digest = ? AND expires > ?"

    func deleteSessions(of account: Account.ID, except digest: SecretDigest?) throws(StorageError) {
        try run(
            """
            DELETE FROM session WHERE account = ? AND digest IS NOT ?
                AND (former_digest IS NULL OR former_digest IS NOT ?)
            """, account, digest, digest)
    }
}

extension Session: Record {
    static let columns: SQL = "digest, account, date_created, last_seen, expires"

    init(_ row: inout Statement) throws(StorageError) {
        self.init(
            digest: try row.next(), account: try row.next(), dateCreated: try row.next(),
            lastSeen: try row.next(), expires: try row.next())
    }
}
