import Localization
import Market

extension SQLStorage: AccountStorage {
    public func insert(_ account: NewAccount) async throws(StorageError) -> Account.ID {
        try await write { connection throws(StorageError) in
            try connection.check(account.nickname, for: nil)
            let id: Account.ID = try connection.insert(
                """
                INSERT INTO account (nickname, nickname_key, date_joined, password_hash, about)
                VALUES (?, ?, ?, ?, '')
                """,
                account.nickname.text, account.nickname.key, account.dateJoined,
                account.passwordHash)
            try connection.insert(account.recoveryCodes, of: id)
            return id
        }
    }

    public func account(_ id: Account.ID) async throws(StorageError) -> Account {
        try await one(Account.select, id)
    }

    public func credentials(of nickname: Nickname) async throws(StorageError) -> Credentials? {
        try await first(
            "SELECT \(Credentials.columns) FROM account WHERE nickname_key = ?", nickname.key)
    }

    public func passwordHash(ofAccount id: Account.ID) async throws(StorageError) -> String {
        try await one("SELECT password_hash FROM account WHERE id = ?", id)
    }

    public func updateProfile(
        _ profile: Profile, language: Language?, neighbourhood: Neighbourhood.ID?,
        of id: Account.ID
    ) async throws(StorageError) {
        try await write(.organiser(id)) { connection throws(StorageError) in
            let account: Account = try connection.one(Account.select, id)
            // Suspended people may still choose their language and neighbourhood.
            if profile != account.profile { try connection.checkMayPost(id) }
            try connection.check(profile.nickname, for: id)
            if let picture = profile.picture { _ = try connection.photo(picture) }
            try connection.run(
                """
                UPDATE account
                SET nickname = ?, nickname_key = ?, about = ?, picture = ?, language = ?,
                    own_neighbourhood = ?
                WHERE id = ?
                """,
                profile.nickname.text, profile.nickname.key, profile.about, profile.picture,
                language?.tag, neighbourhood, id)
        }
    }

    public func setLanguage(
        _ language: Language?, of id: Account.ID
    ) async throws(StorageError) {
        try await write(.organiser(id)) { connection throws(StorageError) in
            try connection.runOnce(
                "UPDATE account SET language = ? WHERE id = ?", language?.tag, id)
        }
    }

    public func setPasswordHash(
        _ hash: String, of id: Account.ID, replacing old: String, keeping session: SecretDigest?
    ) async throws(StorageError) {
        try await write(.organiser(id)) { connection throws(StorageError) in
            try connection.checkPassword(old, of: id)
            try connection.setPasswordHash(hash, of: id, keeping: session)
        }
    }

    public func setPasswordHash(
        _ hash: String, of id: Account.ID, usingUp code: SecretDigest
    ) async throws(StorageError) -> Bool {
        let isRight = try await write { connection throws(StorageError) -> Bool in
            let used = try connection.run(
                "DELETE FROM recovery_code WHERE account = ? AND digest = ?", id, code)
            guard used == 1 else { return false }
            try connection.setPasswordHash(hash, of: id, keeping: nil)
            return true
        }
        if isRight { feed.post(.organiser(id)) }
        return isRight
    }

    public func recoveryCodeCount(of id: Account.ID) async throws(StorageError) -> Int {
        try await one(
            """
            SELECT (SELECT count(*) FROM recovery_code WHERE account = account.id)
            FROM account WHERE id = ?
            """,
            id)
    }

    public func setRecoveryCodes(
        _ codes: [SecretDigest], of id: Account.ID, whosePasswordIs hash: String
    ) async throws(StorageError) {
        try await write { connection throws(StorageError) in
            try connection.checkPassword(hash, of: id)
            try connection.run("DELETE FROM recovery_code WHERE account = ?", id)
            try connection.insert(codes, of: id)
        }
    }

    public func checklist(of id: Account.ID) async throws(StorageError) -> [String] {
        try await read { connection throws(StorageError) in
            try connection.checkAccount(id)
            return try connection.all(
                "SELECT title FROM checklist_step WHERE account = ? ORDER BY position", id)
        }
    }

    public func setChecklist(
        _ steps: [String], of id: Account.ID
    ) async throws(StorageError) {
        try await write(.organiser(id)) { connection throws(StorageError) in
            try Limits.check(steps.count, atMost: Limits.checklistSteps)
            try connection.checkAccount(id)
            try connection.run("DELETE FROM checklist_step WHERE account = ?", id)
            for (position, title) in steps.enumerated() {
                try connection.run(
                    "INSERT INTO checklist_step (account, position, title) VALUES (?, ?, ?)",
                    id, position, title)
            }
        }
    }

    public func feedKey(of id: Account.ID) async throws(StorageError) -> String? {
        try await one("SELECT feed_key FROM account WHERE id = ?", id)
    }

    public func account(feedKey: String) async throws(StorageError) -> Account.ID? {
        try await first("SELECT id FROM account WHERE feed_key = ?", feedKey)
    }

