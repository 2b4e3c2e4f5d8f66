import Market

/// One connection to the database and the statements prepared on it: what the nouns are read and
/// written over, whatever the engine is. Each engine has a class of its own, which answers what
/// stands under "What an engine does".
///
/// Unchecked: it has no lock of its own. The writer's thread owns its connection, and the pool
/// lends each of the others to one thread at a time.
class Connection: @unchecked Sendable {
    /// Names the database for the operator.
    let path: String
    /// The count of commits that the open snapshot has, when there is one.
    var snapshot: UInt64?
    /// Whether it may have commits that what is kept in memory had not followed when it was opened:
    /// what is found by both is kept nowhere.
    var isAheadOfMemory: Bool { false }
    /// The count of commits at which what is found in the snapshot is kept; nil where it is not.
    var keptSnapshot: UInt64? { isAheadOfMemory ? nil : snapshot }
    /// The names of places, where they are kept in memory.
    var knownPlaces: KeptPlaces?
    /// What it has taken of them; see `KeptPlaces.renew`.
    var takenPlaces = KeptPlaces.Copy()
    /// What is known of kept searches where it is written.
    let savedSearches = SavedSearchMatching()
    /// Where items have been changed since these were taken, undone changes too.
    private var changedItems: Set<Item.Position> = []
    /// Of which accounts something that visitors are told has been changed, undone changes too.
    private var changedAccounts: Set<Account.ID> = []
    /// Whether announcements have been changed since these were read into memory, undone changes too. The
    /// writer of a file alone asks, and takes it back; programs over PostgreSQL follow what was changed.
    var hasChangedAnnouncements = false

    init(path: String) {
        self.path = path
    }

    // MARK: - What an engine does

    /// The statement with no value bound, prepared at its first use.
    func prepare(_ sql: SQL) throws(StorageError) -> Statement { preconditionFailure() }

    /// The same of an INSERT whose row's number is asked for afterwards.
    func prepareInsert(_ sql: SQL) throws(StorageError) -> Statement { try prepare(sql) }

    /// The same of one that finds more than should be held at once.
    func prepareWalk(_ sql: SQL) throws(StorageError) -> Statement { try prepare(sql) }

    /// How many rows the last INSERT, UPDATE or DELETE touched itself.
    var touchedRows: Int { preconditionFailure() }

    /// The number that the table gave the row that was inserted last.
    var lastNumber: Int64 { preconditionFailure() }

    /// Runs several statements that take no values and are not kept.
    func execute(_ script: SQL) throws(StorageError) { preconditionFailure() }

    /// False also when the engine has given up a transaction by itself, as on a full disk.
    var isInTransaction: Bool { preconditionFailure() }

    /// Whether what failed last may succeed when all of its transaction is tried again.
    var mayTryAgain: Bool { false }

    /// Changes when somebody else has committed, and with none of this one's own commits; nil while
    /// that cannot be read.
    var dataVersion: Int64? { preconditionFailure() }

    /// What is looked for in the index, as the engine takes it.
    func text(of expression: SearchExpression) -> String { preconditionFailure() }

    /// Puts items into the index of searches and lists that it lacks, when they are many; those who
    /// read walk through fewer.
    func indexNewItems() throws(StorageError) { preconditionFailure() }

    /// What is wrong below the tables, and where they refer to what is gone.
    func damage() throws(StorageError) -> [DerivedDataFault] { preconditionFailure() }

    /// Whether the index of searches is what the items say.
    func searchIndexIsRight() throws(StorageError) -> Bool { preconditionFailure() }

    func makeSearchIndexAnew() throws(StorageError) { preconditionFailure() }

    /// Ends a transaction, which is durable then.
    func commit() throws(StorageError) { try run("COMMIT") }

    /// Refuses a database that is not ours, and takes the steps that ours lacks.
    func bringUpToDate() throws(StorageError) { preconditionFailure() }

