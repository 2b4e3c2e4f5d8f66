import Market

/// Whose kept searches a transaction has something new for.
struct News {
    /// How many items were posted that answer any search of an account.
    var posted: [(account: Account.ID, items: Int)] = []
    /// Who was told of an edit.
    var told: Set<Account.ID> = []
    /// Whose searches were kept, edited, looked at or deleted, or lost an item by an edit, and who has blocked
    /// or unblocked somebody.
    var changed: Set<Account.ID> = []
    /// Whether an item has gone, or has got another seller.
    var hasLosses = false
    /// Whether matches of anybody were forgotten.
    var isOfEverybody = false

    var isEmpty: Bool {
        posted.isEmpty && told.isEmpty && changed.isEmpty && !hasLosses && !isOfEverybody
    }

    /// Those who have more to look at than before.
    var accounts: [Account.ID] { posted.map(\.account) + told }
}

/// What the connection that is written to knows of kept searches, and whom its transaction has
/// news for.
///
/// The index is read at the first need, and what is kept or deleted from then on is read into it
/// when the next item is matched: also what the same transaction has kept, which is looked at again
/// if that is undone. What other processes have kept or deleted is read when a transaction finds
/// that they have committed.
final class SavedSearchMatching {
    private var index = SavedSearchIndex()
    /// Those whose names have told the index which neighbourhoods searches leave out.
    private var places: PlaceDirectory?
    /// Kept or deleted since the index was read.
    private var unread: Set<SavedSearch.ID> = []
    /// Read in the transaction under way.
    private var uncommitted: Set<SavedSearch.ID> = []
    /// The connection's `dataVersion` that the index was compared with the table at.
    private var version: Int64?
    private var isCompared = false
    private var lastRead = SavedSearch.ID(rawValue: 0)
    /// How many edits of searches there had been when the index was read.
    private var edits: Int64 = 0

    private var news = News()
    private var posted = PostedItems()
    private var isUndone = false

    // MARK: - Kept with the table

    /// - Parameter isKept: whether it may have been kept, edited, trashed or deleted; else only looked at.
    func noteChanged(_ id: SavedSearch.ID, of account: Account.ID, isKept: Bool) {
        if isKept { unread.insert(id) }
        news.changed.insert(account)
    }

    /// What an account sees of what has matched is something else.
    func noteChanged(of account: Account.ID) { news.changed.insert(account) }

    func noteLoss() { news.hasLosses = true }

    func noteNewsOfEverybody() { news.isOfEverybody = true }

    /// A transaction is over.
    func commit() {
        uncommitted = []
        isCompared = false
    }

    /// What a transaction has done, or a part of it, is undone.
    func undo() {
        unread.formUnion(uncommitted)
        uncommitted = []
        isCompared = false
        isUndone = true
    }

    /// Has the index agree with the table.
    func read(from connection: Connection) throws(StorageError) {
        try connection.readChanges()
        for id in unread { try readOne(id, from: connection) }
        uncommitted.formUnion(unread)
        unread = []
        guard !isCompared else { return }
        let latest = connection.dataVersion
        if version == nil || latest != version || index.isWorn || !knowsPlaces(of: connection) {
            try compare(with: connection)
        }
        version = latest
        isCompared = true
    }

    private func readOne(_ id: SavedSearch.ID, from connection: Connection) throws(StorageError) {
        // It may look for something else by now.
        index.remove(id.rawValue)
        guard let kept: KeptSearch = try connection.first(Self.selectOne, id) else { return }
        index.insert(kept, try connection.condition(of: kept.filter))
    }

    private func compare(with connection: Connection) throws(StorageError) {
        let edits: Int64 = try connection.one("SELECT edits FROM news WHERE id = 1")
        if edits == self.edits, !index.isWorn, knowsPlaces(of: connection) {
            try readLater(from: connection)
            let sum: Int64 = try connection.one("SELECT searches FROM news WHERE id = 1")
            guard sum != index.sum else { return }
        }
        // Its places are no longer whose they were.
        forgetItems()
        (index, lastRead) = (SavedSearchIndex(), SavedSearch.ID(rawValue: 0))
        self.edits = edits
        places = connection.placesInMemory
        try readLater(from: connection)
    }

