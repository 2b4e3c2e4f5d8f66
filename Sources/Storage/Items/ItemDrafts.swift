import Market

extension SQLStorage: ItemDraftStorage {
    public func draft(of account: Account.ID) async throws(StorageError) -> ItemDraft? {
        try await read { connection throws(StorageError) in
            guard try connection.exists("SELECT 1 FROM draft WHERE account = ?", account) else {
                return nil
            }
            let rows: [(String, String)] = try connection.pairs(
                "SELECT field, text FROM draft_text WHERE account = ?", account)
            var texts = Dictionary(rows, uniquingKeysWith: { first, _ in first })
            let key = texts.removeValue(forKey: Connection.keyField) ?? ""
            return ItemDraft(
                key: key, texts: texts,
                photos: try connection.all(
                    "SELECT photo FROM draft_photo WHERE account = ? ORDER BY position", account))
        }
    }

    @discardableResult
    public func setDraft(
        _ draft: ItemDraft, discardingOther discardsOther: Bool, of account: Account.ID
    ) async throws(StorageError) -> Bool {
        try await write { connection throws(StorageError) in
            try connection.checkAccount(account)
            if let kept = try connection.keyOfDraft(of: account) {
                guard discardsOther || kept == draft.key else { return false }
                try connection.deleteDraft(nil, of: account)
            }
            try connection.insert(draft, of: account)
            return true
        }
    }

    public func deleteDraft(_ key: String?, of account: Account.ID) async throws(StorageError) {
        try await write { connection throws(StorageError) in
            try connection.checkAccount(account)
            try connection.deleteDraft(key, of: account)
        }
    }
}

extension Connection {
    /// Deletes the draft with its texts and photos; does nothing if there is none.
    /// - Parameter key: the key of the draft to delete; nil for any draft.
    func deleteDraft(_ key: String?, of account: Account.ID) throws(StorageError) {
        if let key {
            guard try keyOfDraft(of: account) == key else { return }
        }
        try runLater("DELETE FROM draft WHERE account = ?", account)
    }

    /// The row that stores the form's key; no field of the form has this name.
    fileprivate static let keyField = "key"

    /// Returns nil if there is no draft.
    fileprivate func keyOfDraft(of account: Account.ID) throws(StorageError) -> String? {
        try first(
            """
            SELECT coalesce((
                SELECT text FROM draft_text WHERE draft_text.account = draft.account AND field = ?
            ), '')
            FROM draft WHERE account = ?
            """, Self.keyField, account)
    }

    fileprivate func insert(_ draft: ItemDraft, of account: Account.ID) throws(StorageError) {
        try runLater("INSERT INTO draft (account) VALUES (?)", account)
        var texts = draft.texts
        if !draft.key.isEmpty { texts[Self.keyField] = draft.key }
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
                """, account, position, photo)
        }
    }
}
