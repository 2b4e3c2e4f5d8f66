import Market

extension SQLiteStorage: AccountStorage {
    public func insert(_ account: NewAccount) async throws(StorageError) -> Account.ID {
        try await write { connection throws(StorageError) in try connection.insert(account) }
    }

    public func account(_ id: Account.ID) throws(StorageError) -> Account {
        try readers.read { connection throws(StorageError) in try connection.account(id) }
    }

    public func credentials(of nickname: Nickname) throws(StorageError) -> Credentials? {
        try readers.read { connection throws(StorageError) in
            try connection.credentials(of: nickname)
        }
    }

    public func passwordHash(ofAccount id: Account.ID) throws(StorageError) -> String {
        try readers.read { connection throws(StorageError) in
            try connection.passwordHash(ofAccount: id)
        }
    }

    public func updateProfile(
        _ profile: Profile, of id: Account.ID
    ) async throws(StorageError) {
        try await write(.organiser(id)) { connection throws(StorageError) in
            try connection.updateProfile(profile, of: id)
        }
    }

    public func setPasswordHash(
        _ hash: String, of id: Account.ID, keeping session: SecretDigest?
    ) async throws(StorageError) {
        try await write { connection throws(StorageError) in
            try connection.setPasswordHash(hash, of: id)
            try connection.deleteSessions(of: id, except: session)
        }
    }

    public func useRecoveryCode(
        _ code: SecretDigest, of id: Account.ID
    ) async throws(StorageError) -> Bool {
        try await write { connection throws(StorageError) in
            try connection.run(
                "DELETE FROM recovery_code WHERE account = ? AND digest = ?", id, code.text) == 1
        }
    }

    public func setRecoveryCodes(
        _ codes: [SecretDigest], of id: Account.ID
    ) async throws(StorageError) {
        try await write { connection throws(StorageError) in
            try connection.setRecoveryCodes(codes, of: id)
        }
    }

    public func checklist(of id: Account.ID) throws(StorageError) -> [String] {
        try readers.read { connection throws(StorageError) in try connection.checklist(of: id) }
    }

    public func setChecklist(
        _ steps: [String], of id: Account.ID
    ) async throws(StorageError) {
        try await write(.organiser(id)) { connection throws(StorageError) in
            try connection.setChecklist(steps, of: id)
        }
    }

    public func feedKey(of id: Account.ID) throws(StorageError) -> String? {
        try readers.read { connection throws(StorageError) in try connection.feedKey(of: id) }
    }

    public func account(feedKey: String) throws(StorageError) -> Account.ID? {
        try readers.read { connection throws(StorageError) in
            try connection.integer("SELECT id FROM account WHERE feed_key = ?", feedKey)
                .map(Account.ID.init(rawValue:))
        }
    }

    public func setFeedKey(_ key: String, of id: Account.ID) async throws(StorageError) {
        try await write(.organiser(id)) { connection throws(StorageError) in
            let count = try connection.run(
                "UPDATE account SET feed_key = ? WHERE id = ?", key, id)
            guard count == 1 else { throw .notFound }
        }
    }

    public func deleteAccount(_ id: Account.ID) async throws(StorageError) {
        try await write(.items, .organiser(id)) { connection throws(StorageError) in
            guard try connection.run("DELETE FROM account WHERE id = ?", id) == 1 else {
                throw .notFound
            }
        }
    }
}
