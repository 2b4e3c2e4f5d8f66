#if PostgreSQL
    import Market

    /// The threads that read, each over a connection of its own: libpq blocks them, not an event
    /// loop.
    final class PostgreSQLReaders: Sendable {
        private let queue = WorkQueue<Work>()
        private let threads: [WorkerThread]

        /// - Parameters:
        ///   - followed: the commit count that the in-memory data has followed.
        ///   - answered: the commit count that a standby must have reached.
        /// - Returns: whether the read was answered; if its connection was lost, or a standby
        ///   failed, it may be tried again.
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
                    let isRetryable =
                        connection?.use == .reading || connection?.isRetryable != false
                    if case .failure = result, !isLastTry, isRetryable { return false }
                    continuation.resume(returning: result)
                    return true
                }
                if !isTaken { continuation.resume(returning: .failure(SQLStorage.closed)) }
            }
            return try result.get()
        }

        /// Fails if a standby lacks commits that were answered already.
        private static func read<Value>(
            _ connection: PostgreSQLConnection, _ followed: UInt64, _ answered: UInt64,
            _ body: (Connection) throws(StorageError) -> Value
        ) -> Result<Value, StorageError> {
            do throws(StorageError) {
                return .success(
                    try connection.reading(following: followed) { () throws(StorageError) in
                        let value = try body(connection)
                        // The body may have been satisfied by what is in memory, but its answer
                        // needs this state.
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
#endif
