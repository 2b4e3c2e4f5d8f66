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
                try connection.transaction(connection.beginWriting) { () throws(StorageError) in
                    try connection.noteWriting()
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

        /// - Returns: whether it is answered; a read whose connection was lost may be tried again.
        private typealias Work = @Sendable (PostgreSQLConnection?, _ isLastTry: Bool) -> Bool

        init(count: Int, address: String) throws(StorageError) {
            var threads: [WorkerThread] = []
            for _ in 0..<max(count, 1) {
                let thread = try WorkerThread { [queue] in
                    var connection: PostgreSQLConnection?
                    while let work = queue.takeOne() {
                        for isLastTry in [false, true] {
                            if connection?.isAlive != true {
                                connection = try? PostgreSQLConnection(to: address)
                            }
                            if work(connection, isLastTry) { break }
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
                let isTaken = queue.append { connection, isLastTry in
                    let result = connection.map { Self.read($0, body) } ?? .failure(.busy)
                    guard isLastTry || result.isSuccess || connection?.mayTryAgain == false else {
                        return false
                    }
                    continuation.resume(returning: result)
                    return true
                }
                if !isTaken { continuation.resume(returning: .failure(SQLStorage.closed)) }
            }
            return try result.get()
        }

        /// In one snapshot, whose count of commits the connection knows meanwhile.
        private static func read<Value>(
            _ connection: PostgreSQLConnection, _ body: (Connection) throws(StorageError) -> Value
        ) -> Result<Value, StorageError> {
            Result { () throws(StorageError) in
                defer { connection.snapshot = nil }
                return try connection.reading { count throws(StorageError) in
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
                let answered = follower.whileWriting {
                    commit(writes, on: &connection, to: address, follower)
                }
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
            _ writes: [Write], on connection: inout PostgreSQLConnection, to address: String,
            _ follower: PostgreSQLFollower
        ) -> Int {
            for number in 1...Self.mostTries {
                let isLastTry = number == Self.mostTries
                do throws(StorageError) {
                    if !connection.isAlive {
                        connection = try PostgreSQLConnection(to: address)
                    }
                } catch {
                    break
                }
                do throws(StorageError) {
                    let outcomes = try connection.perform(
                        writes, beginningWith: connection.beginWriting
                    ) { [connection] () throws(StorageError) in try connection.noteWriting() }
                    if !outcomes.contains(where: \.isSuccess), connection.mayTryAgain, !isLastTry {
                        continue
                    }
                    follow(on: &connection, to: address, follower)
                    for (write, outcome) in zip(writes, outcomes) { write.answer(outcome) }
                    return outcomes.count { $0.isSuccess }
                } catch {
                    guard !connection.mayTryAgain || isLastTry else { continue }
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
            on connection: inout PostgreSQLConnection, to address: String,
            _ follower: PostgreSQLFollower
        ) {
            if connection.isAlive {
                try? connection.readChanges()
                let news = connection.wanted.takeNews()
                if follower.follow(over: connection, having: news) { return }
            }
            if let other = try? PostgreSQLConnection(to: address) {
                connection = other
                if follower.follow(over: other) { return }
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
