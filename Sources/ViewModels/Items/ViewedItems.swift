import Market

/// The items that somebody has looked at of late, as far as their browser tells: nothing of it is kept.
public struct ViewedItems: Sendable {
    /// Those that the browser names, the one looked at last first.
    public typealias Input = [Item.ID]

    /// So many are shown, those looked at last.
    public static let most = 30

    private let storage: any ItemStorage

    /// Reads from `storage`.
    public init(storage: any ItemStorage) {
        self.storage = storage
    }

    /// Those of them that everybody sees still, in their order.
    public struct Output: Sendable {
        /// What is sold is among them.
        public let entries: [ItemList.Entry]
        /// Whether the browser names any, be they there still or not.
        public let mayBeForgotten: Bool

        /// Set when there is nothing to show.
        public var emptyText: Phrase? {
            guard entries.isEmpty else { return nil }
            return Phrase(mayBeForgotten ? .viewedAreGone : .noneViewed)
        }
    }

    /// Their ages as they read at `now`.
    /// - Parameter viewer: to whom nothing is shown of people whom they have blocked; nil for a guest.
    /// - Throws: `StorageError` of a storage that failed.
    public func output(
        for ids: Input, viewer: Account.ID?, at now: Timestamp
    ) async throws(StorageError) -> Output {
        let items = try await storage.openItems(Array(ids.prefix(Self.most)), for: viewer)
        return Output(
            entries: items.map { ItemList.Entry($0, at: now) }, mayBeForgotten: !ids.isEmpty)
    }
}
