/// A seller whom an account follows.
public struct FollowedSeller: Sendable {
    /// The seller, as they are called now.
    public let account: Account
    /// When the account began to follow them.
    public let dateFollowed: Timestamp
    /// How many of the seller's open listings are new since the account last looked.
    public let unseenItems: Int

    /// A seller as an account follows them.
    public init(account: Account, dateFollowed: Timestamp, unseenItems: Int) {
        self.account = account
        self.dateFollowed = dateFollowed
        self.unseenItems = unseenItems
    }
}

/// An open listing of a seller whom an account follows.
public struct FollowedItem: Sendable {
    /// The item as a list shows it.
    public let item: ItemSummary
    /// The seller's nickname.
    public let seller: String
    /// Whether it was posted since the account last looked.
    public let isUnseen: Bool

    /// A listing as its seller's follower sees it.
    public init(item: ItemSummary, seller: String, isUnseen: Bool) {
        self.item = item
        self.seller = seller
        self.isUnseen = isUnseen
    }
}

/// Which sellers accounts follow. A follower is told of what a seller posts from then on; the seller is
/// told nothing. A block in either direction ends it, and so does either account's deletion. Every method
/// is atomic.
public protocol FollowStorage: Sendable {
    /// Begins to follow a seller, or stops; twice is no error.
    /// - Throws: `.notFound` when one of the two is gone, or both are the same; `.dealing(.blocked)` when
    ///   the account has blocked the seller; `.dealing(.unreachable)` when the seller has blocked the
    ///   account or is suspended, which the account cannot tell apart; `.limitReached` past
    ///   `Limits.followedSellers`.
    func setFollowed(
        _ isFollowed: Bool, _ seller: Account.ID, by account: Account.ID, at now: Timestamp
    ) async throws(StorageError)

    /// Whether the account follows the seller.
    func isFollowed(
        _ seller: Account.ID, by account: Account.ID
    ) async throws(StorageError) -> Bool

    /// Everybody whom an account follows, those with the newest open listing first;
    /// `Limits.followedSellers` at most.
    func followedSellers(of account: Account.ID) async throws(StorageError) -> [FollowedSeller]

    /// The open listings of all whom an account follows, newest first. Ask for one more than is shown to
    /// know whether there are more.
    /// - Parameter position: of the item that they come after; nil begins with the newest.
    func followedItems(
        of account: Account.ID, before position: Item.Position?, limit: Int
    ) async throws(StorageError) -> [FollowedItem]

    /// How many of these the account has not seen; at most `Limits.countedMatches`.
    func countUnseenFollowedItems(of account: Account.ID) async throws(StorageError) -> Int

    /// How many of these the account's saved searches have found, too, and count among their unseen matches.
    func countUnseenFollowedMatches(of account: Account.ID) async throws(StorageError) -> Int

    /// Counts an item and all that were posted before it as seen. Nothing is written if they already are.
    func seeFollowedItems(upTo item: Item.ID, by account: Account.ID) async throws(StorageError)
}
