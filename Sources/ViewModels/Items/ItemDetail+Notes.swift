import Market

extension ItemDetail {
    /// Of tasks and memos each.
    private static let mostNotes = 20
    private static let longestExcerpt = 80

    /// What the one who looks keeps about the listing; nobody else sees it.
    public struct Notes: Sendable {
        public let todos: [TodoEntry]
        public let memos: [MemoExcerpt]
    }

    /// How a memo begins.
    public struct MemoExcerpt: Equatable, Sendable {
        public let id: Memo.ID
        public let text: String
    }

    /// The newest tasks and memos pinned to a listing; nil for a guest, who has none.
    func notes(
        on item: Item.ID, of viewer: Account.ID?, at now: Timestamp
    ) async throws(StorageError) -> Notes? {
        guard let viewer else { return nil }
        let todos = try await storage.todos(
            pinnedTo: item, of: viewer, limit: Self.mostNotes)
        let memos = try await storage.memos(
            pinnedTo: item, of: viewer, limit: Self.mostNotes)
        return Notes(
            todos: todos.map { TodoEntry($0, at: now) },
            memos: memos.map { memo in
                MemoExcerpt(
                    id: memo.id, text: oneLine(memo.content.text, atMost: Self.longestExcerpt))
            })
    }
}
