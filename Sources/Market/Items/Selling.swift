/// What a seller does with items. Every method is atomic; whether the item is theirs is for
/// the caller to check, which `Item.seller` or the item's password tells.
public protocol SellingStorage: Sendable {
    /// What was kept in full and is offered anew is kept for nobody any more, who are told; of what
    /// is gone there is another one then.
    /// - Parameter condition: what the item has to be; nil sets it whatever it is by now.
    /// - Throws: `.itemNotFound`, `.suspended`, `.changedMeanwhile` when it is something else.
    func setStatus(
        _ status: Item.Status, of id: Item.ID, at now: Timestamp, if condition: ItemCondition?
    ) async throws(StorageError)

    /// Marks an item as sold, or leaves some of it, unless more are kept for people; those in line are
    /// told.
    /// - Parameters:
    ///   - left: how many stay; 0 sells all.
    ///   - condition: what the item has to be; nil sells whatever it is by now.
    /// - Returns: the conversation with the first of those; nil once it is done.
    /// - Throws: `.itemNotFound`, `.changedMeanwhile` when it is something else.
    func sell(
        _ id: Item.ID, leaving left: Int64, at now: Timestamp, if condition: ItemCondition?
    ) async throws(StorageError) -> Conversation.ID?

    /// The conversations about an item with those who may have got it, as its seller reads them: that
    /// are not closed, with somebody who is still there. Those for whom one is kept come first, be it
    /// only to be given back, then those of `conversationsToReserve`.
    func conversationsToClose(
        about item: Item.ID, by seller: Conversation.Reader, limit: Int
    ) async throws(StorageError) -> [Conversation]

    /// The same with those alone for whom one may be reserved: the two only talk, and may reach each
    /// other. Those written in last come first.
    func conversationsToReserve(
        about item: Item.ID, by seller: Conversation.Reader, limit: Int
    ) async throws(StorageError) -> [Conversation]

    /// Moves an item to the top of the list.
    /// - Parameter condition: what the item has to be; nil moves whatever it is by now.
    /// - Throws: `.itemNotFound`; `.suspended`; `.changedMeanwhile` when it is something else; as
    ///   `Item.checkPullUp`, and then nothing has changed.
    func pullUp(
        _ id: Item.ID, at now: Timestamp, if condition: ItemCondition?
    ) async throws(StorageError)

    /// Makes a guest's item an account's, with what others have written about it; its password is
    /// gone.
    /// - Throws: `.itemNotFound`, `.notFound` when the account is gone, `.suspended`,
    ///   `.changedMeanwhile` when the item is an account's already.
    func takeOver(_ id: Item.ID, by account: Account.ID) async throws(StorageError)

    /// Moves an account's item to its trash, from where it can be brought back: nobody finds it by
    /// then, and its conversations are those of an item that is gone, in which nothing is kept and
    /// nobody stands in line; they are told. One that is hidden is gone for good.
    /// - Returns: what brings it back; nil for one that is gone.
    /// - Throws: `.itemNotFound`, `.changedMeanwhile` when it is not the account's.
    func deleteItem(
        _ id: Item.ID, of account: Account.ID, at now: Timestamp
    ) async throws(StorageError) -> Deletion?

    /// An account's items of one status, newest first. Ask for one more than is shown to know
    /// whether there are more.
    /// - Parameters:
    ///   - purpose: nil for what it offers and what it wants.
    ///   - position: of the item that they come after; nil begins with the newest.
    func items(
        of seller: Account.ID, _ status: Item.Status, for purpose: Item.Purpose?,
        before position: Item.Position?, limit: Int
    ) async throws(StorageError) -> [ItemSummary]

    /// The same of those that are open to everybody.
    func openItems(
        of seller: Account.ID, for purpose: Item.Purpose?, before position: Item.Position?,
        limit: Int
    ) async throws(StorageError) -> [ItemSummary]

    /// Those of an account's items whose titles answer a search, whatever their status and purpose,
    /// newest first. It walks through all that the account has.
    /// - Parameter position: of the item that they come after; nil begins with the newest.
    func items(
        of seller: Account.ID, titled search: SearchQuery, before position: Item.Position?,
        limit: Int
    ) async throws(StorageError) -> [ItemSummary]

    /// How the items stand that a page of their seller shows.
    func standings(
        at positions: [Item.Position]
    ) async throws(StorageError) -> [Item.ID: ItemStanding]

