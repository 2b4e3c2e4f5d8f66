import Market

/// The accounts for whose saved searches a transaction has news.
struct News {
    /// The number of new items that answer any search of an account.
    var posted: [(account: Account.ID, items: Int)] = []
    /// Accounts notified of an edited item.
    var told: Set<Account.ID> = []
    /// Accounts whose searches were saved, edited, looked at or deleted, or lost an item by an
    /// edit, and accounts that have blocked or unblocked somebody.
    var changed: Set<Account.ID> = []
    /// Whether an item was deleted or sold, or has changed its seller.
    var hasLosses = false
    /// Whether everybody's counts may have changed, as when old matches are forgotten.
    var isOfEverybody = false

    var isEmpty: Bool {
        posted.isEmpty && told.isEmpty && changed.isEmpty && !hasLosses && !isOfEverybody
    }

    /// The accounts that have more to look at than before.
    var accounts: [Account.ID] { posted.map(\.account) + told }
}

/// What the writing connection knows of saved searches, and the accounts for which its transaction
/// has news.
///
/// The index is first read when needed. Searches saved or deleted later are read into it before the
/// next item is matched, including those of the same transaction, which are reread if it is rolled
/// back. Changes by other processes are read when a transaction finds that they have committed.
final class SavedSearchMatching {
    private var index = SavedSearchIndex()
    /// The places by whose names the index knows which neighbourhoods the searches exclude.
    private var places: PlaceDirectory?
    /// Searches saved or deleted since the index was read.
    private var unread: Set<SavedSearch.ID> = []
    /// Searches read in the current transaction.
    private var uncommitted: Set<SavedSearch.ID> = []
    /// The connection's `dataVersion` when the index was last compared with the table.
    private var version: Int64?
    private var isCompared = false
    private var lastRead = SavedSearch.ID(rawValue: 0)
    /// The `edits` of `news` when the index was read.
    private var edits: Int64 = 0

    private var news = News()
    private var posted = PostedItems()
    private var isUndone = false

    // MARK: - Keeping up with the table

    /// - Parameter isKept: whether it may have been saved, edited, moved to the trash or deleted;
    ///   false if it was only looked at.
    func noteChanged(_ id: SavedSearch.ID, of account: Account.ID, isKept: Bool) {
        if isKept { unread.insert(id) }
        news.changed.insert(account)
    }

    /// Notes that an account now sees other matches than before.
    func noteChanged(of account: Account.ID) { news.changed.insert(account) }

    func noteLoss() { news.hasLosses = true }

    func noteNewsOfEverybody() { news.isOfEverybody = true }

    /// The transaction was committed.
    func commit() {
        uncommitted = []
        isCompared = false
    }

    /// The transaction, or a part of it, was rolled back.
    func undo() {
        unread.formUnion(uncommitted)
        uncommitted = []
        isCompared = false
        isUndone = true
    }

    /// Brings the index in line with the table.
    func read(from connection: Connection) throws(StorageError) {
        try connection.readChanges()
        for id in unread { try readOne(id, from: connection) }
        uncommitted.formUnion(unread)
        unread = []
        guard !isCompared else { return }
        let latest = connection.dataVersion
        if version == nil || latest != version || index.needsRebuild || !knowsPlaces(of: connection)
        {
            try compare(with: connection)
        }
        version = latest
        isCompared = true
    }

    private func readOne(_ id: SavedSearch.ID, from connection: Connection) throws(StorageError) {
        // Removed first, since the search may have been edited.
        index.remove(id.rawValue)
        guard let kept: SavedSearchRow = try connection.first(Self.selectOne, id) else { return }
        index.insert(kept, try connection.condition(of: kept.filter))
    }

    private func compare(with connection: Connection) throws(StorageError) {
        let edits: Int64 = try connection.one("SELECT edits FROM news WHERE id = 1")
        if edits == self.edits, !index.needsRebuild, knowsPlaces(of: connection) {
            try readLater(from: connection)
            let sum: Int64 = try connection.one("SELECT searches FROM news WHERE id = 1")
            guard sum != index.sum else { return }
        }
        // The places of accounts in the index are about to change.
        forgetItems()
        (index, lastRead) = (SavedSearchIndex(), SavedSearch.ID(rawValue: 0))
        self.edits = edits
        places = connection.placesInMemory
        try readLater(from: connection)
    }

    /// Whether the index was built with the current names of places.
    private func knowsPlaces(of connection: Connection) -> Bool {
        let now = connection.placesInMemory
        if now === places { return true }
        // The directory is replaced even if nothing in it has changed.
        guard let now, let places, now.isSame(as: places) else { return false }
        self.places = now
        return true
    }

    private func readLater(from connection: Connection) throws(StorageError) {
        var rows = try connection.statement(Self.selectLater, lastRead)
        while try rows.step() {
            let kept = try SavedSearchRow(&rows)
            index.insert(kept, try connection.condition(of: kept.filter))
            lastRead = kept.id
        }
    }

    private static let selectOne: SQL = """
        SELECT \(SavedSearchRow.columns) FROM \(SavedSearchRow.table)
        WHERE search.id = ? AND deletion IS NULL
        """
    private static let selectLater: SQL = """
        SELECT \(SavedSearchRow.columns) FROM \(SavedSearchRow.table)
        WHERE search.id > ? AND deletion IS NULL ORDER BY search.id
        """

