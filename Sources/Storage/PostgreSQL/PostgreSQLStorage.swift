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
        /// In the server's words, why nothing can be read from the standby yet; nil where that is not so.
        public let standbyFault: String?
        private let key: [UInt8]

        /// Connects to a database, and makes what is missing in an empty one.
        /// - Parameters:
        ///   - address: as libpq takes it: `postgresql://user@host/name?…`.
        ///   - standby: the address of a copy that follows it, from which is read what it has already;
        ///     nil for none.
        ///   - readers: threads that read, each over a connection of its own.
        ///   - vendors: their numbers and names from now on, in place of all that were given before;
        ///     nil leaves these.
        ///   - feed: what changes are posted to.
        /// - Throws: `.unusable` when it cannot be reached, is not a database of ours, is of a newer
        ///   program or can only be read; `.busy`.
        public convenience init(
            address: String, readingFrom standby: String? = nil, readers count: Int = 4,
            vendors: [VendorAssignment]? = nil,
            feed: ChangeFeed = ChangeFeed()
        ) throws(StorageError) {
            try self.init(
                address: address, readingFrom: standby, readers: count, vendors: vendors,
                feed: feed, format: .current)
        }

        init(
            address: String, readingFrom standby: String? = nil, readers count: Int = 4,
            vendors: [VendorAssignment]? = nil, feed: ChangeFeed = ChangeFeed(),
            format: PostgreSQLFormat
        ) throws(StorageError) {
            let connection = try PostgreSQLConnection(to: address)
            let program = ProgramLease(knowing: format)
            try PostgreSQLMigrations.bringUpToDate(connection, to: format, for: program)
            if let vendors {
                try connection.transaction(connection.beginWriting) { () throws(StorageError) in
                    try connection.noteWriting()
                    try connection.assign(vendors)
                }
            }
            key = try connection.one("SELECT key FROM shared_key")
            let connector = PostgreSQLConnector(to: address)
            let copies = try standby.map { address throws(StorageError) in
                PostgreSQLConnector(to: address, aCopyOf: try connection.identity())
            }
            standbyFault = try copies?.check(beside: connection)
            follower = try PostgreSQLFollower(
                of: connection, over: connector, for: program, knowing: format, feed: feed)
            writer = try PostgreSQLWriter(connection, over: connector, follower)
            readers = try PostgreSQLReaders(
                count: count, over: connector, copies: copies, follower)
            super.init(
                feed: feed, columns: follower.columns, directory: follower.directory,
                wantedItems: follower.wantedItems, unseenCounts: follower.unseenCounts,
                summaries: follower.summaries, keptPhotos: follower.photos)
        }

        deinit {
            close()
        }

        public override var commitCount: UInt64 { follower.commitCount }

        public override var sharedCommit: UInt64? { follower.newestAnswered }

        public override func wait(forShared commit: UInt64) async {
            await follower.wait(for: commit)
        }

        public override var sharedKey: [UInt8]? { key }

        public override var doesUpkeep: Bool { follower.lease.isHeld }

        public override func share(_ limits: [String: TryLimiter]) {
            follower.tries.share(limits)
        }

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

    // MARK: - Reads

    /// Threads that read, each over a connection of its own: libpq blocks them, and no event loop.
    final class PostgreSQLReaders: Sendable {
        private let queue = WorkQueue<Work>()
        private let threads: [WorkerThread]

        /// - Parameters:
        ///   - followed: the count of commits that what is kept in memory has followed.
        ///   - answered: what a standby has to have at least.
        /// - Returns: whether it is answered; a read whose connection was lost may be tried again, and
        ///   one that a standby has failed at.
        private typealias Work =
            @Sendable (
                PostgreSQLConnection?, _ followed: UInt64, _ answered: UInt64, _ isLastTry: Bool
            ) -> Bool

        init(
            count: Int, over connector: PostgreSQLConnector, copies: PostgreSQLConnector?,
            _ follower: PostgreSQLFollower
        ) throws(StorageError) {
            var threads: [WorkerThread] = []
            for _ in 0..<max(count, 1) {
                let thread = try WorkerThread { [queue] in
                    var connection: PostgreSQLConnection?
                    var copy: PostgreSQLConnection?
                    while let work = queue.takeOne() {
                        if let copies, copies.renew(&copy),
                            work(copy, follower.newestCommit, follower.newestAnswered, false)
                        {
                            continue
                        }
                        for isLastTry in [false, true] {
                            connector.renewWaiting(&connection)
                            if work(connection, follower.newestCommit, 0, isLastTry) { break }
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
                let isTaken = queue.append { connection, followed, answered, isLastTry in
                    let result =
                        connection.map { Self.read($0, followed, answered, body) }
                        ?? .failure(.busy)
                    let mayTryAgain =
                        connection?.use == .reading || connection?.mayTryAgain != false
                    guard result.isSuccess || isLastTry || !mayTryAgain else { return false }
                    continuation.resume(returning: result)
                    return true
                }
                if !isTaken { continuation.resume(returning: .failure(SQLStorage.closed)) }
            }
            return try result.get()
        }

        /// Fails when a standby lacks what was answered already.
        private static func read<Value>(
            _ connection: PostgreSQLConnection, _ followed: UInt64, _ answered: UInt64,
            _ body: (Connection) throws(StorageError) -> Value
        ) -> Result<Value, StorageError> {
            do throws(StorageError) {
                return .success(
                    try connection.reading(following: followed) { () throws(StorageError) in
                        let value = try body(connection)
                        // What is in memory may have been enough for `body`, but not for an answer.
                        guard let snapshot = connection.snapshot, snapshot >= answered else {
                            throw .busy
                        }
                        return value
                    })
            } catch {
                return .failure(error)
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
            _ connection: PostgreSQLConnection, over connector: PostgreSQLConnector,
            _ follower: PostgreSQLFollower
        ) throws(StorageError) {
            let writing = try WorkerThread { [self] in run(connection, connector, follower) }
            thread.withLock { $0 = writing }
        }

        private func run(
            _ first: PostgreSQLConnection, _ connector: PostgreSQLConnector,
            _ follower: PostgreSQLFollower
        ) {
            var connection: PostgreSQLConnection? = first
            while let writes = queue.takeAll(within: 1_000) {
                guard !writes.isEmpty else { continue }
                let answered = commit(writes, on: &connection, over: connector, follower)
                follower.endWriting()
                guard answered > 0 else { continue }
                counts.withLock { counts in
                    counts.commits += 1
                    counts.writes += answered
                    counts.batches.count(answered)
                }
            }
        }

        /// What is undone by the server, or with a connection that was lost, is done so often anew.
        private static let mostTries = 3

        /// - Returns: how many have not failed.
        private func commit(
            _ writes: [Write], on connection: inout PostgreSQLConnection?,
            over connector: PostgreSQLConnector, _ follower: PostgreSQLFollower
        ) -> Int {
            for number in 1...Self.mostTries {
                let isLastTry = number == Self.mostTries
                connector.renewWaiting(&connection)
                guard let writing = connection else { break }
                do throws(StorageError) {
                    let outcomes = try writing.perform(
                        writes, beginningWith: writing.beginWriting
                    ) { () throws(StorageError) in
                        try writing.noteWriting()
                        follower.beginWriting()
                    }
                    if !outcomes.contains(where: \.isSuccess), writing.mayTryAgain, !isLastTry {
                        continue
                    }
                    follower.noteAnswered(UInt64(writing.countHere))
                    follow(on: &connection, over: connector, follower)
                    for (write, outcome) in zip(writes, outcomes) { write.answer(outcome) }
                    return outcomes.count { $0.isSuccess }
                } catch {
                    guard !writing.mayTryAgain || isLastTry else { continue }
                    for write in writes { write.fail(error) }
                    return 0
                }
            }
            for write in writes { write.fail(.busy) }
            return 0
        }

        /// What is shown behind an answer has what was written: where that cannot be read, nothing is
        /// shown that was made before.
        private func follow(
            on connection: inout PostgreSQLConnection?, over connector: PostgreSQLConnector,
            _ follower: PostgreSQLFollower
        ) {
            if let connection, connection.isAlive {
                try? connection.readChanges()
                let news = connection.wanted.takeNews()
                if follower.follow(over: connection, having: news) { return }
            }
            if connector.renew(&connection), let connection, follower.follow(over: connection) {
                return
            }
            follower.forgetPages()
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
#endif