    /// How many items of each status an account has, what it offers and what it wants apart; those
    /// without any are left out.
    func itemCounts(
        of seller: Account.ID
    ) async throws(StorageError) -> [Item.Purpose: [Item.Status: Int]]

    /// Those of several items that somebody has posted as a guest, and everybody sees, in the order in which
    /// they are named. Cheap enough for every page of who has posted them.
    func guestItems(_ ids: [Item.ID]) async throws(StorageError) -> [GuestItem]
}

/// What tells who has posted an item as a guest that something was asked about it.
public struct GuestItem: Equatable, Sendable {
    /// Which item.
    public let id: Item.ID
    /// The encoded hash of its password.
    public let passwordHash: String
    /// How many messages about it its poster has not read.
    public let unreadMessages: Int

    /// An item as it stands.
    public init(id: Item.ID, passwordHash: String, unreadMessages: Int) {
        (self.id, self.passwordHash) = (id, passwordHash)
        self.unreadMessages = unreadMessages
    }
}

/// What the seller of an item is told of it beside what every list has.
public struct ItemStanding: Equatable, Sendable {
    /// How many accounts keep an eye on it.
    public let interests: Int
    /// How many people have written about it.
    public let conversations: Int
    /// For how many of them one is kept.
    public let held: Int
    /// The first moment at which it may be pulled up, as far as time goes.
    public let mayBePulledUp: Timestamp

    /// - Parameter lastMoved: when it was posted, or pulled up since.
    public init(interests: Int, conversations: Int, held: Int, lastMoved: Timestamp) {
        (self.interests, self.conversations, self.held) = (interests, conversations, held)
        mayBePulledUp = lastMoved + Item.pullUpWait
    }
}

extension SellingStorage {
    /// Sets the status of whatever the item is by now.
    /// - Throws: `.itemNotFound`, `.suspended`.
    public func setStatus(
        _ status: Item.Status, of id: Item.ID, at now: Timestamp
    ) async throws(StorageError) {
        try await setStatus(status, of: id, at: now, if: nil)
    }

    /// Sells whatever the item is by now.
    /// - Throws: `.itemNotFound`.
    public func sell(
        _ id: Item.ID, leaving left: Int64, at now: Timestamp
    ) async throws(StorageError) -> Conversation.ID? {
        try await sell(id, leaving: left, at: now, if: nil)
    }

    /// Moves whatever the item is by now.
    /// - Throws: `.itemNotFound`, `.suspended`; as `Item.checkPullUp`.
    public func pullUp(_ id: Item.ID, at now: Timestamp) async throws(StorageError) {
        try await pullUp(id, at: now, if: nil)
    }

    /// Those that it offers and those that it wants.
    public func items(
        of seller: Account.ID, _ status: Item.Status, before position: Item.Position?, limit: Int
    ) async throws(StorageError) -> [ItemSummary] {
        try await items(of: seller, status, for: nil, before: position, limit: limit)
    }
}

extension Item {
    /// Whether the last one has gone: it is on offer again only where there is another one.
    public var isGone: Bool { status == .sold && content.stock == 0 }

    /// Whether it stays what it was posted for, an offer or what is wanted: where people have come to
    /// something by it, each of them would find their part turned round. Those who only talk of it see
    /// what it has become.
    /// - Parameter hasDealings: whether anybody has stood in line for it, had one reserved, named a price that
    ///   was not declined, or dealt.
    public func isPurposeFixed(hasDealings: Bool) -> Bool {
        hasDealings || status != .selling
    }

    /// Who reads as its seller what was written about it.
    public var sellingReader: Conversation.Reader {
        seller.map { .account($0) } ?? .guest(id)
    }

    /// How long after it was posted or pulled up an item may be pulled up again, in seconds.
    public static let pullUpWait: Int64 = 24 * 3_600

    /// The first moment at which it may be pulled up.
    public var mayBePulledUp: Timestamp { (datePulledUp ?? datePosted) + Self.pullUpWait }

    /// - Throws: `.tooSoon` when it may not be pulled up yet; `.changedMeanwhile` when it is sold or
    ///   hidden.
    public func checkPullUp(at now: Timestamp) throws(StorageError) {
        guard status != .sold, !isHidden else { throw .changedMeanwhile }
        guard now >= mayBePulledUp else { throw .tooSoon(until: mayBePulledUp) }
    }

    /// - Throws: `.changedMeanwhile` when it is an account's already.
    public func checkTakeOver() throws(StorageError) {
        guard seller == nil else { throw .changedMeanwhile }
    }
}
