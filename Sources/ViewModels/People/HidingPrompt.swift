import Market

/// Asks an operator for the reason to hide a listing.
public struct HidingPrompt: Sendable {
    /// The listing's id.
    public typealias Input = Item.ID

    private let storage: any MarketStorage

    /// Reads from `storage`.
    public init(storage: any MarketStorage) {
        self.storage = storage
    }

    /// The listing that is asked about.
    public struct Output: Sendable {
        /// The listing's id, used in links.
        public let id: Item.ID
        /// Its title.
        public let title: String
        /// The reasons given for hiding listings before.
        public let reasonChoices: [ReasonChoices]
    }

    /// The question to ask.
    /// - Parameter viewer: the operator's account.
    /// - Returns: nil if the listing is hidden already.
    /// - Throws: `.itemNotFound`.
    public func output(
        for id: Input, by viewer: Account.ID, at now: Timestamp
    ) async throws(StorageError) -> Output? {
        let item = try await item(id, viewer, at: now)
        guard !item.isHidden else { return nil }
        return Output(
            id: id, title: item.content.title,
            reasonChoices: try await storage.reasonChoices(for: .hidden))
    }

    /// The item, even if it is in its seller's trash.
    private func item(
        _ id: Item.ID, _ viewer: Account.ID, at now: Timestamp
    ) async throws(StorageError) -> Item {
        do throws(StorageError) {
            return try await storage.item(id)
        } catch {
            guard error == .itemNotFound else { throw error }
            return try await storage.detailedItemInTrash(id, for: viewer, at: now).item
        }
    }
}
