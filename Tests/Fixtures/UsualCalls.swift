import Market

/// Shorthands for the storage calls that most tests make, but the program never does.
extension ItemStorage {
    /// Deletes the item whatever its state.
    /// - Throws: `.itemNotFound`.
    public func delete(_ id: Item.ID, at now: Timestamp) async throws(StorageError) {
        try await delete(id, at: now, if: nil)
    }
}

extension TodoStorage {
    /// Replaces a to-do's content and leaves it on its list.
    /// - Throws: the same as the full method.
    public func update(
        _ id: Todo.ID, of account: Account.ID, content: TodoContent, revision: Int64,
        at now: Timestamp
    ) async throws(StorageError) {
        try await update(
            id, of: account, content: content, in: nil, revision: revision, at: now)
    }
}

extension PushStorage {
    /// Subscribes a browser whose user has just decided so.
    /// - Throws: the same as the full method.
    public func subscribe(
        _ endpoint: String, in session: SecretDigest, at now: Timestamp
    ) async throws(StorageError) {
        try await subscribe(endpoint, in: session, at: now, after: nil)
    }
}

extension ReviewStorage {
    /// The reviews of the latest dealing.
    /// - Throws: `.notFound` if the reader has no such conversation.
    public func reviews(
        in id: Conversation.ID, of reader: Conversation.Reader, at now: Timestamp
    ) async throws(StorageError) -> DealingReviews {
        try await reviews(in: id, about: nil, of: reader, at: now)
    }

    /// Answers the review of the latest dealing.
    /// - Throws: the same as the full method.
    public func answerReview(
        _ text: String, in id: Conversation.ID, by reader: Conversation.Reader, at now: Timestamp
    ) async throws(StorageError) {
        try await answerReview(text, in: id, about: nil, by: reader, at: now)
    }
}
