import Market

extension Connection {
    func session(
        _ digest: SecretDigest, at now: Timestamp
    ) throws(StorageError) -> Session? {
        let row = try statement(Self.selectSession, digest.text, now.seconds)
        if try row.step() { return session(row) }
        let former = try statement(Self.selectFormer, digest.text, now.seconds, now.seconds)
        return try former.step() ? session(former) : nil
    }

    /// - Throws: `.notFound` when the account is gone.
    func insert(_ session: Session) throws(StorageError) {
        try checkAccount(session.account)
        try run(
            """
            INSERT INTO session (account, digest, date_created, last_seen, expires)
            VALUES (?, ?, ?, ?, ?)
            """,
            session.account, session.digest.text, session.dateCreated.seconds,
            session.lastSeen.seconds, session.expires.seconds)
        try run(
            """
            DELETE FROM session WHERE id IN (
                SELECT id FROM session WHERE account = ?
                ORDER BY last_seen DESC, id DESC LIMIT -1 OFFSET ?)
            """,
            session.account, Limits.sessions)
    }

    /// - Returns: false when `old` is no session's present token.
    func rotateSession(
        _ old: SecretDigest, to new: SecretDigest, at now: Timestamp, expires: Timestamp
    ) throws(StorageError) -> Bool {
        let count = try run(
            """
            UPDATE session SET former_digest = digest, former_expires = ?, digest = ?,
                last_seen = ?, expires = ?
            WHERE digest = ? AND expires > ?
            """,
            (now + Session.grace).seconds, new.text, now.seconds, expires.seconds, old.text,
            now.seconds)
        return count == 1
    }

    /// - Returns: whose it was; nil when there is none.
    func deleteSession(_ digest: SecretDigest) throws(StorageError) -> Account.ID? {
        let account = try integer(
            "SELECT account FROM session WHERE digest = ? OR former_digest = ?", digest.text,
            digest.text)
        try run(
            "DELETE FROM session WHERE digest = ? OR former_digest = ?", digest.text, digest.text)
        return account.map(Account.ID.init(rawValue:))
    }

    func deleteSessions(
        of account: Account.ID, except digest: SecretDigest?
    ) throws(StorageError) {
        try run(
            """
            DELETE FROM session WHERE account = ? AND digest IS NOT ?
                AND (former_digest IS NULL OR former_digest IS NOT ?)
            """,
            account, digest?.text, digest?.text)
    }

    private func session(_ row: borrowing Statement) -> Session {
        Session(
            digest: SecretDigest(row.text(0)), account: row.id(1),
            dateCreated: Timestamp(seconds: row.integer(2)),
            lastSeen: Timestamp(seconds: row.integer(3)),
            expires: Timestamp(seconds: row.integer(4)))
    }

    private static let columns: SQL =
        "SELECT digest, account, date_created, last_seen, expires FROM session "
    static let selectSession: SQL = columns + "WHERE digest = ? AND expires > ?"
    static let selectFormer: SQL =
        columns + "WHERE former_digest = ? AND former_expires > ? AND expires > ?"
}
