import Market

extension Connection {
    func memos(
        of account: Account.ID, before id: Memo.ID?, limit: Int
    ) throws(StorageError) -> [Memo] {
        try memos(try statement(Self.selectMemos, account, id ?? .max, max(limit, 0)))
    }

    func memos(
        pinnedTo item: Item.ID, of account: Account.ID, limit: Int
    ) throws(StorageError) -> [Memo] {
        try memos(try statement(Self.selectPinnedMemos, item, account, max(limit, 0)))
    }

    /// - Throws: `.notFound`.
    func memo(_ id: Memo.ID, of account: Account.ID) throws(StorageError) -> Memo {
        let row = try statement(Self.selectMemo, id, account)
        guard try row.step() else { throw .notFound }
        return memo(row)
    }

    /// - Throws: `.notFound`, `.itemNotFound`, `.limitReached`.
    func insert(
        _ memo: MemoContent, of account: Account.ID, at now: Timestamp
    ) throws(StorageError) -> Memo.ID {
        try checkAccount(account)
        try checkPin(memo.item)
        guard try countMemos(of: account) < Limits.memos else {
            throw .limitReached(most: Limits.memos)
        }
        try run(
            """
            INSERT INTO memo (account, date_created, date_modified, reminder, item, text)
            VALUES (?, ?, ?, ?, ?, ?)
            """,
            account, now.seconds, now.seconds, memo.reminder?.seconds, memo.item, memo.text)
        return lastInsertedID()
    }

    /// - Throws: `.notFound`, `.changedMeanwhile`, `.itemNotFound`.
    func update(
        _ id: Memo.ID, of account: Account.ID, content: MemoContent, revision: Int64,
        at now: Timestamp
    ) throws(StorageError) {
        guard try memo(id, of: account).revision == revision else { throw .changedMeanwhile }
        try checkPin(content.item)
        try run(
            """
            UPDATE memo SET is_dismissed = is_dismissed AND reminder IS ?, reminder = ?,
                item = ?, date_modified = ?, revision = revision + 1, text = ?
            WHERE id = ?
            """,
            content.reminder?.seconds, content.reminder?.seconds, content.item, now.seconds,
            content.text, id)
    }

    func countMemos(of account: Account.ID) throws(StorageError) -> Int {
        let count = try integer(
            "SELECT count(*) FROM memo WHERE account = ? AND deletion IS NULL", account)
        return Int(count ?? 0)
    }

    private func memos(_ rows: consuming Statement) throws(StorageError) -> [Memo] {
        var memos: [Memo] = []
        while try rows.step() { memos.append(memo(rows)) }
        return memos
    }

    /// Reads the columns of `selectMemo`.
    private func memo(_ row: borrowing Statement) -> Memo {
        let content = MemoContent(
            text: row.text(6), reminder: row.timestamp(3),
            item: row.optionalID(4))
        return Memo(
            id: row.id(0), content: content,
            dateCreated: Timestamp(seconds: row.integer(1)),
            dateModified: Timestamp(seconds: row.integer(2)), revision: row.integer(5))
    }

    private static let start: SQL = """
        SELECT id, date_created, date_modified, reminder, item, revision, text FROM memo \
        WHERE deletion IS NULL AND\u{20}
        """
    static let selectMemos: SQL =
        start + "account = ? AND id < ? ORDER BY id DESC LIMIT ?"
    static let selectPinnedMemos: SQL =
        start + "item = ? AND account = ? ORDER BY id DESC LIMIT ?"
    private static let selectMemo: SQL = start + "id = ? AND account = ?"
}
