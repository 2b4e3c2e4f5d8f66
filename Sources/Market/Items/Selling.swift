/// What sellers do with their items. Every method is atomic. The caller checks whether the item is
/// the seller's, by `Item.seller` or the item's password.
public protocol SellingStorage: Sendable {
    /// Sets the status of an item. If it is put on sale while it is sold or reserved in full, its
    /// reservations are released and those people told; if none is left of a sold item, its stock becomes 1.
    /// - Parameter condition: what must be true of the item; nil sets the status in any case.
    /// - Throws: `.itemNotFound`; `.suspended`; `.changedMeanwhile` if the condition does not hold.
    func setStatus(
        _ status: Item.Status, of id: Item.ID, at now: Timestamp, if condition: ItemCondition?
    ) async throws(StorageError)

    /// Marks an item as sold, or lowers its stock, unless more pieces are reserved; people in line are told.
    /// - Parameters:
    ///   - left: how many pieces stay; 0 sells all.
    ///   - condition: what must be true of the item; nil sells it in any case.
    /// - Returns: the conversation of the first reservation if too many are reserved; nil once it is done.
    /// - Throws: `.itemNotFound`; `.changedMeanwhile` if the condition does not hold.
    func sell(
        _ id: Item.ID, leaving left: Int64, at now: Timestamp, if condition: ItemCondition?
    ) async throws(StorageError) -> Conversation.ID?

    /// The conversations about an item whose askers may have got it, as its seller reads them: not
    /// closed, and the asker has not left. Those with a reservation come first, even if it can only
    /// be released, then those of `conversationsToReserve`.
    func conversationsToClose(
        about item: Item.ID, by seller: Conversation.Reader, limit: Int
    ) async throws(StorageError) -> [Conversation]

    /// The conversations whose askers a piece may be reserved for: the two only talk so far, and
    /// each can reach the other. Those written in last come first.
    func conversationsToReserve(
        about item: Item.ID, by seller: Conversation.Reader, limit: Int
    ) async throws(StorageError) -> [Conversation]

    /// Moves an item to the top of the list.
    /// - Parameter condition: what must be true of the item; nil moves it in any case.
    /// - Throws: `.itemNotFound`; `.suspended`; `.changedMeanwhile` if the condition does not hold;
    ///   as `Item.checkPullUp`. Nothing has changed then.
    func pullUp(
        _ id: Item.ID, at now: Timestamp, if condition: ItemCondition?
    ) async throws(StorageError)

    /// Makes a guest's item an account's, with the conversations about it, and deletes its password.
    /// - Throws: `.itemNotFound`; `.notFound` if the account is gone; `.suspended`;
    ///   `.changedMeanwhile` if the item is an account's already.
    func takeOver(_ id: Item.ID, by account: Account.ID) async throws(StorageError)

    /// Moves an account's item to its trash, from where it can be restored. Until then nobody finds
    /// it, and its conversations are those of a deleted item: reservations are released, the line
    /// is dissolved, and those people are told. A hidden item is deleted for good.
    /// - Returns: what restores it; nil if it is deleted for good.
    /// - Throws: `.itemNotFound`; `.changedMeanwhile` if it is not the account's.
    func deleteItem(
        _ id: Item.ID, of account: Account.ID, at now: Timestamp
    ) async throws(StorageError) -> Deletion?

    /// Deletes a guest's item, which can be restored for `Deletion.lifetimeOfGuests`. Until then it is
    /// like an account's item in the trash, but nobody finds it there. A hidden item stays hidden when it
    /// is restored.
    /// - Throws: `.itemNotFound`; `.changedMeanwhile` if an account has taken it over.
    func deleteGuestItem(_ id: Item.ID, at now: Timestamp) async throws(StorageError)

    /// Restores an item that `deleteGuestItem` has deleted, as `restore` restores an account's.
    /// - Throws: `.itemNotFound` if it is gone for good or has been restored.
    func restoreGuestItem(_ id: Item.ID, at now: Timestamp) async throws(StorageError)

    /// An account's items of one status, newest first. Ask for one more than is shown to know
    /// whether there are more.
    /// - Parameters:
    ///   - purpose: nil for offers and wanted items.
    ///   - position: of the item that they come after; nil begins with the newest.
    func items(
        of seller: Account.ID, _ status: Item.Status, for purpose: Item.Purpose?,
        before position: Item.Position?, limit: Int
    ) async throws(StorageError) -> [ItemSummary]

    /// An account's items that everybody may see and that are on sale, newest first.
    func openItems(
        of seller: Account.ID, for purpose: Item.Purpose?, before position: Item.Position?,
        limit: Int
    ) async throws(StorageError) -> [ItemSummary]

    /// An account's items whose titles match a search, in any status and of either purpose, newest
    /// first. Scans all items of the account.
    /// - Parameter position: of the item that they come after; nil begins with the newest.
    func items(
        of seller: Account.ID, titled search: SearchQuery, before position: Item.Position?,
        limit: Int
    ) async throws(StorageError) -> [ItemSummary]

