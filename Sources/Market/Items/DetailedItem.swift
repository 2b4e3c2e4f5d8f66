/// An item with what its page shows beside it, all read at one moment. A class, since copying it as
/// a struct would count some thirty references.
public final class DetailedItem: Sendable {
    /// The item itself.
    public let item: Item
    /// The seller; nil for a guest's item.
    public let seller: Seller?
    /// Other items that the seller has on sale, newest first.
    public let others: [ItemSummary]
    /// How many accounts are interested in it.
    public let interests: Int
    /// How many people have written about it, without any of the messages.
    public let conversations: ItemConversations
    /// How the viewer relates to it; nil for a guest.
    public let viewer: Viewer?
    /// Whether its seller has deleted it and can still bring it back.
    public let isInTrash: Bool

    /// An item with everything that is read beside it.
    public init(
        item: Item, seller: Seller?, others: [ItemSummary], interests: Int,
        conversations: ItemConversations, viewer: Viewer?, isInTrash: Bool = false
    ) {
        self.isInTrash = isInTrash
        (self.item, self.seller, self.others) = (item, seller, others)
        (self.interests, self.conversations, self.viewer) = (interests, conversations, viewer)
    }

    /// Whether the seller does not answer the viewer: the seller is suspended or has blocked the
    /// viewer, and nobody is told which.
    public var isSellerUnreachable: Bool {
        seller?.isSuspended == true || viewer?.isBlocked == true
    }

    /// The account that offers an item.
    public struct Seller: Sendable {
        /// What others see of the account.
        public let profile: Profile
        /// When the seller joined.
        public let dateJoined: Timestamp
        /// What is known about the seller's dealings.
        public let facts: PersonFacts
        /// Whether the seller may not write at present.
        fileprivate let isSuspended: Bool

        /// A seller, as the account was read.
        public init(
            profile: Profile, dateJoined: Timestamp, facts: PersonFacts, isSuspended: Bool
        ) {
            (self.profile, self.dateJoined) = (profile, dateJoined)
            (self.facts, self.isSuspended) = (facts, isSuspended)
        }
    }

    /// How an account relates to an item.
    public struct Viewer: Sendable {
        /// Whether the account is interested in the item.
        public let isInterested: Bool
        /// The conversation that the account has begun about the item; nil if none.
        public let conversation: Conversation.ID?
        /// The account's to-dos that are pinned to the item, newest first.
        public let todos: [Todo]
        /// The account's memos that are pinned to the item, newest first.
        public let memos: [Memo]
        /// Whether the account has reported the item, and the operator has not looked at that yet.
        public let hasReported: Bool
        /// Whether the account has blocked the seller.
        public let hasBlockedSeller: Bool
        /// Whether the account follows the seller.
        public let followsSeller: Bool
        /// Whether the seller has blocked the account.
        fileprivate let isBlocked: Bool

        /// An account's relation to an item, as it was read.
        public init(
            isInterested: Bool, conversation: Conversation.ID?, todos: [Todo], memos: [Memo],
            hasReported: Bool, hasBlockedSeller: Bool, isBlocked: Bool, followsSeller: Bool
        ) {
            (self.hasReported, self.followsSeller) = (hasReported, followsSeller)
            (self.isInterested, self.conversation) = (isInterested, conversation)
            (self.todos, self.memos) = (todos, memos)
            (self.hasBlockedSeller, self.isBlocked) = (hasBlockedSeller, isBlocked)
        }
    }

    /// The most that is read of what may be any number.
    public struct Limits: Sendable {
        /// The seller's other items.
        public let others: Int
        /// To-dos and memos, each.
        public let notes: Int

        /// Limits for the other items and the notes.
        public init(others: Int, notes: Int) {
            (self.others, self.notes) = (others, notes)
        }
    }
}
