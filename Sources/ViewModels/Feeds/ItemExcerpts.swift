import Market

/// What a feed tells of items beside what their list shows: the first words of each.
public struct ItemExcerpts: Sendable {
    /// Which items.
    public typealias Input = [Item.ID]
    /// The beginning of each description, on one line; nothing of an item that has just gone.
    public typealias Output = [Item.ID: String]

    private static let longest = 200

    private let storage: any ItemStorage

    /// Reads from `storage`.
    public init(storage: any ItemStorage) {
        self.storage = storage
    }

    /// Reads one item after the other: a feed has a few dozen at most.
    public func output(for ids: Input) async throws(StorageError) -> Output {
        var excerpts: Output = [:]
        for id in ids {
            do throws(StorageError) {
                let description = try await storage.item(id).content.description
                excerpts[id] = oneLine(description, atMost: Self.longest)
            } catch .itemNotFound {
                continue
            }
        }
        return excerpts
    }
}