    /// Whether places have the names still that the index has been told of.
    private func knowsPlaces(of connection: Connection) -> Bool {
        let now = connection.placesInMemory
        if now === places { return true }
        // They are read anew also where nothing of them has changed.
        guard let now, let places, now.isSame(as: places) else { return false }
        self.places = now
        return true
    }

    private func readLater(from connection: Connection) throws(StorageError) {
        var rows = try connection.statement(Self.selectLater, lastRead)
        while try rows.step() {
            let kept = try KeptSearch(&rows)
            index.insert(kept, try connection.condition(of: kept.filter))
            lastRead = kept.id
        }
    }

    private static let selectOne: SQL = """
        SELECT \(KeptSearch.columns) FROM \(KeptSearch.table)
        WHERE search.id = ? AND deletion IS NULL
        """
    private static let selectLater: SQL = """
        SELECT \(KeptSearch.columns) FROM \(KeptSearch.table)
        WHERE search.id > ? AND deletion IS NULL ORDER BY search.id
        """

    // MARK: - News

    /// Of an item that is posted, for all but its seller and who has blocked them.
    func notePost(
        _ content: ItemContent, by seller: Account.ID?, over connection: Connection
    ) throws(StorageError) {
        let searches = index.searches(answeredBy: content)
        guard !searches.isEmpty else { return }
        var others: [Account.ID] = []
        if let seller { others = try connection.blockers(of: seller) + [seller] }
        let places = others.compactMap { index.place(of: $0) }
        // Nobody is told of what quiet ones have, but it is new in these.
        for search in searches where search.isQuiet {
            news.changed.insert(index.accounts[search.account])
        }
        posted.count(searches, amongAccounts: index.accounts.count, but: places)
    }

    /// The searches that an item answers since an edit, and those that it did until then.
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
        // Another search of theirs, which has not been seen, may be the one that tells of it now.
        for search in formerSearches where !after.contains(search.filterID) {
            news.changed.insert(index.accounts[search.account])
        }
        return (after.subtracting(before), before.subtracting(after))
    }

    /// What was noted since it was taken last, which is durable now.
    func takeNews() -> News {
        if isUndone { forgetItems() }
        news.posted = posted.take().map { (index.accounts[$0.account], $0.items) }
        isUndone = false
        defer { news = News() }
        return news
    }

    /// Has who was told of items be told without their number, which is not known any more.
    private func forgetItems() {
        for (account, _) in posted.take() { news.told.insert(index.accounts[account]) }
    }
}

/// For whom items are that were posted, and how many; accounts by their places in the index.
///
/// Apart from the class that holds it, since each use of what a class holds is checked while it runs.
private struct PostedItems {
    private var items: [Int] = []
    private var lastItem: [Int] = []
    private var itemNumber = 0
    private var accounts: [Int] = []

    /// Counts an item once for each account but some, and for none by a search that is quiet.
    mutating func count(
        _ searches: [SavedSearchIndex.Entry], amongAccounts accountCount: Int, but others: [Int]
    ) {
        itemNumber += 1
        let missing = max(accountCount - items.count, 0)
        items += repeatElement(0, count: missing)
        lastItem += repeatElement(0, count: missing)
        // As if it had been counted for them.
        for account in others { lastItem[account] = itemNumber }
        for search in searches where !search.isQuiet && lastItem[search.account] != itemNumber {
            let account = search.account
            lastItem[account] = itemNumber
            if items[account] == 0 { accounts.append(account) }
            items[account] += 1
        }
    }

    /// What was counted since this was asked last.
    mutating func take() -> [(account: Int, items: Int)] {
        let counted = accounts.map { (account: $0, items: items[$0]) }
        for account in accounts { items[account] = 0 }
        accounts = []
        return counted
    }
}

// MARK: - In the transaction of a write

extension Connection {
    /// Notes who waits for an item that is being posted.
    func noteNews(of content: ItemContent, by seller: Account.ID?) throws(StorageError) {
        try savedSearches.read(from: self)
        try savedSearches.notePost(content, by: seller, over: self)
    }

    /// Notes which searches an item answers by an edit, and who waits for that: each search is told
    /// of an item once, so that one which was told already, or has it in its list without a row,
    /// keeps the number that it was told at.
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

    /// The number of the last item that was posted, or of a later place in the list.
    static let lastPosting: SQL = """
        (SELECT coalesce(max(seq), 0) << \(SavedSearch.Match.ID.shift)
            FROM sqlite_sequence WHERE name = 'item')
        """
}
