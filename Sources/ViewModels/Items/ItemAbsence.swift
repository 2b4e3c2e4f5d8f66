import Market

extension ItemDetail {
    /// Why an item is not shown to somebody who has to do with it.
    public enum Absence: Equatable, Sendable {
        /// The operator keeps it from everybody but its seller.
        /// - Parameter conversation: what they have written about it.
        case hidden(conversation: Conversation.ID)
        /// The same to who has reported it, and has not written about it.
        case reportedHidden
        /// The same to who has posted it as a guest, and still may edit and delete it by its password.
        /// - Parameter reason: empty for none.
        case ownHidden(Item.ID, title: String, reason: String)
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
        var hasReported = false
        if let viewer {
            let deletions = try await storage.deletions(of: viewer)
            guard !deletions.contains(where: { $0.item == id }) else {
                return .inTrash(reason: try await storage.hidingReason(of: id))
            }
            conversation = try await storage.conversation(about: id, by: viewer)
            hasReported = try await storage.hasReported(id, by: viewer)
        }
        guard isPosters || hasReported || conversation != nil else { return nil }
        do throws(StorageError) {
            let item = try await storage.item(id)
            guard item.isHidden else { return nil }
            guard !isPosters else {
                let reason = try await storage.hidingReason(of: id) ?? ""
                return .ownHidden(id, title: item.content.title, reason: reason)
            }
            return conversation.map { Absence.hidden(conversation: $0) } ?? .reportedHidden
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
