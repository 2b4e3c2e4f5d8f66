import Market

extension SQLStorage: ItemDraftStorage {
    public func draft(of account: Account.ID) async throws(StorageError) -> ItemDraft? {
        try await read { connection throws(StorageError) in
            guard try connection.exists("SELECT 1 FROM draft WHERE account = ?", account) else {
                return nil
            }
            let texts: [DraftText] = try connection.all(
                "SELECT \(DraftText.columns) FROM draft_text WHERE account = ?", account)
            return ItemDraft(
                texts: Dictionary(
                    texts.map { ($0.field, $0.text) }, uniquingKeysWith: { first, _ in first }),
                photos: try connection.all(
                    "SELECT photo FROM draft_photo WHERE account = ? ORDER BY position", account))
        }
    }

    public func setDraft(
        _ draft: ItemDraft?, of account: Account.ID
    ) async throws(StorageError) {
        try await write { connection throws(StorageError) in
            try connection.checkAccount(account)
            try connection.deleteDraft(of: account)
            if let draft { try connection.insert(draft, of: account) }
        }
    }
}

extension Connection {
    /// With its texts and photos; none is no error.
    func deleteDraft(of account: Account.ID) throws(StorageError) {
        try runLater("DELETE FROM draft WHERE account = ?", account)
    }

    fileprivate func insert(
        _ draft: ItemDraft, of account: Account.ID
    ) throws(StorageError) {
        try runLater("INSERT INTO draft (account) VALUES (?)", account)
        for (field, text) in draft.texts {
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

/// What stands in a row of the form.
private struct DraftText: Record {
    let field: String
    let text: String

    static let columns: SQL = "field, text"

    init(_ row: inout Statement) throws(StorageError) {
        (field, text) = (try row.next(), try row.next())
    }
}
