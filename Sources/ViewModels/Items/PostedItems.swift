import Market

/// The items that somebody has posted without an account, as far as their browser tells.
public struct PostedItems: Sendable {
    /// Those that the browser names.
    public typealias Input = [Item.ID]

    private let storage: any ItemStorage

    /// Reads from `storage`.
    public init(storage: any ItemStorage) {
        self.storage = storage
    }

    /// All of them that are there still, and a guest's.
    public typealias Output = ListPage<ItemList.Entry, Item.ID>

    /// They stand as they are named, their ages as they read at `now`.
    /// - Throws: `StorageError` of a storage that failed.
    public func output(for ids: Input, at now: Timestamp) async throws(StorageError) -> Output {
        var entries: [ItemList.Entry] = []
        for id in ids {
            if let item = try await guestsItem(id) {
                entries.append(ItemList.Entry(item, at: now))
            }
        }
        return Output(
            entries: entries, isFirst: true, older: nil,
            emptyText: entries.isEmpty ? Phrase(.nonePosted) : nil)
    }

    /// Nil for what is gone, or is not shown to everybody, since nothing proves whose it is.
    private func guestsItem(_ id: Item.ID) async throws(StorageError) -> ItemSummary? {
        do throws(StorageError) {
            let item = try await storage.listedItem(id)
            return item.seller == nil && !item.summary.isHidden ? item.summary : nil
        } catch {
            guard error == .itemNotFound else { throw error }
            return nil
        }
    }
}
