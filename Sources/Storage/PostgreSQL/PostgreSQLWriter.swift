#if PostgreSQL
    import Market
    import Synchronization

    /// This process's one thread that writes: it takes all waiting writes, commits them in one
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

        /// How often a transaction is tried that the server rolled back, or whose connection was
        /// lost.
        private static let mostTries = 3

        /// - Returns: the number of writes that succeeded.
        private func commit(
            _ writes: [Write], on connection: inout PostgreSQLConnection?,
            over connector: PostgreSQLConnector, _ follower: PostgreSQLFollower
        ) -> Int {
            for number in 1...Self.mostTries {
                let isLastTry = number == Self.mostTries
                connector.renewWaiting(&connection)
                guard let writing = connection else { break }
                do throws(StorageError) {
                    let failures = try writing.perform(
                        writes, beginningWith: writing.beginWriting
                    ) { () throws(StorageError) in
                        try writing.noteWriting()
                        follower.beginWriting()
                    }
                    if !failures.contains(nil), writing.isRetryable, !isLastTry { continue }
                    follower.noteAnswered(UInt64(writing.countHere))
                    follow(on: &connection, over: connector, follower)
                    for (write, failure) in zip(writes, failures) { write.answer(failure) }
                    return failures.count { $0 == nil }
                } catch {
                    guard !writing.isRetryable || isLastTry else { continue }
                    for write in writes { write.answer(error) }
                    return 0
                }
            }
            for write in writes { write.answer(.busy) }
            return 0
        }

        /// Follows the commit before its writes are answered, so that later pages include it. If it
        /// cannot be read, all cached pages are invalidated.
        private func follow(
            on connection: inout PostgreSQLConnection?, over connector: PostgreSQLConnector,
            _ follower: PostgreSQLFollower
        ) {
            if let connection, connection.isAlive {
                try? connection.readChanges()
                let news = connection.savedSearches.takeNews()
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
