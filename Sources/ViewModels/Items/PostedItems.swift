import Market

/// The items that somebody has posted without an account, as far as their browser tells.
public struct PostedItems: Sendable {
    /// Those that the browser names.
    public typealias Input = [Item.ID]

    private let storage: any ItemStorage & SellingStorage

    /// Reads from `storage`.
    public init(storage: any ItemStorage & SellingStorage) {
        self.storage = storage
    }

    /// All of them that are there still, and a guest's, as they are named.
    public struct Output: Sendable {
        /// Those that everybody sees.
        public internal(set) var entries: [Entry] = []
        /// Those that the operator has hidden. Nothing proves here whose they are, so that nothing
        /// is told of them; their own pages know the browser that has posted them, and say why.
        public internal(set) var hidden: [Item.ID] = []

        /// Set when there is nothing to show.
        public var emptyText: Phrase? {
            entries.isEmpty && hidden.isEmpty ? Phrase(.nonePosted) : nil
        }
    }

    /// One of them, with what everybody may know of it.
    public struct Entry: Sendable {
        /// As lists show it.
        public let item: ItemList.Entry
        /// How many people have written about it.
        public let conversations: Int
        /// How many messages about it wait, as far as its poster may know.
        public let waiting: Int

        /// Names it in links.
        public var id: Item.ID { item.id }
    }

    /// Their ages as they read at `now`.
    /// - Parameter unread: how many messages about them were not read, of those that the browser has shown
    ///   to have posted.
    /// - Throws: `StorageError` of a storage that failed.
    public func output(
        for ids: Input, unread: [Item.ID: Int] = [:], at now: Timestamp
    ) async throws(StorageError) -> Output {
        var output = Output()
        var found: [ItemSummary] = []
        for id in ids {
            do throws(StorageError) {
                let item = try await storage.listedItem(id)
                guard item.seller == nil else { continue }
                found.append(item.summary)
            } catch {
                guard error == .itemNotFound else { throw error }
                if try await isHidden(id) { output.hidden.append(id) }
            }
        }
        let standings = try await storage.standings(at: found.map(\.position))
        output.entries = found.map { item in
            Entry(
                item: ItemList.Entry(item, at: now),
                conversations: standings[item.id]?.conversations ?? 0,
                waiting: unread[item.id] ?? 0)
        }
        return output
    }

    /// Whether it is there still, and a guest's, but no list shows it.
    private func isHidden(_ id: Item.ID) async throws(StorageError) -> Bool {
        do throws(StorageError) {
            let item = try await storage.item(id)
            return item.seller == nil && item.isHidden
        } catch {
            guard error == .itemNotFound else { throw error }
            return false
        }
    }
}