    public func setFeedKey(_ key: String, of id: Account.ID) async throws(StorageError) {
        try await write(.organiser(id)) { connection throws(StorageError) in
            try connection.runOnce("UPDATE account SET feed_key = ? WHERE id = ?", key, id)
        }
    }

    public func deleteAccount(
        _ id: Account.ID, whosePasswordIs hash: String?, at now: Timestamp
    ) async throws(StorageError) {
        let changes: [Change] = try await writeConversations { connection throws(StorageError) in
            if let hash { try connection.checkPassword(hash, of: id) }
            let talks = try connection.conversationIDs(
                of: .account(id), nil, before: .max, Conversation.mostTold)
            // What was reserved for them becomes available, and their own items are deleted.
            let items: [Item.ID] = try connection.all(
                """
                SELECT DISTINCT item FROM conversation
                WHERE (seller = ? OR asker = ?) AND item IS NOT NULL
                """,
                id, id)
            var released = try connection.tellAskers(ofSeller: id, at: now)
            released += try connection.giveBack(
                connection.reservations(withAccount: id), by: .account(id), at: now)
            released += try connection.sendAwayFromLines(ofSeller: id, at: now)
            try connection.leaveConversations(id)
            try connection.keepDeparture(of: id, at: now)
            try connection.runOnce("DELETE FROM account WHERE id = ?", id)
            return (
                talks.map(Change.conversation) + items.map(Change.item),
                released + (try connection.offerAgain(released, at: now))
            )
        }
        feed.post([.items, .organiser(id)] + changes)
    }
}

extension Connection {
    /// Does what deleting the account would do by itself, except that PostgreSQL would then check
    /// the rows written earlier in the transaction for references to the account; and forgets what
    /// the account had muted and archived.
    fileprivate func leaveConversations(_ id: Account.ID) throws(StorageError) {
        try run(
            """
            UPDATE conversation SET seller = NULL, seller_muted = 0, seller_archived = 0
            WHERE seller = ?
            """,
            id)
        try run(
            """
            UPDATE conversation SET asker = NULL, asker_muted = 0, asker_archived = 0
            WHERE asker = ?
            """,
            id)
    }

    /// Makes what was reserved for a person who has left available to others.
    /// - Returns: the changed conversations, as they were before.
    fileprivate func offerAgain(
        _ released: [ConversationRow], at now: Timestamp
    ) throws(StorageError) -> [ConversationRow] {
        var changed: [ConversationRow] = []
        for row in released where row.party == .asker {
            guard let item = row.item else { continue }
            changed += try offerFreed(item, at: now)
        }
        return changed
    }

    /// - Throws: `.notFound`.
    func checkAccount(_ id: Account.ID) throws(StorageError) {
        guard try exists("SELECT 1 FROM account WHERE id = ?", id) else { throw .notFound }
    }

    /// - Throws: `.notFound`; `.changedMeanwhile` if the password has been changed.
    func checkPassword(_ hash: String, of id: Account.ID) throws(StorageError) {
        let present: String = try one("SELECT password_hash FROM account WHERE id = ?", id)
        guard present == hash else { throw .changedMeanwhile }
    }

    fileprivate func setPasswordHash(
        _ hash: String, of id: Account.ID, keeping session: SecretDigest?
    ) throws(StorageError) {
        try runOnce("UPDATE account SET password_hash = ? WHERE id = ?", hash, id)
        try deleteSessions(of: id, except: session)
    }

    /// - Throws: `.nicknameTaken` if another account has it, or it stays reserved.
    fileprivate func check(_ nickname: Nickname, for id: Account.ID?) throws(StorageError) {
        let owner: Account.ID? = try first(
            "SELECT id FROM account WHERE nickname_key = ?", nickname.key)
        guard owner == nil || owner == id else { throw .nicknameTaken }
        guard try !isKeptFromOthers(nickname) else { throw .nicknameTaken }
    }

    fileprivate func insert(_ codes: [SecretDigest], of id: Account.ID) throws(StorageError) {
        for code in codes {
            try run(
                """
                INSERT INTO recovery_code (account, digest) VALUES (?, ?) ON CONFLICT DO NOTHING
                """,
                id, code)
        }
    }
}

// MARK: - Rows

extension Profile: Record {
    static let columns: SQL = "nickname, about, picture"

    init(_ row: inout Statement) throws(StorageError) {
        self.init(nickname: try row.next(), about: try row.next(), picture: try row.next())
    }
}

extension Account: Record {
    static let columns: SQL = "id, \(Profile.columns), language, own_neighbourhood, date_joined"
    static let select: SQL = "SELECT \(columns) FROM account WHERE id = ?"

    init(_ row: inout Statement) throws(StorageError) {
        self.init(
            id: try row.next(),
            profile: try Profile(&row),
            // Another version may know more languages.
            language: (try row.next() as String?).flatMap(Language.init),
            neighbourhood: try row.next(),
            dateJoined: try row.next())
    }
}

extension Credentials: Record {
    static let columns: SQL = "id, password_hash"

    init(_ row: inout Statement) throws(StorageError) {
        self.init(account: try row.next(), passwordHash: try row.next())
    }
}
