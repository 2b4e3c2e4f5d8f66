import Market

/// Asks an operator why a listing is to be hidden.
public struct HidingPrompt: Sendable {
    /// Of the listing.
    public typealias Input = Item.ID

    private let storage: any MarketStorage

    /// Reads from `storage`.
    public init(storage: any MarketStorage) {
        self.storage = storage
    }

    /// What is asked about.
    public struct Output: Sendable {
        /// Names its page.
        public let id: Item.ID
        /// What it is called.
        public let title: String
        /// Of what was hidden before.
        public let reasonChoices: [ReasonChoices]
    }

    /// - Parameter viewer: the operator's account.
    /// - Returns: nil for what is hidden already.
    /// - Throws: `.itemNotFound`.
    public func output(
        for id: Input, by viewer: Account.ID
    ) async throws(StorageError) -> Output? {
        let item = try await item(id, viewer)
        guard !item.isHidden else { return nil }
        return Output(
            id: id, title: item.content.title,
            reasonChoices: try await storage.reasonChoices(for: .hidden))
    }

    /// In its seller's trash, too.
    private func item(_ id: Item.ID, _ viewer: Account.ID) async throws(StorageError) -> Item {
        do throws(StorageError) {
            return try await storage.item(id)
        } catch {
            guard error == .itemNotFound else { throw error }
            return try await storage.detailedItemInTrash(id, for: viewer).item
        }
    }
}
