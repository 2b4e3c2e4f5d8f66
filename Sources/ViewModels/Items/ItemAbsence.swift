import Market

extension ItemDetail {
    /// Why an item is not shown to somebody who has to do with it.
    public enum Absence: Equatable, Sendable {
        /// The operator keeps it from everybody but its seller.
        /// - Parameter conversation: what they have written about it; nil for nothing.
        case hidden(conversation: Conversation.ID?)
        /// They have deleted it themselves, and may bring it back.
        case inTrash
        /// Its seller has deleted it.
        /// - Parameters:
        ///   - conversation: what they have written about it.
        ///   - title: what it was called when they did so.
        case deleted(conversation: Conversation.ID, title: String)
    }

    /// Nil for whom it is none of their business: to them it is not there, and never was. One that is
    /// gone for good is so to everybody.
    /// - Parameter isPosters: whether they have shown to know the item's password.
    public func absence(
        of id: Input, for viewer: Account.ID?, isPosters: Bool
    ) async throws(StorageError) -> Absence? {
        var conversation: Conversation.ID?
        if let viewer {
            let deletions = try await storage.deletions(of: viewer)
            guard !deletions.contains(where: { $0.item == id }) else { return .inTrash }
            conversation = try await storage.conversation(about: id, by: viewer)
        }
        guard isPosters || conversation != nil else { return nil }
        do throws(StorageError) {
            let isHidden = try await storage.item(id).isHidden
            return isHidden ? .hidden(conversation: conversation) : nil
        } catch {
            guard error == .itemNotFound else { throw error }
            guard let viewer, let conversation else { return nil }
            let title = try await storage.conversation(conversation, of: .account(viewer)).itemTitle
            return .deleted(conversation: conversation, title: title)
        }
    }
}
