import Market

/// The listing that a task or memo is pinned to.
public struct PinnedItem: Equatable, Sendable {
    public let id: Item.ID
    public let title: String
}

extension ItemStorage {
    /// The listing that a form names; nil when it names none, or one that is gone.
    func pinnedItem(typed: String) async throws(StorageError) -> PinnedItem? {
        guard let id = Item.ID(digits: typed) else { return nil }
        return try await pinnedItem(id)
    }

    /// Nil when the listing is gone.
    func pinnedItem(_ id: Item.ID?) async throws(StorageError) -> PinnedItem? {
        guard let id else { return nil }
        do {
            return PinnedItem(id: id, title: try await item(id).content.title)
        } catch .itemNotFound {
            return nil
        }
    }
}
