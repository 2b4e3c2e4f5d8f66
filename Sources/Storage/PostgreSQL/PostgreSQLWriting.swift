#if PostgreSQL
    import Market

    /// How it writes: one program at a time, each transaction counted.
    extension PostgreSQLConnection {
        static let selectCommitCount: SQL = "SELECT number FROM commit_count WHERE id = 1"
        static let channel: SQL = "jangteo_commit"

        /// Who follows looks twenty times a second, and is further behind than this only after it has
        /// lost the server: then it reads everything anew.
        private static let commitsKept: Int64 = 1_000
        static let changesKept: Int64 = 100_000

        /// Begins to write: waits until nobody else writes, counts the transaction that this is, and has
        /// others look when it is committed.
        var beginWriting: SQL {
            """
            BEGIN; NOTIFY \(Self.channel);
            UPDATE commit_count SET number = number + 1 WHERE id = 1;
            INSERT INTO writer (name, commits) VALUES ('\(SQL(stringLiteral: writer))', 1)
            ON CONFLICT (name) DO UPDATE SET commits = writer.commits + 1, seen = now()
            RETURNING commits, (SELECT number FROM commit_count WHERE id = 1)
            """
        }

        /// Does what every transaction that writes does beside its writes.
        func noteWriting() throws(StorageError) {
            ownCommits += 1
            // What was noted before has been read with the rest.
            if lastChange == 0 { lastChange = try one(NotedChange.selectNewest) }
            guard ownCommits % Self.commitsKept == 1 else { return }
            try run("DELETE FROM writer WHERE seen < now() - interval '30 days'")
            try run(
                "DELETE FROM change WHERE number < (SELECT max(number) FROM change) - ?",
                Self.changesKept)
        }

        /// Has the next commit's count be higher than this.
        func countOn(from count: Int64) throws(StorageError) {
            try run("UPDATE commit_count SET number = greatest(number, ?)", count)
        }

        /// A commit whose answer is lost may have been done: another connection tells.
        func commitOrFindOut() throws(StorageError) {
            do throws(StorageError) {
                try run("COMMIT")
            } catch {
                guard !isAlive, isWriting else { throw error }
                // Until that is known, to do it again might do it twice.
                libpq.failedByChance = false
                guard let other = try? PostgreSQLConnection(to: address),
                    let commits = try? other.commits(of: writer)
                else { throw .busy }
                guard commits != begun else { return }
                libpq.failedByChance = true
                throw error
            }
        }

        /// How many transactions a writer has committed, after the end of the one that it is in: the lock
        /// waits for that, and its own commit until a standby has all before it.
        private func commits(of writer: String) throws(StorageError) -> Int64 {
            try transaction("BEGIN") { () throws(StorageError) in
                _ = try exists("SELECT 1 FROM commit_count WHERE id = 1 FOR UPDATE")
                return try first("SELECT commits FROM writer WHERE name = ?", writer) ?? 0
            }
        }

        // MARK: - Of other kinds

        /// Runs `body` in a transaction for as long as it takes.
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

        /// Runs `body` in a transaction that need not survive a crash, so that it waits for no standby.
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
