/// A search that an account keeps, to be told of what is offered from then on.
public struct SavedSearch: Identifiable, Equatable, Sendable {
    /// The number of a kept search; it grows with each.
    public typealias ID = Identifier<SavedSearch>

    /// How long a match is kept, in seconds: 90 days.
    public static let matchLifetime: Int64 = 90 * 86_400

    /// The larger the later it was kept.
    public let id: ID
    /// What its account calls it; nil for what it looks for.
    public let name: String?
    /// What is looked for, among what is not sold.
    public let filter: ItemFilter
    /// The wanted item that looks for it; nil for a search that somebody keeps by itself.
    public let post: Item.ID?
    /// Whether it tells of nothing, and only collects what matches it.
    public let isQuiet: Bool
    /// When it was kept, or edited to look for something else.
    public let dateCreated: Timestamp
    /// How many matches its account has seen neither here nor with another search of its own that has
    /// them, too; `Limits.countedMatches` may be more.
    public let unseenMatches: Int
    /// How many of these it tells of: an item that several searches of the account have is told by the one
    /// that it matched first, or of these the one that was kept first, those that are quiet aside.
    public let toldMatches: Int

    /// A search as it is kept.
    public init(
        id: ID, name: String? = nil, filter: ItemFilter, post: Item.ID? = nil,
        isQuiet: Bool = false, dateCreated: Timestamp, unseenMatches: Int, toldMatches: Int
    ) {
        self.id = id
        self.name = name
        self.filter = filter
        self.post = post
        self.isQuiet = isQuiet
        self.dateCreated = dateCreated
        self.unseenMatches = unseenMatches
        self.toldMatches = toldMatches
    }

    /// What becomes of a kept search.
    public struct Edit: Equatable, Sendable {
        /// What it is called; nil for what it looks for.
        public var name: String?
        /// Whether it tells of nothing.
        public var isQuiet: Bool
        /// What it looks for; nil for what it did.
        public var filter: ItemFilter?

        /// An edit that leaves what is looked for, unless said otherwise.
        public init(name: String?, isQuiet: Bool, filter: ItemFilter? = nil) {
            (self.name, self.isQuiet, self.filter) = (name, isQuiet, filter)
        }
    }

    /// An item that answers a kept search.
    public struct Match: Identifiable, Equatable, Sendable {
        /// The number of a match; it grows with each post or edit that made an item match.
        public typealias ID = Identifier<Match>

        /// The larger the later; those of several searches that came with one post or edit share
        /// it.
        public let id: ID
        /// When the post or edit made it match.
        public let date: Timestamp
        /// The item as a list shows it.
        public let item: ItemSummary

        /// An item that has matched.
        public init(id: ID, date: Timestamp, item: ItemSummary) {
            self.id = id
            self.date = date
            self.item = item
        }
    }
}

extension ItemFilter {
    /// Whether the filter asks for anything at all but how far a sale has come.
    public var isSelective: Bool {
        category != nil || isFree || hasPriceRange || !neighbourhoods.isEmpty || purpose != nil
            || search != nil
    }
}

/// Which searches accounts keep, and what has matched them since: what a list filtered so shows now
/// of what was posted from then on, or edited so that it matches. So nothing that is sold, and both
/// offers and wanted items where no purpose is asked for; never what its account posts itself, nor
/// what people post whom it has blocked, and no item twice. Who waits for an item is told of its post
/// or edit by the feed of changes. Every method is atomic and sees one account's rows only: an id of
/// somebody else's, or of a search in the trash, is `.notFound` like one that never was.
public protocol SavedSearchStorage: Sendable {
    /// Keeps a search; the same one again is the one that is kept already.
    /// - Throws: `.notFound` when the account is gone, `.limitReached` past
    ///   `Limits.savedSearches`.
    func insert(
        _ filter: ItemFilter, of account: Account.ID, at now: Timestamp
    ) async throws(StorageError) -> SavedSearch.ID

    /// Kept last first.
    func savedSearches(of account: Account.ID) async throws(StorageError) -> [SavedSearch]

    /// - Throws: `.notFound`.
    func savedSearch(
        _ id: SavedSearch.ID, of account: Account.ID
    ) async throws(StorageError) -> SavedSearch

    /// The search that an account keeps for a filter; nil where it keeps none. How far a sale has
    /// come plays no part.
    func savedSearch(
        for filter: ItemFilter, of account: Account.ID
    ) async throws(StorageError) -> SavedSearch.ID?

    /// Edits a search. One that looks for something else from then on begins anew, as if it had been kept
    /// then; that of a wanted item looks for what it did.
    /// - Returns: another one of the account's that looks for that already, so that nothing was edited;
    ///   nil when it was.
    /// - Throws: `.notFound`.
    func update(
        _ id: SavedSearch.ID, of account: Account.ID, _ edit: SavedSearch.Edit,
        at now: Timestamp
    ) async throws(StorageError) -> SavedSearch.ID?

    /// Puts a search into the trash. One that is kept again meanwhile begins anew, and is gone from
    /// there.
    /// - Throws: `.notFound`.
    func deleteSavedSearch(
        _ id: SavedSearch.ID, of account: Account.ID, at now: Timestamp
    ) async throws(StorageError) -> Deletion

    /// What has matched since the search is kept, last first. Ask for one more than is shown to
    /// know whether there are more.
    /// - Parameter key: of the match that they come after; nil begins with the last.
    /// - Throws: `.notFound`.
    func matches(
        of id: SavedSearch.ID, of account: Account.ID, before key: SavedSearch.Match.ID?,
        limit: Int
    ) async throws(StorageError) -> [SavedSearch.Match]

    /// Counts a match and all before it as seen; with the account's other searches that have them, too, as
    /// long as this one is kept as it is, and is not a wanted item's. Twice is no error.
    /// - Throws: `.notFound`.
    func setSeen(
        upTo match: SavedSearch.Match.ID, of id: SavedSearch.ID, of account: Account.ID
    ) async throws(StorageError)

    /// What answers an item, newest first: the open items that want what it offers, or the offers on
    /// sale that it wants; none of its own account. An account is told of the latter by a kept search
    /// of the wanted item (`SavedSearch.post`), as long as that is open.
    /// - Parameter viewer: who looks at them, without those of people whom they have blocked; nil
    ///   for a guest.
    func counterparts(
        of item: Item, for viewer: Account.ID?, limit: Int
    ) async throws(StorageError) -> [ItemSummary]

    /// How many items that match any of the account's searches it has not seen, those aside that only
    /// quiet ones have; at most `Limits.countedMatches`. Cheap enough for every page.
    func countUnseenMatches(of account: Account.ID) async throws(StorageError) -> Int

    /// Forgets for good what matched before `moment`.
    /// - Returns: how many posts and edits are forgotten.
    @discardableResult
    func purgeMatches(before moment: Timestamp) async throws(StorageError) -> Int
}
