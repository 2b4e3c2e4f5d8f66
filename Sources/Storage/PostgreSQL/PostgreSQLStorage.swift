#if PostgreSQL
    import Market
    import Synchronization

    /// The market in a PostgreSQL database, which several processes may share: reads run on threads of a
    /// pool, writes are committed in groups by one thread of each process, one process at a time.
    ///
    /// The row of `commit_count` is what says which state is read: each transaction that writes
    /// locks it first and counts itself there, so that the rules of the nouns, which look before they
    /// write, hold as they do with one process.
    public final class PostgreSQLStorage: SQLStorage, @unchecked Sendable {
        private let readers: PostgreSQLReaders
        private let writer: PostgreSQLWriter
        private let follower: PostgreSQLFollower

        /// Connects to a database, and makes what is missing in an empty one.
        /// - Parameters:
        ///   - address: as libpq takes it: `postgresql://user@host/name?…`.
        ///   - readers: threads that read, each over a connection of its own.
        ///   - vendors: their numbers and names from now on, in place of all that were given before;
        ///     nil leaves these.
        ///   - feed: what changes are posted to.
        /// - Throws: `.unusable` when it cannot be reached, is not a database of ours, is of a newer
        ///   program or can only be read; `.busy`.
        public init(
            address: String, readers count: Int = 4, vendors: [VendorAssignment]? = nil,
            feed: ChangeFeed = ChangeFeed()
        ) throws(StorageError) {
            let connection = try PostgreSQLConnection(to: address)
            try PostgreSQLMigrations.bringUpToDate(connection)
            if let vendors {
                try connection.transaction("BEGIN") { () throws(StorageError) in
                    try connection.countCommit()
                    try connection.assign(vendors)
                }
            }
            let follower = try PostgreSQLFollower(of: connection, address: address, feed: feed)
            let writer = try PostgreSQLWriter(connection, address: address, follower)
            self.follower = follower
            self.writer = writer
            readers = try PostgreSQLReaders(count: count, address: address)
            super.init(
                feed: feed, columns: follower.columns, directory: follower.directory,
                wantedItems: follower.wantedItems, unseenCounts: follower.unseenCounts,
                summaries: follower.summaries)
        }

        deinit {
            close()
        }

        public override var commitCount: UInt64 { follower.commitCount }

        public override var statistics: StorageStatistics { writer.statistics }

        public override func close() {
            readers.close()
            writer.close()
            follower.close()
        }

        override func read<Value: Sendable>(
            _ body: @escaping @Sendable (Connection) throws(StorageError) -> Value
        ) async throws(StorageError) -> Value {
            try await readers.read(body)
        }

        override func readAside<Value: Sendable>(
            _ body: @escaping @Sendable (Connection) throws(StorageError) -> Value
        ) async throws(StorageError) -> Value {
            try await readers.read(body)
        }

        override func commit<Value: Sendable>(
            _ body: @escaping @Sendable (Connection) throws(StorageError) -> Value
        ) async throws(StorageError) -> Value {
            try await writer.write(body)
        }
    }

    // MARK: - Migrations

    /// What marks a database as ours, and the steps that bring an older one up to date.
    enum PostgreSQLMigrations {
        /// Names the lock under which one process alone looks and changes: "Jang" in ASCII.
        private static let lock: SQL = "SELECT pg_advisory_xact_lock(1247899239)"

        /// Refuses a database that is not ours, untouched, and takes the steps that ours lacks.
        /// - Throws: `.unusable`, `.busy`.
        static func bringUpToDate(_ connection: PostgreSQLConnection) throws(StorageError) {
            try connection.transaction("BEGIN") { () throws(StorageError) in
                _ = try connection.exists(lock)
                let version = try version(of: connection)
                for step in PostgreSQLSchema.steps.dropFirst(version) {
                    try connection.execute(step)
                }
                guard version < PostgreSQLSchema.steps.count else { return }
                try connection.run(
                    "UPDATE storage_version SET version = ?", PostgreSQLSchema.steps.count)
            }
        }

        private static func version(
            of connection: PostgreSQLConnection
        ) throws(StorageError) -> Int {
            let tables: SQL =
                "SELECT count(*) FROM pg_tables WHERE schemaname = current_schema()"
            guard
                try connection.exists(
                    """
                    SELECT 1 FROM pg_tables
                    WHERE schemaname = current_schema() AND tablename = 'storage_version'
                    """)
            else {
                guard try connection.count(tables) == 0 else {
                    throw .unusable("\(connection.path) is the database of another program")
                }
                return 0
            }
            let version = try connection.count("SELECT version FROM storage_version")
            guard version <= PostgreSQLSchema.steps.count else {
                throw .unusable(
                    "\(connection.path) was written by a newer version of this program: it has "
                        + "format \(version), and this one knows up to "
                        + "\(PostgreSQLSchema.steps.count)")
            }
            return version
        }
    }

    // MARK: - Reads

    /// Threads that read, each over a connection of its own: libpq blocks them, and no event loop.
    final class PostgreSQLReaders: Sendable {
        private let queue = WorkQueue<Work>()
        private let threads: [WorkerThread]

        private struct Work: Sendable {
            let perform: @Sendable (Connection) -> Void
            let fail: @Sendable (StorageError) -> Void
        }

        init(count: Int, address: String) throws(StorageError) {
            var threads: [WorkerThread] = []
            for _ in 0..<max(count, 1) {
                let thread = try WorkerThread { [queue] in
                    var connection: PostgreSQLConnection?
                    while let work = queue.takeOne() {
                        do throws(StorageError) {
                            if connection?.isAlive != true {
                                connection = try PostgreSQLConnection(to: address)
                            }
                            if let connection { work.perform(connection) }
                        } catch {
                            work.fail(.busy)
                        }
                    }
                }
                threads.append(thread)
            }
            self.threads = threads
        }

        func read<Value: Sendable>(
            _ body: @escaping @Sendable (Connection) throws(StorageError) -> Value
        ) async throws(StorageError) -> Value {
            let result = await withCheckedContinuation {
                (continuation: CheckedContinuation<Result<Value, StorageError>, Never>) in
                let work = Work(
                    perform: { connection in
                        continuation.resume(returning: Self.read(connection, body))
                    },
                    fail: { continuation.resume(returning: .failure($0)) })
                if !queue.append(work) { work.fail(SQLStorage.closed) }
            }
            return try result.get()
        }

        /// In one snapshot, whose count of commits the connection knows meanwhile.
        private static func read<Value>(
            _ connection: Connection, _ body: (Connection) throws(StorageError) -> Value
        ) -> Result<Value, StorageError> {
            Result { () throws(StorageError) in
                defer { connection.snapshot = nil }
                return try connection.transaction(
                    "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
                ) { () throws(StorageError) in
                    let count: Int64 = try connection.one(PostgreSQLConnection.selectCommitCount)
                    connection.snapshot = UInt64(count)
                    return try body(connection)
                }
            }
        }

        func close() {
            queue.close()
            for thread in threads { thread.join() }
        }
    }

    // MARK: - Writes

    /// The one thread of this process that writes: it takes all writes that wait, commits them in one
    /// durable transaction, and only then answers each.
    final class PostgreSQLWriter: Sendable {
        private let queue = WriteQueue()
        private let counts = Mutex((commits: 0, writes: 0, batches: BatchCounts()))
        private let thread = Mutex<WorkerThread?>(nil)

        init(
            _ connection: PostgreSQLConnection, address: String, _ follower: PostgreSQLFollower
        ) throws(StorageError) {
            let writing = try WorkerThread { [self] in run(connection, address, follower) }
            thread.withLock { $0 = writing }
        }

        private func run(
            _ first: PostgreSQLConnection, _ address: String, _ follower: PostgreSQLFollower
        ) {
            var connection = first
            while let writes = queue.takeAll(within: 1_000) {
                guard !writes.isEmpty else { continue }
                do throws(StorageError) {
                    if !connection.isAlive {
                        connection = try PostgreSQLConnection(to: address)
                    }
                } catch {
                    for write in writes { write.fail(.busy) }
                    continue
                }
                let answered = Self.commit(writes, on: connection, follower)
                guard answered > 0 else { continue }
                counts.withLock { counts in
                    counts.commits += 1
                    counts.writes += answered
                    counts.batches.count(answered)
                }
            }
        }

        /// - Returns: how many have not failed.
        private static func commit(
            _ writes: [Write], on connection: PostgreSQLConnection,
            _ follower: PostgreSQLFollower
        ) -> Int {
            do throws(StorageError) {
                let outcomes = try connection.perform(writes, beginningWith: "BEGIN") {
                    () throws(StorageError) in try connection.countCommit()
                }
                try? connection.readChanges()
                follower.follow(over: connection, having: connection.wanted.takeNews())
                for (write, outcome) in zip(writes, outcomes) { write.answer(outcome) }
                return outcomes.count { $0.isSuccess }
            } catch {
                for write in writes { write.fail(error) }
                return 0
            }
        }

        var statistics: StorageStatistics {
            counts.withLock { counts in
                StorageStatistics(
                    commits: counts.commits, writes: counts.writes, batches: counts.batches,
                    queueLength: queue.count)
            }
        }

        func write<Value: Sendable>(
            _ body: @escaping @Sendable (Connection) throws(StorageError) -> Value
        ) async throws(StorageError) -> Value {
            try await queue.write(body)
        }

        func close() {
            queue.close()
            thread.withLock { thread in
                thread?.join()
                thread = nil
            }
        }
    }

    // MARK: - What others write

    /// Keeps what is in memory at what is committed, by whichever process: its own writer has it
    /// follow before a write is answered, and a thread looks every twentieth of a second for what
    /// others have written.
    final class PostgreSQLFollower: Sendable {
        /// In milliseconds.
        private static let interval = 50

        let columns: KeptItemColumns
        let directory = KeptPlaces()
        let wantedItems = WantedItems()
        let unseenCounts = UnseenCounts()
        let summaries = KeptSummaries()
        private let feed: ChangeFeed
        private let count = Atomic<UInt64>(0)
        private let last: Mutex<Last>
        private let stop = WorkQueue<Never>()
        private let thread = Mutex<WorkerThread?>(nil)

        private struct Last {
            /// Up to here commits are followed.
            var commit: Int64
            /// The number of the last change.
            var change: Int64
        }

        init(
            of connection: PostgreSQLConnection, address: String, feed: ChangeFeed
        ) throws(StorageError) {
            self.feed = feed
            // Numbers first: what is committed meanwhile is followed again.
            let commit: Int64 = try connection.one(PostgreSQLConnection.selectCommitCount)
            let change: Int64 = try connection.one(NotedChange.selectNewest)
            last = Mutex(Last(commit: commit, change: change))
            columns = try KeptItemColumns(of: connection)
            wantedItems.reload(from: connection)
            directory.read(from: connection)
            count.store(UInt64(commit), ordering: .releasing)
            let looking = try WorkerThread { [weak self, stop] in
                var connection: PostgreSQLConnection?
                while stop.takeAll(within: Self.interval) != nil {
                    if connection?.isAlive != true {
                        connection = try? PostgreSQLConnection(to: address)
                    }
                    if let connection { self?.follow(over: connection) }
                }
            }
            thread.withLock { $0 = looking }
        }

        /// Every commit that is followed.
        var commitCount: UInt64 { count.load(ordering: .acquiring) }

        /// Reads what was committed since the last time, and has all that is in memory follow.
        /// - Parameter news: of the one commit that the connection has made since; nil where it made
        ///   none.
        func follow(over connection: PostgreSQLConnection, having news: News? = nil) {
            last.withLock { last in
                // When it fails, that is tried again with the next look.
                _ = try? connection.transaction(
                    "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
                ) { () throws(StorageError) in
                    try follow(from: &last, over: connection, having: news)
                }
            }
        }

        private func follow(
            from last: inout Last, over connection: PostgreSQLConnection, having news: News?
        ) throws(StorageError) {
            let commit: Int64 = try connection.one(PostgreSQLConnection.selectCommitCount)
            guard commit > last.commit else { return }
            let newest: Int64 = try connection.one(NotedChange.selectNewest)
            let changes: [NotedChange]
            if newest - last.change > PostgreSQLConnection.changesKept {
                changes = []
                columns.reload(from: connection)
                wantedItems.reload(from: connection)
                summaries.forget(from: UInt64(commit))
            } else {
                changes = try connection.all(NotedChange.select, last.change)
            }
            let positions = Set(changes.compactMap(\.position))
            try columns.renew(positions, from: connection)
            try wantedItems.renew(positions, from: connection)
            let ownNews = commit == last.commit + 1 ? news : nil
            if ownNews == nil { directory.read(from: connection) }
            summaries.follow(positions, directory.current, from: UInt64(commit))
            if let ownNews {
                unseenCounts.follow(ownNews, from: UInt64(commit))
            } else {
                unseenCounts.forget(from: UInt64(commit))
            }
            last = Last(commit: commit, change: newest)
            count.store(UInt64(commit), ordering: .releasing)
            if let ownNews {
                feed.post(ownNews.accounts.map(Change.organiser))
            } else {
                feed.postEverything()
            }
        }

        func close() {
            stop.close()
            thread.withLock { thread in
                thread?.join()
                thread = nil
            }
        }
    }

    /// A row of `change`, in which triggers note what others keep in memory.
    struct NotedChange: Record {
        let number: Int64
        let kind: Int64
        let key: Int64?
        let account: Int64?

        static let columns: SQL = "number, kind, key, account"
        static let selectNewest: SQL = "SELECT coalesce(max(number), 0) FROM change"
        static let select: SQL = "SELECT \(columns) FROM change WHERE number > ? ORDER BY number"

        init(_ row: inout Statement) throws(StorageError) {
            (number, kind) = (try row.next(), try row.next())
            (key, account) = (try row.next(), try row.next())
        }

        /// Of an item.
        var position: Item.Position? {
            kind == 1 ? key.map { Item.Position(rawValue: $0) } : nil
        }

        /// As SQLite's triggers note it at once.
        func note(in wanted: WantedSearches) {
            switch kind {
            case 2, 3:
                guard let key, let account else { return }
                wanted.noteChanged(
                    SavedSearch.ID(rawValue: key), of: Account.ID(rawValue: account),
                    isKept: kind == 2)
            case 4: wanted.noteLoss()
            case 5: wanted.noteNewsOfEverybody()
            default: break
            }
        }
    }
#endif
