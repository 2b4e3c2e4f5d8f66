#if PostgreSQL
    import Market

    /// Writing: one process at a time, with every transaction counted.
    extension PostgreSQLConnection {
        static let selectCommitCount: SQL = "SELECT number FROM commit_count WHERE id = 1"
        static let channel: SQL = "jangteo_commit"

        /// Followers look twenty times a second. One that is further behind than this has lost the
        /// server for a while, and reads everything anew.
        private static let cleanupInterval: Int64 = 1_000
        static let changesKept: Int64 = 100_000

        /// Begins a write transaction: waits until no other process writes, counts the transaction,
        /// and notifies the others when it is committed.
        var beginWriting: SQL {
            """
            BEGIN; NOTIFY \(Self.channel);
            UPDATE commit_count SET number = number + 1 WHERE id = 1;
            INSERT INTO writer (name, commits) VALUES ('\(SQL(stringLiteral: writer))', 1)
            ON CONFLICT (name) DO UPDATE SET commits = writer.commits + 1, seen = now()
            RETURNING commits, (SELECT number FROM commit_count WHERE id = 1)
            """
        }

        /// Does the bookkeeping of every write transaction.
        func noteWriting() throws(StorageError) {
            ownCommits += 1
            // Earlier changes are part of what was read at the start.
            if lastChange == 0 { lastChange = try one(NotedChange.selectNewest) }
            guard ownCommits % Self.cleanupInterval == 1 else { return }
            try run("DELETE FROM writer WHERE seen < now() - interval '30 days'")
            try run(
                "DELETE FROM change WHERE number < (SELECT max(number) FROM change) - ?",
                Self.changesKept)
        }

        /// Makes sure that the next commit count is higher than this.
        func countOn(from count: Int64) throws(StorageError) {
            try run("UPDATE commit_count SET number = greatest(number, ?)", count)
        }

        /// A commit whose answer was lost may have been done: another connection finds out.
        func commitOrFindOut() throws(StorageError) {
            do throws(StorageError) {
                try run("COMMIT")
            } catch {
                guard !isAlive, isWriting else { throw error }
                // Until that is known, a retry might write everything twice.
                libpq.isRetryable = false
                guard let other = try? PostgreSQLConnection(to: address),
                    let commits = try? other.commits(of: writer)
                else { throw .busy }
                guard commits != begun else { return }
                libpq.isRetryable = true
                throw error
            }
        }

        /// The number of transactions that a writer has committed, once its current one has ended:
        /// the row lock waits for that, and this transaction's own commit until a synchronous
        /// standby has everything before it.
        private func commits(of writer: String) throws(StorageError) -> Int64 {
            try transaction("BEGIN") { () throws(StorageError) in
                _ = try exists("SELECT 1 FROM commit_count WHERE id = 1 FOR UPDATE")
                return try first("SELECT commits FROM writer WHERE name = ?", writer) ?? 0
            }
        }

        // MARK: - Other transactions

        /// Runs `body` in a transaction without time limits.
        func transactionWithoutLimits(
            _ begin: SQL, _ body: () throws(StorageError) -> Void
        ) throws(StorageError) {
            let usual = libpq.longestSilence
            defer { libpq.longestSilence = usual }
            libpq.longestSilence = nil
            try transaction(begin) { () throws(StorageError) in
                try execute(
                    """
                    SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0;
                    SET LOCAL idle_in_transaction_session_timeout = 0
                    """)
                try body()
            }
        }

        /// Runs `body` in a transaction that need not survive a crash, and so waits for no standby.
        func fleetingTransaction<Value>(
            _ body: () throws(StorageError) -> Value
        ) throws(StorageError) -> Value {
            try transaction("BEGIN") { () throws(StorageError) in
                try execute("SET LOCAL synchronous_commit = off")
                return try body()
            }
        }
    }
#endif
