import Market

/// A connection to the database with its prepared statements. All storage code reads and writes
/// through it, whatever the engine. Each engine subclasses it and implements the members under
/// "What an engine does".
///
/// `@unchecked Sendable`: it has no lock of its own. The writer's thread owns its connection, and
/// the pool lends each of the others to one thread at a time.
class Connection: @unchecked Sendable {
    /// The database's name in messages to the operator: a path or an address.
    let path: String
    /// The commit count of the open snapshot; nil if none is open.
    var snapshot: UInt64?
    /// Whether the snapshot may contain commits that the in-memory data had not yet followed when
    /// it was opened. Results that combine the two must then not be cached.
    var isAheadOfMemory: Bool { false }
    /// The commit count under which results read from the snapshot may be cached; nil if they may
    /// not be.
    var keptSnapshot: UInt64? { isAheadOfMemory ? nil : snapshot }
    /// The place names cached in memory; nil if this connection has no such cache.
    var knownPlaces: PlaceCache?
    /// The copy of `knownPlaces` that this connection has taken; see `PlaceCache.renew`.
    var takenPlaces = PlaceCache.Copy()
    /// The in-memory index of saved searches and pending news; used on the writing connection.
    let savedSearches = SavedSearchMatching()
    /// Positions of items changed since the last `takeChangedItems()`, including changes that were
    /// rolled back.
    private var changedItems: Set<Item.Position> = []
    /// Accounts whose `Visitor` data has changed since the last `takeChangedAccounts()`, including
    /// changes that were rolled back.
    private var changedAccounts: Set<Account.ID> = []
    /// Whether announcements have changed since they were last read into memory, including changes
    /// that were rolled back. Only SQLite's writer reads and resets it; over PostgreSQL, server
    /// processes follow the `change` table.
    var hasChangedAnnouncements = false

    init(path: String) { self.path = path }

    // MARK: - What an engine does

    /// The statement with no values bound; prepared on first use, then reused.
    func prepare(_ sql: SQL) throws(StorageError) -> Statement { preconditionFailure() }

    /// Like `prepare`, for an INSERT after which `lastNumber` is read.
    func prepareInsert(_ sql: SQL) throws(StorageError) -> Statement { try prepare(sql) }

    /// Like `prepare`, for a query with more rows than should be held in memory at once.
    func prepareWalk(_ sql: SQL) throws(StorageError) -> Statement { try prepare(sql) }

    /// How many rows the last INSERT, UPDATE or DELETE changed itself, not counting triggers and
    /// cascades.
    var touchedRows: Int { preconditionFailure() }

    /// The number that the table assigned to the last inserted row.
    var lastNumber: Int64 { preconditionFailure() }

    /// Runs a script of several statements without values; they are not cached.
    func execute(_ script: SQL) throws(StorageError) { preconditionFailure() }

    /// Whether a transaction is open. Also false after the engine has rolled one back by itself, as
    /// on a full disk.
    var isInTransaction: Bool { preconditionFailure() }

    /// Whether the last failure may go away when the whole transaction is retried.
    var isRetryable: Bool { false }

    /// A number that changes when another connection commits, and not with this connection's own
    /// commits; nil if it cannot be read.
    var dataVersion: Int64? { preconditionFailure() }

    /// The search expression in the engine's query syntax.
    func text(of expression: SearchExpression) -> String { preconditionFailure() }

    /// Adds new items to the search index and the list counts once there are many of them. Until
    /// then, readers scan the few new items themselves.
    func indexNewItems() throws(StorageError) { preconditionFailure() }

    /// Damage below the table level, and dangling references.
    func damage() throws(StorageError) -> [DerivedDataFault] { preconditionFailure() }

    /// Whether the search index agrees with the items.
    func searchIndexIsRight() throws(StorageError) -> Bool { preconditionFailure() }

    func makeSearchIndexAnew() throws(StorageError) { preconditionFailure() }

    /// Commits the transaction; it is durable when this returns.
    func commit() throws(StorageError) { try run("COMMIT") }

    /// Refuses a database that does not belong to Jangteo, and runs the migrations that it lacks.
    func bringUpToDate() throws(StorageError) { preconditionFailure() }

    /// The number of migrations that the database has seen, and the number that this version knows.
    /// Refuses a foreign database, and one that has more.
    func formats() throws(StorageError) -> (there: Int, now: Int) { preconditionFailure() }

    /// Runs `body` in one transaction of unlimited length that reads a single state, which no other
    /// process changes meanwhile.
    /// - Throws: what `body` throws; `.unusable` if another process is serving the database.
    func longTransaction(_ body: () throws(StorageError) -> Void) throws(StorageError) {
        preconditionFailure()
    }

    /// Runs `body`; no trigger fires for its changes to these tables.
    func withoutTriggers(
        of tables: [SQL], _ body: () throws(StorageError) -> Void
    ) throws(StorageError) { preconditionFailure() }

    /// The highest number that each table which never reuses a number has assigned.
    func highestNumbers() throws(StorageError) -> [String: Int64] { preconditionFailure() }