    /// How many steps have made what is there, and how many there are now. Refuses what is not ours, or
    /// has more.
    func formats() throws(StorageError) -> (there: Int, now: Int) { preconditionFailure() }

    /// Runs `body` in a transaction that takes as long as it takes, and reads one state, which no other
    /// program changes meanwhile.
    /// - Throws: what `body` throws; `.unusable` where another program serves it.
    func longTransaction(_ body: () throws(StorageError) -> Void) throws(StorageError) {
        preconditionFailure()
    }

    /// Runs `body`, whose changes to these tables no trigger follows.
    func withoutTriggers(
        of tables: [SQL], _ body: () throws(StorageError) -> Void
    ) throws(StorageError) { preconditionFailure() }

    /// Of the tables that give no number twice, the highest that each has given.
    func highestNumbers() throws(StorageError) -> [String: Int64] { preconditionFailure() }

    func setHighestNumbers(_ numbers: [String: Int64]) throws(StorageError) {
        preconditionFailure()
    }

    /// Notes what this connection has changed, where the engine does not say so by itself.
    func readChanges() throws(StorageError) {}

    // MARK: - Statements

    /// The statement with a value bound to each question mark.
    func statement<each Value: Bindable>(
        _ sql: SQL, _ values: repeat each Value
    ) throws(StorageError) -> Statement {
        var statement = try prepare(sql)
        for value in repeat each values { try statement.bind(value) }
        return statement
    }

    /// Runs a statement to its end.
    /// - Returns: how many rows an INSERT, UPDATE or DELETE touched itself.
    @discardableResult
    func run<each Value: Bindable>(
        _ sql: SQL, _ values: repeat each Value
    ) throws(StorageError) -> Int {
        var statement = try statement(sql, repeat each values)
        while try statement.step() {}
        return touchedRows
    }

    /// Runs what must touch the row that it is about.
    /// - Throws: `.notFound` when it touches none.
    func runOnce<each Value: Bindable>(
        _ sql: SQL, _ values: repeat each Value
    ) throws(StorageError) {
        guard try run(sql, repeat each values) == 1 else { throw .notFound }
    }

    /// Runs a statement of a transaction that writes, of which nothing is asked: at the latest with the
    /// next one, which throws what it has to.
    func runLater<each Value: Bindable>(
        _ sql: SQL, _ values: repeat each Value
    ) throws(StorageError) {
        var statement = try statement(sql, repeat each values)
        try statement.runLater()
    }

    /// Runs an INSERT to its end.
    /// - Returns: the number that the table gave the row.
    func insert<Noun, each Value: Bindable>(
        _ sql: SQL, _ values: repeat each Value
    ) throws(StorageError) -> Identifier<Noun> {
        var statement = try prepareInsert(sql)
        for value in repeat each values { try statement.bind(value) }
        while try statement.step() {}
        return Identifier(rawValue: lastNumber)
    }

    /// The number in the only row.
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
    /// - Throws: `.notFound` without one.
    func one<Found: RowValue, each Value: Bindable>(
        _ sql: SQL, _ values: repeat each Value
    ) throws(StorageError) -> Found {
        guard let found: Found = try first(sql, repeat each values) else { throw .notFound }
        return found
    }

    /// The first row; nil without one.
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

    /// Every row of two columns.
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

    /// Those noted, which are forgotten then.
    func takeChangedItems() -> Set<Item.Position> {
        defer { changedItems = [] }
        return changedItems
    }

    func noteChanged(_ account: Account.ID) {
        changedAccounts.insert(account)
    }

    /// Those noted, which are forgotten then.
    func takeChangedAccounts() -> Set<Account.ID> {
        defer { changedAccounts = [] }
        return changedAccounts
    }

    // MARK: - Transactions

    /// Runs `body` in a transaction that ends with it: committed, or undone when it throws.
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
            // It fails only when the engine has rolled back already.
            if isInTransaction { _ = try? run("ROLLBACK") }
            savedSearches.undo()
            throw error
        }
    }
}
