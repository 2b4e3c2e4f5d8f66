/// A search that a member has saved, to be notified of items that are posted from then on.
public struct SavedSearch: Identifiable, Equatable, Sendable {
    /// A saved search's number; every new one gets a larger one.
    public typealias ID = Identifier<SavedSearch>

    /// How long a match is kept, in seconds: 90 days.
    public static let matchLifetime: Int64 = 90 * 86_400

    /// The later the search was saved, the larger its id.
    public let id: ID
    /// The name that the member gave it; nil to call it by what it looks for.
    public let name: String?
    /// What it looks for, among unsold items.
    public let filter: ItemFilter
    /// The wanted item that this search belongs to; nil for a search that a member has saved.
    public let post: Item.ID?
    /// Whether it only collects its matches, without notifying the member.
    public let isQuiet: Bool
    /// When it was saved, or last edited to look for something else.
    public let dateCreated: Timestamp
    /// How many matches the member has seen neither in this search nor in another of theirs; the
    /// count stops at `Limits.countedMatches`.
    public let unseenMatches: Int
    /// How many of these this search notifies the member of. If an item matches several of the
    /// member's searches, the one that it matched first notifies them, or else the oldest one;
    /// quiet ones do not count.
    public let toldMatches: Int

    /// A saved search as stored.
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

    /// An edit of a saved search.
    public struct Edit: Equatable, Sendable {
        /// The new name; nil to call the search by what it looks for.
        public var name: String?
        /// Whether it does not notify the member.
        public var isQuiet: Bool
        /// The new filter; nil to keep the present one.
        public var filter: ItemFilter?

        /// An edit, which keeps the present filter by default.
        public init(name: String?, isQuiet: Bool, filter: ItemFilter? = nil) {
            (self.name, self.isQuiet, self.filter) = (name, isQuiet, filter)
        }
    }

    /// An item that matches a saved search.
    public struct Match: Identifiable, Equatable, Sendable {
        /// A match's number; each post or edit that makes an item match gets a larger one.
        public typealias ID = Identifier<Match>

        /// The later the match, the larger its id. Matches of several searches that come from one
        /// post or edit share it.
        public let id: ID
        /// When the item was posted or edited so that it matched.
        public let date: Timestamp
        /// The item as a list shows it.
        public let item: ItemSummary

        /// An item that matches.
        public init(id: ID, date: Timestamp, item: ItemSummary) {
            self.id = id
            self.date = date
            self.item = item
        }
    }
}

extension ItemFilter {
    /// Whether the filter restricts anything but the sale status.
    public var isSelective: Bool {
        category != nil || isFree || hasPriceRange || !neighbourhoods.isEmpty || purpose != nil
            || search != nil
    }
}

/// Stores the searches that accounts have saved, and their matches. The matches are what a list
/// with the search's filter shows now, of the items that were posted since the search was saved, or
/// edited since to match it. So sold items are left out, and a filter without a purpose matches
/// offers and wanted items. Items by the account itself or by people whom it has blocked never
/// match, and no item matches twice. Those who wait for an item learn of its post or edit by the
/// feed of changes. Every method is atomic and sees the rows of one account only: the id of another
/// account's search, or of one in the trash, is `.notFound`, as if it had never existed.
public protocol SavedSearchStorage: Sendable {
    /// Saves a search; returns the existing one if the account has saved the same search before.
    /// - Throws: `.notFound` if the account is gone, `.limitReached` past `Limits.savedSearches`.
    func insert(
        _ filter: ItemFilter, of account: Account.ID, at now: Timestamp
    ) async throws(StorageError) -> SavedSearch.ID

    /// The account's saved searches, latest first.
    func savedSearches(of account: Account.ID) async throws(StorageError) -> [SavedSearch]

    /// - Throws: `.notFound`.
    func savedSearch(
        _ id: SavedSearch.ID, of account: Account.ID
    ) async throws(StorageError) -> SavedSearch

    /// The search that an account has saved for a filter, whatever its sale status; nil if there is none.
    func savedSearch(
        for filter: ItemFilter, of account: Account.ID
    ) async throws(StorageError) -> SavedSearch.ID?

    /// Edits a search. If it gets another filter, it starts anew, as if it had just been saved. The
    /// filter of a wanted item's search cannot be edited, and stays.
    /// - Returns: another search of the account with the new filter already, in which case nothing
    ///   was edited; nil if the search was edited.
    /// - Throws: `.notFound`.
    func update(
        _ id: SavedSearch.ID, of account: Account.ID, _ edit: SavedSearch.Edit,
        at now: Timestamp
    ) async throws(StorageError) -> SavedSearch.ID?

    /// Moves a search to the trash. If the same search is saved again meanwhile, it starts anew and
    /// leaves the trash.
    /// - Throws: `.notFound`.
    func deleteSavedSearch(
        _ id: SavedSearch.ID, of account: Account.ID, at now: Timestamp
    ) async throws(StorageError) -> Deletion

    /// The items that have matched since the search was saved, latest first. To find out whether
    /// there are more, ask for one more than is shown.
    /// - Parameter key: the match after which to continue; nil starts with the latest.
    /// - Throws: `.notFound`.
    func matches(
        of id: SavedSearch.ID, of account: Account.ID, before key: SavedSearch.Match.ID?,
        limit: Int
    ) async throws(StorageError) -> [SavedSearch.Match]

    /// Marks a match and all earlier ones as seen. As long as this search stays as it is, they
    /// count as seen in the account's other searches, too, unless this is a wanted item's search.
    /// Doing so twice is no error.
    /// - Throws: `.notFound`.
    func setSeen(
        upTo match: SavedSearch.Match.ID, of id: SavedSearch.ID, of account: Account.ID
    ) async throws(StorageError)

    /// The items that match an item, newest first: open wanted items for an offer, or offers on
    /// sale for a wanted item; none by the same account. The owner of a wanted item is notified of
    /// offers by a search that belongs to it (`SavedSearch.post`) while the item is open.
    /// - Parameter viewer: leaves out items by people whom the viewer has blocked; nil for a guest.
    func counterparts(
        of item: Item, for viewer: Account.ID?, limit: Int
    ) async throws(StorageError) -> [ItemSummary]

    /// The number of unseen items that match any of the account's searches, without those that only
    /// match quiet ones; at most `Limits.countedMatches`. Cheap enough for every page.
    func countUnseenMatches(of account: Account.ID) async throws(StorageError) -> Int

    /// Deletes for good the matches from before `moment`.
    /// - Returns: how many posts and edits they came from.
    @discardableResult
    func purgeMatches(before moment: Timestamp) async throws(StorageError) -> Int
}