    // MARK: - News

    /// Notes a posted item for everybody but its seller and those who have blocked the seller.
    func notePost(
        _ content: ItemContent, by seller: Account.ID?, over connection: Connection
    ) throws(StorageError) {
        let searches = index.searches(answeredBy: content)
        guard !searches.isEmpty else { return }
        var others: [Account.ID] = []
        if let seller { others = try connection.blockers(of: seller) + [seller] }
        let places = others.compactMap { index.place(of: $0) }
        // Quiet searches notify nobody, but their counts change.
        for search in searches where search.isQuiet {
            news.changed.insert(index.accounts[search.account])
        }
        posted.count(searches, amongAccounts: index.accounts.count, but: places)
    }

    /// The searches that an item answers only since an edit, and those that it answered only
    /// before.
    func differences(
        _ former: ItemContent, _ content: ItemContent
    ) -> (gained: Set<SavedFilter.ID>, lost: Set<SavedFilter.ID>) {
        let formerSearches = index.searches(answeredBy: former)
        let searches = index.searches(answeredBy: content)
        let before = Set(formerSearches.map(\.filterID))
        let after = Set(searches.map(\.filterID))
        for search in searches where !before.contains(search.filterID) {
            let account = index.accounts[search.account]
            if search.isQuiet { news.changed.insert(account) } else { news.told.insert(account) }
        }
        // Another, unseen search of the account may be the one that announces the item now.
        for search in formerSearches where !after.contains(search.filterID) {
            news.changed.insert(index.accounts[search.account])
        }
        return (after.subtracting(before), before.subtracting(after))
    }

    /// Returns what was noted since the last call, which is durable now, and clears it.
    func takeNews() -> News {
        if isUndone { forgetItems() }
        news.posted = posted.take().map { (index.accounts[$0.account], $0.items) }
        isUndone = false
        defer { news = News() }
        return news
    }

    /// Keeps the accounts to be notified of posted items, but drops the numbers, which are no
    /// longer valid.
    private func forgetItems() {
        for (account, _) in posted.take() { news.told.insert(index.accounts[account]) }
    }
}

/// For which accounts items were posted, and how many; accounts are given by their index.
///
/// A struct outside the class: every access to a class's property is checked for exclusivity at run
/// time.
private struct PostedItems {
    private var items: [Int] = []
    private var lastItem: [Int] = []
    private var itemNumber = 0
    private var accounts: [Int] = []

    /// Counts an item once for each account but `others`; quiet searches do not count.
    mutating func count(
        _ searches: [SavedSearchIndex.Entry], amongAccounts accountCount: Int, but others: [Int]
    ) {
        itemNumber += 1
        let missing = max(accountCount - items.count, 0)
        items += repeatElement(0, count: missing)
        lastItem += repeatElement(0, count: missing)
        // Marked as if the item had been counted for them already.
        for account in others { lastItem[account] = itemNumber }
        for search in searches where !search.isQuiet && lastItem[search.account] != itemNumber {
            let account = search.account
            lastItem[account] = itemNumber
            if items[account] == 0 { accounts.append(account) }
            items[account] += 1
        }
    }

    /// Returns what was counted since the last call.
    mutating func take() -> [(account: Int, items: Int)] {
        let counted = accounts.map { (account: $0, items: items[$0]) }
        for account in accounts { items[account] = 0 }
        accounts = []
        return counted
    }
}

// MARK: - In the transaction of a write

extension Connection {
    /// Notes the accounts that are waiting for an item being posted.
    func noteNews(of content: ItemContent, by seller: Account.ID?) throws(StorageError) {
        try savedSearches.read(from: self)
        try savedSearches.notePost(content, by: seller, over: self)
    }

    /// Notes the searches that an item answers because of an edit, and the accounts waiting for it.
    /// Each search announces an item only once: a search that has announced it before, or has it in
    /// its list without a row, keeps the number at which it did.
    func noteNews(
        ofEdit former: Item, to content: ItemContent, at now: Timestamp
    ) throws(StorageError) {
        guard former.content != content else { return }
        try savedSearches.read(from: self)
        let (gained, lost) = savedSearches.differences(former.content, content)
        let posting = SavedSearch.Match.ID(posting: former.id)
        for search in lost {
            try run(Self.noteEdit, search, former.id, posting, former.datePosted)
        }
        guard !gained.isEmpty else { return }
        let number: SavedSearch.Match.ID = try one(
            """
            UPDATE news SET number = max(number, \(Self.lastPosting)) + 1 WHERE id = 1
            RETURNING number
            """)
        for search in gained { try run(Self.noteEdit, search, former.id, number, now) }
    }

    private static let noteEdit: SQL =
        "INSERT OR IGNORE INTO edited_match (wanted, item, number, date) VALUES (?, ?, ?, ?)"

    /// The number of the last posted item, or of a later position in the list.
    static let lastPosting: SQL = """
        (SELECT coalesce(max(seq), 0) << \(SavedSearch.Match.ID.shift)
            FROM sqlite_sequence WHERE name = 'item')
        """
}
