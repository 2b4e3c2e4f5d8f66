import Market

/// The items that somebody posted without an account, according to their browser.
public struct PostedItems: Sendable {
    /// The items that the browser names.
    public typealias Input = [Item.ID]

    private let storage: any ItemStorage & SellingStorage

    /// Reads from `storage`.
    public init(storage: any ItemStorage & SellingStorage) {
        self.storage = storage
    }

    /// The named items that still exist and belong to a guest, in the order named.
    public struct Output: Sendable {
        /// The items that everybody can see.
        public internal(set) var entries: [Entry] = []
        /// The items that an operator has hidden. Nothing here proves who posted them, so that no
        /// details are shown; each item's own page recognises the browser that posted it, and says
        /// why.
        public internal(set) var hidden: [Item.ID] = []

        /// Set if there is nothing to show.
        public var emptyText: Phrase? {
            entries.isEmpty && hidden.isEmpty ? Phrase(.nonePosted) : nil
        }
    }

    /// One of the items, with what everybody may know about it.
    public struct Entry: Sendable {
        /// The item as lists show it.
        public let item: ItemList.Entry
        /// How many people have written about it.
        public let conversations: Int
        /// How many messages about it are unread, as far as the viewer has shown that it is theirs.
        public let waiting: Int

        /// The item's id, used in links.
        public var id: Item.ID { item.id }
    }

    /// Lists the items, with ages as of `now`.
    /// - Parameters:
    ///   - unread: how many messages about each item are unread, for the items that the browser has
    ///     proved to have posted.
    ///   - isByQuestion: whether, of these, the one with the newest question comes first.
    /// - Throws: `StorageError` if the storage fails.
    public func output(
        for ids: Input, unread: [Item.ID: Int] = [:], isByQuestion: Bool = false,
        at now: Timestamp
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
        if isByQuestion {
            // Nobody else learns which of them was asked about last.
            let newest = try await storage.newestQuestions(about: Array(unread.keys))
            output.entries.sortStably { newest[$0.id] ?? .min }
        }
        return output
    }

    /// Whether the item still exists and belongs to a guest, but is hidden.
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

extension [PostedItems.Entry] {
    /// Sorts from the newest question to the oldest; entries of the same one keep their order.
    fileprivate mutating func sortStably(by question: (Element) -> ChatMessage.ID) {
        self = enumerated().sorted { one, other in
            let (first, second) = (question(one.element), question(other.element))
            return first == second ? one.offset < other.offset : first > second
        }
        .map(\.element)
    }
}
