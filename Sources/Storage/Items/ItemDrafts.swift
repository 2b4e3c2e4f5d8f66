import Market

extension SQLStorage: ItemDraftStorage {
    public func draft(of account: Account.ID) async throws(StorageError) -> ItemDraft? {
        try await read { connection throws(StorageError) in
            guard try connection.exists("SELECT 1 FROM draft WHERE account = ?", account) else {
                return nil
            }
            let rows: [DraftText] = try connection.all(
                "SELECT \(DraftText.columns) FROM draft_text WHERE account = ?", account)
            var texts = Dictionary(
                rows.map { ($0.field, $0.text) }, uniquingKeysWith: { first, _ in first })
            let key = texts.removeValue(forKey: DraftText.key) ?? ""
            return ItemDraft(
                key: key, texts: texts,
                photos: try connection.all(
                    "SELECT photo FROM draft_photo WHERE account = ? ORDER BY position", account))
        }
    }

    @discardableResult
    public func setDraft(
        _ draft: ItemDraft, of account: Account.ID
    ) async throws(StorageError) -> Bool {
        try await write { connection throws(StorageError) in
            try connection.checkAccount(account)
            if let kept = try connection.keyOfDraft(of: account) {
                guard kept == draft.key else { return false }
                try connection.deleteDraft(nil, of: account)
            }
            try connection.insert(draft, of: account)
            return true
        }
    }

    public func deleteDraft(
        _ key: String?, of account: Account.ID
    ) async throws(StorageError) {
        try await write { connection throws(StorageError) in
            try connection.checkAccount(account)
            try connection.deleteDraft(key, of: account)
        }
    }
}

extension Connection {
    /// With its texts and photos; none is no error.
    /// - Parameter key: of the one to delete; nil is whichever there is.
    func deleteDraft(_ key: String?, of account: Account.ID) throws(StorageError) {
        if let key {
            guard try keyOfDraft(of: account) == key else { return }
        }
        try runLater("DELETE FROM draft WHERE account = ?", account)
    }

    /// Nil when there is none.
    fileprivate func keyOfDraft(of account: Account.ID) throws(StorageError) -> String? {
        try first(
            """
            SELECT coalesce((
                SELECT text FROM draft_text WHERE draft_text.account = draft.account AND field = ?
            ), '')
            FROM draft WHERE account = ?
            """,
            DraftText.key, account)
    }

    fileprivate func insert(
        _ draft: ItemDraft, of account: Account.ID
    ) throws(StorageError) {
        try runLater("INSERT INTO draft (account) VALUES (?)", account)
        var texts = draft.texts
        if !draft.key.isEmpty { texts[DraftText.key] = draft.key }
        for (field, text) in texts {
            try runLater(
                "INSERT INTO draft_text (account, field, text) VALUES (?, ?, ?)", account, field,
                text)
        }
        for (position, photo) in draft.photos.prefix(Item.mostPhotos).enumerated() {
            try run(
                """
                INSERT INTO draft_photo (account, position, photo)
                SELECT ?, ?, id FROM photo WHERE id = ?
                """,
                account, position, photo)
        }
    }
}

// MARK: - Rows

/// What stands in a row of the form, or the key that the form has.
private struct DraftText: Record {
    let field: String
    let text: String

    /// No row of the form is called so.
    static let key = "key"
    static let columns: SQL = "field, text"

    init(_ row: inout Statement) throws(StorageError) {
        (field, text) = (try row.next(), try row.next())
    }
}
