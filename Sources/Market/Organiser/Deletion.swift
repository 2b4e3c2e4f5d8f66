/// Things that were deleted in one action, and can be brought back in one.
public struct Deletion: Identifiable, Equatable, Sendable {
    /// A deletion's number; every new deletion gets a larger one.
    public typealias ID = Identifier<Deletion>

    /// How long a deletion can be taken back, in seconds: 30 days.
    public static let lifetime: Int64 = 30 * 86_400
    /// How long a guest can take back the deletion of an item, in seconds: an hour.
    public static let lifetimeOfGuests: Int64 = 60 * 60

    /// The later the deletion, the larger its id.
    public let id: ID
    /// What kind of thing was deleted.
    public let kind: Kind
    /// The title of the newest thing that was deleted.
    public let title: String
    /// How many lists (not counting their to-dos), to-dos, memos, searches or listings were deleted.
    public let count: Int
    /// When it was deleted.
    public let date: Timestamp
    /// The deleted listing; nil for all other kinds.
    public let item: Item.ID?

    /// A deletion as the trash shows it.
    public init(
        id: ID, kind: Kind, title: String, count: Int, date: Timestamp, item: Item.ID? = nil
    ) {
        self.id = id
        self.kind = kind
        self.title = title
        self.count = count
        self.date = date
        self.item = item
    }

    /// What kind of thing was deleted; the raw value is stored.
    public enum Kind: Int, CaseIterable, Sendable {
        /// Lists, each with its to-dos.
        case lists
        /// To-dos of one list or several.
        case todos
        /// Memos.
        case memos
        /// A saved search. Its title is its name or its search words, and empty if it has neither.
        case searches
        /// One listing, with its photos, interests and conversations.
        case items
    }
}

/// Stores the trash: what was deleted, until it is brought back or deleted for good. Every method
/// is atomic; the id of another account's deletion is `.notFound`, as if it had never existed.
public protocol DeletionStorage: Sendable {
    /// The account's deletions, newest first; at most `Limits.deletions`.
    func deletions(of account: Account.ID) async throws(StorageError) -> [Deletion]

    /// The deleted item as it was, but without a seller while it is in the trash.
    /// - Throws: `.notFound`, also if the deletion is not one of an item.
    func item(in id: Deletion.ID, of account: Account.ID) async throws(StorageError) -> Item

    /// Brings back everything that was deleted together. A to-do whose list is deleted, too, brings
    /// the list back with the to-dos that were deleted along with it. A listing returns to its
    /// place in the list, without its former reservations and waiting line; those who were told
    /// that it is gone are told that it is back.
    /// - Throws: `.notFound`, also if nothing of it is left; `.limitReached` if there is no room
    ///   for it now, in which case it stays in the trash; `.suspended` for a listing if the account
    ///   is suspended.
    func restore(
        _ id: Deletion.ID, of account: Account.ID, at now: Timestamp
    ) async throws(StorageError)

    /// Deletes for good what this deletion holds.
    /// - Throws: `.notFound`.
    func purge(_ id: Deletion.ID, of account: Account.ID) async throws(StorageError)

    /// Deletes for good what anybody deleted before `moment`, reports about deleted items of guests
    /// that were settled before it, and other records that are kept only for a time (items deleted by
    /// guests, notices, departed members, deleted announcements, decisions about guests).
    /// - Returns: the number of deletions.
    @discardableResult
    func purgeDeletions(before moment: Timestamp) async throws(StorageError) -> Int
}
