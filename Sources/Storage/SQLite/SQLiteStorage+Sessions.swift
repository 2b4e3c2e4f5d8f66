import Market

extension SQLiteStorage: SessionStorage {
    public func insert(_ session: Session) async throws(StorageError) {
        try await write { connection throws(StorageError) in try connection.insert(session) }
    }

    public func session(
        _ digest: SecretDigest, at now: Timestamp
    ) throws(StorageError) -> Session? {
        try readers.read { connection throws(StorageError) in
            try connection.session(digest, at: now)
        }
    }

    public func rotateSession(
        _ old: SecretDigest, to new: SecretDigest, at now: Timestamp, expires: Timestamp
    ) async throws(StorageError) -> Bool {
        try await write { connection throws(StorageError) in
            try connection.rotateSession(old, to: new, at: now, expires: expires)
        }
    }

    public func deleteSession(_ digest: SecretDigest) async throws(StorageError) {
        let account = try await write { connection throws(StorageError) in
            try connection.deleteSession(digest)
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
            try connection.run("DELETE FROM session WHERE expires <= ?", now.seconds)
        }
    }
}
