import Market

extension SQLStorage: PushStorage {
    public func pushKey() async throws(StorageError) -> String? {
        try await first("SELECT key FROM push_key")
    }

    public func keepPushKey(_ key: String) async throws(StorageError) -> String {
        try await write { connection throws(StorageError) in
            try connection.run("INSERT OR IGNORE INTO push_key (id, key) VALUES (1, ?)", key)
            return try connection.one("SELECT key FROM push_key")
        }
    }

    public func subscribe(
        _ endpoint: String, in session: SecretDigest, at now: Timestamp, after endings: Int?
    ) async throws(StorageError) {
        try await write { connection throws(StorageError) in
            if let endings {
                let ended: Int? = try connection.first(
                    """
                    SELECT number FROM push_ending
                    JOIN session ON session.account = push_ending.account
                    WHERE digest = ? OR former_digest = ?
                    """, session, session)
                guard ended ?? 0 == endings else { throw .changedMeanwhile }
            }
            try connection.runOnce(
                """
                INSERT INTO push_subscription (endpoint, account, session, date_created)
                SELECT ?, account, id, ? FROM session
                WHERE (digest = ? OR former_digest = ?) AND expires > ?
                ON CONFLICT (endpoint) DO UPDATE SET account = excluded.account,
                    session = excluded.session, date_created = excluded.date_created
                """, endpoint, now, session, session, now)
            // Keeps the new subscription, even if others were made in the same second.
            try connection.run(
                """
                DELETE FROM push_subscription WHERE endpoint IN (
                    SELECT endpoint FROM push_subscription
                    WHERE account = (SELECT account FROM push_subscription WHERE endpoint = ?)
                        AND endpoint <> ?
                    ORDER BY date_created DESC, endpoint LIMIT -1 OFFSET ?)
                """, endpoint, endpoint, Limits.pushSubscriptions - 1)
        }
    }

    public func movePushSubscription(
        _ endpoint: String, to new: String, of account: Account.ID
    ) async throws(StorageError) {
        try await write { connection throws(StorageError) -> Void in
            try connection.run(
                """
                UPDATE push_subscription SET endpoint = ?
                WHERE endpoint = ? AND account = ?
                    AND NOT EXISTS (SELECT 1 FROM push_subscription WHERE endpoint = ?)
                """, new, endpoint, account, new)
        }
    }

    public func isSubscribed(_ session: SecretDigest) async throws(StorageError) -> Bool {
        try await read { connection throws(StorageError) in
            try connection.exists(
                """
                SELECT 1 FROM session
                JOIN push_subscription ON push_subscription.session = session.id
                WHERE digest = ? OR former_digest = ?
                """, session, session)
        }
    }

    public func pushSubscriptions(
        of account: Account.ID, at now: Timestamp
    ) async throws(StorageError) -> [PushSubscription] {
        try await all(
            """
            SELECT \(PushSubscription.columns) FROM push_subscription
            JOIN session ON session.id = push_subscription.session
            WHERE push_subscription.account = ? AND expires > ?
            ORDER BY push_subscription.date_created, endpoint
            """, account, now)
    }

    public func unsubscribe(
        _ endpoint: String?, of account: Account.ID
    ) async throws(StorageError) {
        try await write { connection throws(StorageError) -> Void in
            if let endpoint {
                try connection.run(
                    "DELETE FROM push_subscription WHERE endpoint = ? AND account = ?", endpoint,
                    account)
            } else {
                try connection.run("DELETE FROM push_subscription WHERE account = ?", account)
                try connection.run(
                    """
                    INSERT INTO push_ending (account, number)
                    SELECT id, 1 FROM account WHERE id = ?
                    ON CONFLICT (account) DO UPDATE SET number = push_ending.number + 1
                    """, account)
            }
        }
    }

    public func pushEndings(of account: Account.ID) async throws(StorageError) -> Int {
        let number: Int? = try await first(
            "SELECT number FROM push_ending WHERE account = ?", account)
        return number ?? 0
    }

    public func deletePushSubscriptions(_ endpoints: [String]) async throws(StorageError) {
        guard !endpoints.isEmpty else { return }
        try await write { connection throws(StorageError) -> Void in
            for endpoint in endpoints {
                try connection.run("DELETE FROM push_subscription WHERE endpoint = ?", endpoint)
            }
        }
    }

    public func pushedAccounts(
        among accounts: Set<Account.ID>
    ) async throws(StorageError) -> Set<Account.ID> {
        let accounts = Array(accounts)
        return try await readAside { connection throws(StorageError) in
            var pushed: Set<Account.ID> = []
            for start in stride(from: 0, to: accounts.count, by: SQL.groupSize) {
                var rows = try connection.prepare(Self.selectPushed)
                try rows.bindGroup(accounts, from: start)
                while try rows.step() { pushed.insert(try rows.next()) }
            }
            return pushed
        }
    }

    private static let selectPushed: SQL =
        "SELECT account FROM push_subscription WHERE account IN (\(SQL.group))"

    public func pushedAccounts(
        remindedAfter start: Timestamp, until end: Timestamp
    ) async throws(StorageError) -> [Account.ID] {
        let (first, last) = (
            Reminder.lastAppointment(dueAt: start), Reminder.lastAppointment(dueAt: end)
        )
        return try await readAside { connection throws(StorageError) in
            try connection.all(
                """
                SELECT account FROM (SELECT DISTINCT account FROM push_subscription) AS pushed
                WHERE \(Self.hasDue("todo", "reminder", of: "account", Self.isOpen))
                    OR \(Self.hasDue("memo", "reminder", of: "account", Self.isWanted))
                    OR \(Self.hasDue("conversation", "meets", of: "seller"))
                    OR \(Self.hasDue("conversation", "meets", of: "asker"))
                """, start, end, start, end, first, last, first, last)
        }
    }

    private static let isWanted: SQL = "AND is_dismissed = 0 AND deletion IS NULL"
    private static let isOpen: SQL = "\(isWanted) AND date_completed IS NULL"

    /// - Parameters:
    ///   - date: the column with the time.
    ///   - owner: the column with the account.
    private static func hasDue(
        _ table: SQL, _ date: SQL, of owner: SQL, _ condition: SQL = ""
    ) -> SQL {
        """
        EXISTS (SELECT 1 FROM \(table) WHERE \(table).\(owner) = pushed.account \(condition)
            AND \(date) > ? AND \(date) <= ?)
        """
    }
}

extension PushSubscription: Record {
    static let columns: SQL = "endpoint, push_subscription.account, push_subscription.date_created"

    init(_ row: inout Statement) throws(StorageError) {
        self.init(endpoint: try row.next(), account: try row.next(), dateCreated: try row.next())
    }
}
