import Market

extension ItemDetail {
    /// Why an item is not shown to a viewer who has something to do with it.
    public enum Absence: Equatable, Sendable {
        /// An operator has hidden it from everybody but its seller.
        /// - Parameter conversation: the viewer's conversation about it.
        case hidden(conversation: Conversation.ID)
        /// The same, for a viewer who has reported it and not written about it.
        case reportedHidden
        /// The same, for the guest who posted it, who may still edit and delete it by its password.
        /// - Parameter reason: the operator's reason; empty if none was given.
        case ownHidden(Item.ID, title: String, reason: String)
        /// The viewer has deleted it, and may restore it.
        /// - Parameters:
        ///   - deletion: what is undone to restore it.
        ///   - reason: why an operator had hidden it, empty if no reason was given; nil if none had.
        case inTrash(_ deletion: Deletion.ID, reason: String?)
        /// Its seller has deleted it.
        /// - Parameters:
        ///   - conversation: the viewer's conversation about it.
        ///   - words: words of its title that find other items; nil if none do.
        case deleted(conversation: Conversation.ID, words: String?)
        /// It was the viewer's own and is gone for good; the conversation is one about it.
        case ownDeleted(conversation: Conversation.ID)
    }

    /// Why an item is not shown. Returns nil if the viewer has nothing to do with it: to them it does
    /// not exist and never did.
    /// - Parameters:
    ///   - isPosters: whether the viewer posted it as a guest, known by its password or their
    ///     browser's mark.
    ///   - run: runs a search, or returns nil if there is no time for it.
    /// - Throws: `StorageError` if the storage fails; whatever `run` throws.
    public func absence(
        of id: Input, for viewer: Account.ID?, isPosters: Bool,
        runningSearch run: (@escaping @Sendable () async throws -> String?) async throws -> String?
    ) async throws -> Absence? {
        var conversation: Conversation.ID?
        var hasReported = false
        if let viewer {
            let deletions = try await storage.deletions(of: viewer)
            if let deletion = deletions.first(where: { $0.item == id }) {
                return .inTrash(deletion.id, reason: try await storage.hidingReason(of: id))
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
