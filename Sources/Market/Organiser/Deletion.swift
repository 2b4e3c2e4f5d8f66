/// What was deleted at one stroke, and can be brought back at one.
public struct Deletion: Identifiable, Equatable, Sendable {
    /// The number of a deletion; it grows with each.
    public typealias ID = Identifier<Deletion>

    /// How long it can be brought back, in seconds: 30 days.
    public static let lifetime: Int64 = 30 * 86_400

    /// The larger the later.
    public let id: ID
    /// What kind of thing was deleted.
    public let kind: Kind
    /// Of the newest of the things.
    public let title: String
    /// How many lists (their to-dos go with them uncounted), to-dos, memos, searches or listings.
    public let count: Int
    /// When it was deleted.
    public let date: Timestamp
    /// The listing that it was; nil for all else.
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

    /// What was deleted; the raw value is the one in storage.
    public enum Kind: Int, CaseIterable, Sendable {
        /// Lists, each with its to-dos.
        case lists
        /// Tasks of one list, or of several.
        case todos
        /// Memos.
        case memos
        /// A kept search; its words are the title, none where it looks for none.
        case searches
        /// One listing, with its photos, interests and conversations.
        case items
    }
}

/// The trash: what was deleted, until it is brought back or gone. Every method is atomic; a
/// deletion of somebody else's is `.notFound` like one that never was.
public protocol DeletionStorage: Sendable {
    /// Newest first; at most `Limits.deletions`.
    func deletions(of account: Account.ID) async throws(StorageError) -> [Deletion]

    /// The item that was deleted, as it was; it is nobody's as long as it lies in the trash.
    /// - Throws: `.notFound`, also of a deletion without one.
    func item(in id: Deletion.ID, of account: Account.ID) async throws(StorageError) -> Item

    /// Brings back all that was deleted with it. A to-do whose list is deleted too brings the list
    /// back, with the to-dos that went with it. A listing comes back to its place in the list; it is
    /// kept for nobody, and nobody stands in line for it; who was told that it is gone hears of it.
    /// - Throws: `.notFound`, also when nothing of it is left; `.limitReached` when there is no
    ///   room for it now, and then it stays in the trash; `.suspended` for a listing of who may not
    ///   post.
    func restore(
        _ id: Deletion.ID, of account: Account.ID, at now: Timestamp
    ) async throws(StorageError)

    /// Forgets for good what was deleted with it.
    /// - Throws: `.notFound`.
    func purge(_ id: Deletion.ID, of account: Account.ID) async throws(StorageError)

    /// Forgets for good what was deleted before `moment`, by anybody, and the reports settled before it of
    /// what guests have deleted.
    /// - Returns: how many deletions they were.
    @discardableResult
    func purgeDeletions(before moment: Timestamp) async throws(StorageError) -> Int
}
