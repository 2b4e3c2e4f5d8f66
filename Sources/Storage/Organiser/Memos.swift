import Market

extension SQLStorage: MemoStorage {
    public func insert(
        _ memo: MemoContent, of account: Account.ID, at now: Timestamp
    ) async throws(StorageError) -> Memo.ID {
        try await write(.organiser(account)) { connection throws(StorageError) in
            try connection.checkAccount(account)
            if let item = memo.item { try connection.checkItem(item) }
            try Limits.check(connection.countMemos(of: account) + 1, atMost: Limits.memos)
            return try connection.insert(
                """
                INSERT INTO memo (account, text, reminder, item, date_created, date_modified)
                VALUES (?, ?, ?, ?, ?, ?)
                """, account, memo.text, memo.reminder, memo.item, now, now)
        }
    }

    public func memos(
        of account: Account.ID, before id: Memo.ID?, limit: Int
    ) async throws(StorageError) -> [Memo] {
        try await all(
            """
            SELECT \(Memo.columns) FROM memo
            WHERE account = ? AND deletion IS NULL AND id < ? ORDER BY id DESC LIMIT ?
            """, account, id ?? .max, max(limit, 0))
    }

    public func memo(_ id: Memo.ID, of account: Account.ID) async throws(StorageError) -> Memo {
        try await one(Memo.select, id, account)
    }

    public func update(
        _ id: Memo.ID, of account: Account.ID, content: MemoContent, revision: Int64,
        at now: Timestamp
    ) async throws(StorageError) {
        try await write(.organiser(account)) { connection throws(StorageError) in
            let memo: Memo = try connection.one(Memo.select, id, account)
            try memo.checkRevision(revision)
            if let item = content.item { try connection.checkItem(item) }
            try connection.run(
                """
                UPDATE memo SET text = ?, is_dismissed =
                        CASE WHEN reminder IS ? THEN is_dismissed ELSE 0 END,
                    reminder = ?, item = ?, date_modified = ?, revision = revision + 1
                WHERE id = ?
                """, content.text, content.reminder, content.reminder, content.item, now, id)
        }
    }

    public func deleteMemo(
        _ id: Memo.ID, of account: Account.ID, at now: Timestamp
    ) async throws(StorageError) -> Deletion {
        try await delete(.memos, id, in: "memo", of: account, at: now)
    }
}

extension Connection {
    func countMemos(of account: Account.ID) throws(StorageError) -> Int {
        try count("SELECT count(*) FROM memo WHERE account = ? AND deletion IS NULL", account)
    }
}

extension Memo: Record {
    static let columns: SQL = """
        id, text, reminder, item, date_created, date_modified, revision, \
        (SELECT item.title FROM item WHERE item.id = memo.item AND item.position > 0)
        """
    fileprivate static let select: SQL =
        "SELECT \(columns) FROM memo WHERE id = ? AND account = ? AND deletion IS NULL"

    init(_ row: inout Statement) throws(StorageError) {
        self.init(
            id: try row.next(),
            content: MemoContent(
                text: try row.next(), reminder: try row.next(), item: try row.next()),
            dateCreated: try row.next(), dateModified: try row.next(), revision: try row.next(),
            itemTitle: try row.next())
    }
}
