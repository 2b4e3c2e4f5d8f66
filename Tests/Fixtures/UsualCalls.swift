import Market

/// What tests call the storage with most of the time, and the program never.
extension ItemStorage {
    /// Deletes whatever the item is by now.
    /// - Throws: `.itemNotFound`.
    public func delete(_ id: Item.ID, at now: Timestamp) async throws(StorageError) {
        try await delete(id, at: now, if: nil)
    }
}

extension TodoStorage {
    /// Replaces what is written of a to-do, which stays on its list.
    /// - Throws: as the other.
    public func update(
        _ id: Todo.ID, of account: Account.ID, content: TodoContent, revision: Int64,
        at now: Timestamp
    ) async throws(StorageError) {
        try await update(
            id, of: account, content: content, in: nil, revision: revision, at: now)
    }
}

extension PushStorage {
    /// Subscribes a browser that is told to now.
    /// - Throws: as the other.
    public func subscribe(
        _ endpoint: String, in session: SecretDigest, at now: Timestamp
    ) async throws(StorageError) {
        try await subscribe(endpoint, in: session, at: now, after: nil)
    }
}

extension ReviewStorage {
    /// Of the last dealing.
    /// - Throws: `.notFound` when the reader has no such conversation.
    public func reviews(
        in id: Conversation.ID, of reader: Conversation.Reader, at now: Timestamp
    ) async throws(StorageError) -> DealingReviews {
        try await reviews(in: id, about: nil, of: reader, at: now)
    }

    /// Of the last dealing.
    /// - Throws: as the other.
    public func answerReview(
        _ text: String, in id: Conversation.ID, by reader: Conversation.Reader, at now: Timestamp
    ) async throws(StorageError) {
        try await answerReview(text, in: id, about: nil, by: reader, at: now)
    }
}
