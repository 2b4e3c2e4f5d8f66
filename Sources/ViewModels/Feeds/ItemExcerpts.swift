import Market

/// What feeds show of items beyond what lists show: the first words of each, and its last edit.
public struct ItemExcerpts: Sendable {
    /// Which items.
    public typealias Input = [Item.ID]
    /// Items that have just been deleted are left out.
    public typealias Output = [Item.ID: Excerpt]

    private static let longest = 200

    private let storage: any ItemStorage

    /// The excerpt of one item.
    public struct Excerpt: Equatable, Sendable {
        /// The beginning of its description, on one line.
        public let text: String
        /// When it was last edited, or else posted, in UTC.
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
