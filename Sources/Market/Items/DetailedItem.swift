/// An item with what stands beside it on its page, all of one moment. An object: to copy it would count some
/// thirty references.
public final class DetailedItem: Sendable {
    /// The item itself.
    public let item: Item
    /// What its seller says of themselves; nil for a guest's.
    public let seller: Profile?
    /// When the seller joined; nil for a guest's.
    public let sellerJoined: Timestamp?
    private let isSellerSuspended: Bool
    /// Other items that the seller has on sale, newest first.
    public let others: [ItemSummary]
    /// How many accounts keep an eye on it.
    public let interests: Int
    /// Who has written about it: nothing of what is written.
    public let conversations: ItemConversations
    /// What the one who looks at it has to do with it; nil for a guest.
    public let viewer: Viewer?
    /// Whether its seller has deleted it, and may bring it back.
    public let isInTrash: Bool

    /// An item with all that is read beside it.
    public init(
        item: Item, seller: Profile?, sellerJoined: Timestamp?, isSellerSuspended: Bool,
        others: [ItemSummary], interests: Int, conversations: ItemConversations,
        viewer: Viewer?, isInTrash: Bool = false
    ) {
        self.isInTrash = isInTrash
        (self.item, self.seller, self.others) = (item, seller, others)
        (self.sellerJoined, self.isSellerSuspended) = (sellerJoined, isSellerSuspended)
        (self.interests, self.conversations, self.viewer) = (interests, conversations, viewer)
    }

    /// Whether its seller does not answer who looks at it: they may not write now, or have blocked them,
    /// and nobody is told which.
    public var isSellerUnreachable: Bool { isSellerSuspended || viewer?.isBlocked == true }

    /// What an account has to do with an item.
    public struct Viewer: Sendable {
        /// Whether it keeps an eye on it.
        public let isInterested: Bool
        /// The one that it has begun about it; nil for none.
        public let conversation: Conversation.ID?
        /// Its to-dos pinned to the item, newest first.
        public let todos: [Todo]
        /// The same of memos.
        public let memos: [Memo]
        /// Whether it has blocked the seller.
        public let hasBlockedSeller: Bool
        /// Whether it follows the seller.
        public let followsSeller: Bool
        /// Whether the seller has blocked it.
        fileprivate let isBlocked: Bool

        /// What was read of an account.
        public init(
            isInterested: Bool, conversation: Conversation.ID?, todos: [Todo], memos: [Memo],
            hasBlockedSeller: Bool, isBlocked: Bool, followsSeller: Bool
        ) {
            self.followsSeller = followsSeller
            (self.isInterested, self.conversation) = (isInterested, conversation)
            (self.todos, self.memos) = (todos, memos)
            (self.hasBlockedSeller, self.isBlocked) = (hasBlockedSeller, isBlocked)
        }
    }

    /// The most that is read of what there may be any number of.
    public struct Limits: Sendable {
        /// Of the seller's other items.
        public let others: Int
        /// Of to-dos and memos each.
        public let notes: Int

        /// So many of each.
        public init(others: Int, notes: Int) {
            (self.others, self.notes) = (others, notes)
        }
    }
}
