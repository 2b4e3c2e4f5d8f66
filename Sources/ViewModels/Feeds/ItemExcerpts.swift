import Market

/// What a feed tells of items beside what their list shows: the first words of each, and its last edit.
public struct ItemExcerpts: Sendable {
    /// Which items.
    public typealias Input = [Item.ID]
    /// Nothing of an item that has just gone.
    public typealias Output = [Item.ID: Excerpt]

    private static let longest = 200

    private let storage: any ItemStorage

    /// What is told of one.
    public struct Excerpt: Equatable, Sendable {
        /// The beginning of its description, on one line.
        public let text: String
        /// When it was edited last, or posted: in UTC, as lists have the latter.
        public let dateModified: ShortText
    }

    /// Reads from `storage`.
    public init(storage: any ItemStorage) {
        self.storage = storage
    }

    /// Reads one item after the other: a feed has a few dozen at most.
    public func output(for ids: Input) async throws(StorageError) -> Output {
        var excerpts: Output = [:]
        for id in ids {
            do throws(StorageError) {
                let item = try await storage.item(id)
                excerpts[id] = Excerpt(
                    text: oneLine(item.content.description, atMost: Self.longest),
                    dateModified: item.dateModified.iso8601)
            } catch .itemNotFound {
                continue
            }
        }
        return excerpts
    }
}