    func setHighestNumbers(_ numbers: [String: Int64]) throws(StorageError) {
        preconditionFailure()
    }

    /// Notes what this connection has changed, for engines that do not report changes by
    /// themselves.
    func readChanges() throws(StorageError) {}

    // MARK: - Statements

    /// The prepared statement with one value bound to each question mark.
    func statement<each Value: Bindable>(
        _ sql: SQL, _ values: repeat each Value
    ) throws(StorageError) -> Statement {
        var statement = try prepare(sql)
        for value in repeat each values { try statement.bind(value) }
        return statement
    }

    /// Runs a statement to its end.
    /// - Returns: how many rows an INSERT, UPDATE or DELETE changed itself.
    @discardableResult
    func run<each Value: Bindable>(
        _ sql: SQL, _ values: repeat each Value
    ) throws(StorageError) -> Int {
        var statement = try statement(sql, repeat each values)
        while try statement.step() {}
        return touchedRows
    }

    /// Runs a statement that has to change exactly one row.
    /// - Throws: `.notFound` if it changes none.
    func runOnce<each Value: Bindable>(
        _ sql: SQL, _ values: repeat each Value
    ) throws(StorageError) {
        guard try run(sql, repeat each values) == 1 else { throw .notFound }
    }

    /// Runs a statement of a writing transaction whose result is not needed: at the latest together
    /// with the next statement, which then throws its error.
    func runLater<each Value: Bindable>(
        _ sql: SQL, _ values: repeat each Value
    ) throws(StorageError) {
        var statement = try statement(sql, repeat each values)
        try statement.runLater()
    }

    /// Runs an INSERT to its end.
    /// - Returns: the number that the table assigned to the row.
    func insert<Noun, each Value: Bindable>(
        _ sql: SQL, _ values: repeat each Value
    ) throws(StorageError) -> Identifier<Noun> {
        var statement = try prepareInsert(sql)
        for value in repeat each values { try statement.bind(value) }
        while try statement.step() {}
        return Identifier(rawValue: lastNumber)
    }

    /// The number in the only row; 0 if there is no row.
    func count<each Value: Bindable>(
        _ sql: SQL, _ values: repeat each Value
    ) throws(StorageError) -> Int {
        try first(sql, repeat each values) ?? 0
    }

    func exists<each Value: Bindable>(
        _ sql: SQL, _ values: repeat each Value
    ) throws(StorageError) -> Bool {
        var statement = try statement(sql, repeat each values)
        return try statement.step()
    }

    /// The only row.
    /// - Throws: `.notFound` if there is none.
    func one<Found: RowValue, each Value: Bindable>(
        _ sql: SQL, _ values: repeat each Value
    ) throws(StorageError) -> Found {
        guard let found: Found = try first(sql, repeat each values) else { throw .notFound }
        return found
    }

    /// The first row; nil if there is none.
    func first<Found: RowValue, each Value: Bindable>(
        _ sql: SQL, _ values: repeat each Value
    ) throws(StorageError) -> Found? {
        var statement = try statement(sql, repeat each values)
        return try statement.step() ? try Found(&statement) : nil
    }

    /// Every row.
    func all<Found: RowValue, each Value: Bindable>(
        _ sql: SQL, _ values: repeat each Value
    ) throws(StorageError) -> [Found] {
        var statement = try statement(sql, repeat each values)
        var found: [Found] = []
        while try statement.step() { found.append(try Found(&statement)) }
        return found
    }

    /// Every row of a query with two columns.
    func pairs<First: ColumnValue, Second: ColumnValue, each Value: Bindable>(
        _ sql: SQL, _ values: repeat each Value
    ) throws(StorageError) -> [(First, Second)] {
        var rows = try statement(sql, repeat each values)
        var found: [(First, Second)] = []
        while try rows.step() { found.append((try rows.next(), try rows.next())) }
        return found
    }

    // MARK: - Changes

    func noteChanged(_ positions: Set<Item.Position>) {
        changedItems.formUnion(positions)
    }

    /// Returns the noted positions and clears them.
    func takeChangedItems() -> Set<Item.Position> {
        defer { changedItems = [] }
        return changedItems
    }

    func noteChanged(_ account: Account.ID) { changedAccounts.insert(account) }

    /// Returns the noted accounts and clears them.
    func takeChangedAccounts() -> Set<Account.ID> {
        defer { changedAccounts = [] }
        return changedAccounts
    }

    // MARK: - Transactions

    /// Runs `body` in a transaction, and commits it; rolls back if `body` throws.
    func transaction<Value>(
        _ begin: SQL, _ body: () throws(StorageError) -> Value
    ) throws(StorageError) -> Value {
        do throws(StorageError) {
            try run(begin)
            let value = try body()
            try commit()
            savedSearches.commit()
            return value
        } catch {
            // ROLLBACK only fails if the engine has rolled back already.
            if isInTransaction { _ = try? run("ROLLBACK") }
            savedSearches.undo()
            throw error
        }
    }
}
