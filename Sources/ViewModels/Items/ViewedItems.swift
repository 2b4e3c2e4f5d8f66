import Market

/// The items that the viewer has looked at lately, according to their browser; the server stores nothing.
public struct ViewedItems: Sendable {
    /// The items that the browser names, the latest viewed first.
    public typealias Input = [Item.ID]

    /// How many items are shown, the latest viewed ones.
    public static let most = 30

    private let storage: any ItemStorage

    /// Reads from `storage`.
    public init(storage: any ItemStorage) {
        self.storage = storage
    }

    /// The named items that everybody can still see, in the order named.
    public struct Output: Sendable {
        /// The items to show, sold ones included.
        public let entries: [ItemList.Entry]
        /// Whether the browser names any items, whether or not they still exist.
        public let mayBeForgotten: Bool

        /// Set if there is nothing to show.
        public var emptyText: Phrase? {
            guard entries.isEmpty else { return nil }
            return Phrase(mayBeForgotten ? .viewedAreGone : .noneViewed)
        }
    }

    /// Lists the items, with ages as of `now`.
    /// - Parameter viewer: the account whose blocked people's items are left out; nil for a guest.
    /// - Throws: `StorageError` if the storage fails.
    public func output(
        for ids: Input, viewer: Account.ID?, at now: Timestamp
    ) async throws(StorageError) -> Output {
        let items = try await storage.openItems(Array(ids.prefix(Self.most)), for: viewer)
        return Output(
            entries: items.map { ItemList.Entry($0, at: now) }, mayBeForgotten: !ids.isEmpty)
    }
}
