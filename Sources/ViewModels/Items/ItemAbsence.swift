import Market

extension ItemDetail {
    /// Why an item is not shown to somebody who has to do with it.
    public enum Absence: Equatable, Sendable {
        /// The operator keeps it from everybody but its seller.
        /// - Parameters:
        ///   - conversation: what they have written about it; nil for nothing.
        ///   - reason: for who has posted it as a guest; nil or empty for none.
        case hidden(conversation: Conversation.ID?, reason: String?)
        /// They have deleted it themselves, and may bring it back.
        /// - Parameter reason: why an operator has hidden it, empty for no reason; nil where none has.
        case inTrash(reason: String?)
        /// Its seller has deleted it.
        /// - Parameters:
        ///   - conversation: what they have written about it.
        ///   - words: of what it was called, those that find others; nil for none.
        case deleted(conversation: Conversation.ID, words: String?)
        /// It was their own, and is gone for good; the conversation is one about it.
        case ownDeleted(conversation: Conversation.ID)
    }

    /// Nil for whom it is none of their business: to them it is not there, and never was.
    /// - Parameters:
    ///   - isPosters: whether they have posted it as a guest, by its password or their browser's mark.
    ///   - run: runs a search, or answers nil where there is no time for it.
    /// - Throws: `StorageError` of a storage that failed; what `run` throws.
    public func absence(
        of id: Input, for viewer: Account.ID?, isPosters: Bool,
        runningSearch run: (@escaping @Sendable () async throws -> String?) async throws -> String?
    ) async throws -> Absence? {
        var conversation: Conversation.ID?
        if let viewer {
            let deletions = try await storage.deletions(of: viewer)
            guard !deletions.contains(where: { $0.item == id }) else {
                return .inTrash(reason: try await storage.hidingReason(of: id))
            }
            conversation = try await storage.conversation(about: id, by: viewer)
        }
        guard isPosters || conversation != nil else { return nil }
        do throws(StorageError) {
            guard try await storage.item(id).isHidden else { return nil }
            let reason = try await isPosters ? storage.hidingReason(of: id) : nil
            return .hidden(conversation: conversation, reason: reason)
        } catch {
            guard error == .itemNotFound else { throw error }
        }
        guard let viewer, let conversation else { return nil }
        let kept = try await storage.conversation(conversation, of: .account(viewer))
        guard kept.party == .asker else { return .ownDeleted(conversation: conversation) }
        let (title, similar) = (kept.itemTitle, SimilarItems(storage: storage))
        return .deleted(
            conversation: conversation, words: try await run { try await similar.words(of: title) })
    }
}
