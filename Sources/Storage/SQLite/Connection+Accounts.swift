import Market

extension Connection {
    /// - Throws: `.notFound`.
    func account(_ id: Account.ID) throws(StorageError) -> Account {
        let row = try statement(
            "SELECT nickname, picture, date_joined, about FROM account WHERE id = ?", id)
        guard try row.step() else { throw .notFound }
        guard let nickname = Nickname(row.text(0)) else {
            throw .unusable("\(path) is damaged: account \(id)")
        }
        let picture = row.isNull(1) ? nil : Photo.ID(row.text(1))
        return Account(
            id: id, profile: Profile(nickname: nickname, about: row.text(3), picture: picture),
            dateJoined: Timestamp(seconds: row.integer(2)))
    }

    func credentials(of nickname: Nickname) throws(StorageError) -> Credentials? {
        let row = try statement(
            "SELECT id, password_hash FROM account WHERE nickname_key = ?", nickname.key)
        guard try row.step() else { return nil }
        return Credentials(account: row.id(0), passwordHash: row.text(1))
    }

    /// - Throws: `.notFound`.
    func passwordHash(ofAccount id: Account.ID) throws(StorageError) -> String {
        let row = try statement("SELECT password_hash FROM account WHERE id = ?", id)
        guard try row.step() else { throw .notFound }
        return row.text(0)
    }

    /// - Throws: `.nicknameTaken`.
    func insert(_ account: NewAccount) throws(StorageError) -> Account.ID {
        try check(account.nickname, for: nil)
        try run(
            """
            INSERT INTO account (nickname, nickname_key, date_joined, password_hash, about)
            VALUES (?, ?, ?, ?, '')
            """,
            account.nickname.text, account.nickname.key, account.dateJoined.seconds,
            account.passwordHash)
        let id: Account.ID = lastInsertedID()
        try insert(account.recoveryCodes, of: id)
        return id
    }

    /// - Throws: `.notFound`, `.nicknameTaken`, `.photoNotFound`.
    func updateProfile(_ profile: Profile, of id: Account.ID) throws(StorageError) {
        try checkAccount(id)
        try check(profile.nickname, for: id)
        if let picture = profile.picture { _ = try photo(picture) }
        try run(
            "UPDATE account SET nickname = ?, nickname_key = ?, about = ?, picture = ? WHERE id = ?",
            profile.nickname.text, profile.nickname.key, profile.about, profile.picture?.text, id)
    }

    /// - Throws: `.notFound`.
    func setPasswordHash(_ hash: String, of id: Account.ID) throws(StorageError) {
        guard try run("UPDATE account SET password_hash = ? WHERE id = ?", hash, id) == 1
        else { throw .notFound }
    }

    /// - Throws: `.notFound`.
    func setRecoveryCodes(_ codes: [SecretDigest], of id: Account.ID) throws(StorageError) {
        try checkAccount(id)
        try run("DELETE FROM recovery_code WHERE account = ?", id)
        try insert(codes, of: id)
    }

    /// - Throws: `.notFound`.
    func checklist(of id: Account.ID) throws(StorageError) -> [String] {
        try checkAccount(id)
        let rows = try statement(
            "SELECT title FROM checklist_step WHERE account = ? ORDER BY position", id)
        var steps: [String] = []
        while try rows.step() { steps.append(rows.text(0)) }
        return steps
    }

    /// - Throws: `.notFound`, `.limitReached`.
    func setChecklist(_ steps: [String], of id: Account.ID) throws(StorageError) {
        guard steps.count <= Limits.checklistSteps else {
            throw .limitReached(most: Limits.checklistSteps)
        }
        try checkAccount(id)
        try run("DELETE FROM checklist_step WHERE account = ?", id)
        for (position, title) in steps.enumerated() {
            try run(
                "INSERT INTO checklist_step (account, position, title) VALUES (?, ?, ?)",
                id, position, title)
        }
    }

    /// - Throws: `.notFound`.
    func feedKey(of id: Account.ID) throws(StorageError) -> String? {
        let row = try statement("SELECT feed_key FROM account WHERE id = ?", id)
        guard try row.step() else { throw .notFound }
        return row.isNull(0) ? nil : row.text(0)
    }

    /// - Throws: `.notFound`.
    func checkAccount(_ id: Account.ID) throws(StorageError) {
        guard try integer("SELECT 1 FROM account WHERE id = ?", id) != nil else {
            throw .notFound
        }
    }

    /// - Throws: `.nicknameTaken` when another account has it.
    private func check(_ nickname: Nickname, for id: Account.ID?) throws(StorageError) {
        let owner = try integer("SELECT id FROM account WHERE nickname_key = ?", nickname.key)
        guard owner == nil || owner == id?.rawValue else { throw .nicknameTaken }
    }

    private func insert(_ codes: [SecretDigest], of id: Account.ID) throws(StorageError) {
        for code in codes {
            try run(
                """
                INSERT INTO recovery_code (account, digest) VALUES (?, ?) ON CONFLICT DO NOTHING
                """,
                id, code.text)
        }
    }
}