    /// The standings of the items at these positions, for a page of their seller.
    func standings(
        at positions: [Item.Position]
    ) async throws(StorageError) -> [Item.ID: ItemStanding]

    /// How many items of each status an account has, offers and wanted items separately; a status
    /// without items is left out.
    func itemCounts(
        of seller: Account.ID
    ) async throws(StorageError) -> [Item.Purpose: [Item.Status: Int]]

    /// Those of these items that guests posted and everybody may see, in the order given. Cheap
    /// enough for every page of the guest who posted them.
    func guestItems(_ ids: [Item.ID]) async throws(StorageError) -> [GuestItem]

    /// The newest message from somebody who asks about each of these guests' items; an item about which nobody
    /// has asked is left out.
    func newestQuestions(
        about ids: [Item.ID]
    ) async throws(StorageError) -> [Item.ID: ChatMessage.ID]
}

/// What is needed to tell a guest about new messages on their item.
public struct GuestItem: Equatable, Sendable {
    /// The item.
    public let id: Item.ID
    /// The encoded hash of its password.
    public let passwordHash: String
    /// How many messages about it the guest has not read.
    public let unreadMessages: Int

    /// An item with its unread messages.
    public init(id: Item.ID, passwordHash: String, unreadMessages: Int) {
        (self.id, self.passwordHash) = (id, passwordHash)
        self.unreadMessages = unreadMessages
    }
}

/// What a seller's own page shows of an item beside what every list shows.
public struct ItemStanding: Equatable, Sendable {
    /// How many accounts are interested in it.
    public let interests: Int
    /// How many people have written about it.
    public let conversations: Int
    /// For how many of them a piece is reserved.
    public let held: Int
    /// When it may be pulled up next, as far as the waiting time goes.
    public let mayBePulledUp: Timestamp

    /// - Parameter lastMoved: when it was last posted or pulled up.
    public init(interests: Int, conversations: Int, held: Int, lastMoved: Timestamp) {
        (self.interests, self.conversations, self.held) = (interests, conversations, held)
        mayBePulledUp = lastMoved + Item.pullUpWait
    }
}

extension SellingStorage {
    /// Sets the status of an item, whatever its state.
    /// - Throws: `.itemNotFound`, `.suspended`.
    public func setStatus(
        _ status: Item.Status, of id: Item.ID, at now: Timestamp
    ) async throws(StorageError) {
        try await setStatus(status, of: id, at: now, if: nil)
    }

    /// Sells an item, whatever its state.
    /// - Throws: `.itemNotFound`.
    public func sell(
        _ id: Item.ID, leaving left: Int64, at now: Timestamp
    ) async throws(StorageError) -> Conversation.ID? {
        try await sell(id, leaving: left, at: now, if: nil)
    }

    /// Pulls an item up, whatever its state.
    /// - Throws: `.itemNotFound`, `.suspended`; as `Item.checkPullUp`.
    public func pullUp(_ id: Item.ID, at now: Timestamp) async throws(StorageError) {
        try await pullUp(id, at: now, if: nil)
    }

    /// An account's items of one status, offers and wanted items.
    public func items(
        of seller: Account.ID, _ status: Item.Status, before position: Item.Position?, limit: Int
    ) async throws(StorageError) -> [ItemSummary] {
        try await items(of: seller, status, for: nil, before: position, limit: limit)
    }
}

extension Item {
    /// Whether the last piece is gone: to be on sale again, the item needs stock again.
    public var isGone: Bool { status == .sold && content.stock == 0 }

    /// Whether the item can no longer change between an offer and a wanted item, since the people
    /// who have begun dealings about it would find their roles reversed. Those who only talk about
    /// it see what it has become.
    /// - Parameter hasDealings: whether anybody has stood in line for it, had a piece reserved,
    ///   named a price that was not declined, or dealt.
    public func isPurposeFixed(hasDealings: Bool) -> Bool { hasDealings || status != .selling }

    /// The reader of the conversations about it on the seller's side.
    public var sellingReader: Conversation.Reader { seller.map { .account($0) } ?? .guest(id) }

    /// How many seconds after it was posted or pulled up an item may be pulled up again.
    public static let pullUpWait: Int64 = 24 * 3_600

    /// When it may be pulled up next.
    public var mayBePulledUp: Timestamp { (datePulledUp ?? datePosted) + Self.pullUpWait }

    /// - Throws: `.tooSoon` if it may not be pulled up yet; `.changedMeanwhile` if it is sold or hidden.
    public func checkPullUp(at now: Timestamp) throws(StorageError) {
        guard status != .sold, !isHidden else { throw .changedMeanwhile }
        guard now >= mayBePulledUp else { throw .tooSoon(until: mayBePulledUp) }
    }

    /// - Throws: `.changedMeanwhile` if it is an account's already.
    public func checkTakeOver() throws(StorageError) {
        guard seller == nil else { throw .changedMeanwhile }
    }
}
