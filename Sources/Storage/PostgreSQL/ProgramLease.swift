#if PostgreSQL
    import Market
    import Synchronization

    /// A process's row among those serving one database: what the process needs in the database
    /// stays as long as its row does.
    final class ProgramLease: Sendable {
        private static let pause: Duration = .seconds(5)

        private let name = String(UInt64.random(in: .min ... .max), radix: 16)
        private let removals: Int
        private let renewed = Mutex<ContinuousClock.Instant?>(nil)

        /// - Parameter format: the format that the process knows.
        init(knowing format: PostgreSQLFormat) { removals = format.removals.count }

        /// - Returns: whether it was time to renew.
        func renew(over connection: PostgreSQLConnection) throws(StorageError) -> Bool {
            let now = ContinuousClock.now
            let last = renewed.withLock { $0 }
            if let last, now < last + Self.pause { return false }
            renewed.withLock { $0 = now }
            try connection.fleetingTransaction { () throws(StorageError) in
                try enter(over: connection)
                try connection.run("DELETE FROM program WHERE ends < now() - interval '1 minute'")
            }
            return true
        }

        func enter(over connection: PostgreSQLConnection) throws(StorageError) {
            try connection.run(Self.note, name, removals)
        }

        func leave(over connection: PostgreSQLConnection) {
            // Otherwise the lease expires by itself.
            _ = try? connection.run("DELETE FROM program WHERE name = ?", name)
        }

        /// In seconds; three times the pause between renewals.
        static let length = 15
        static let count: SQL = "SELECT count(*) FROM program WHERE ends > now()"
        static let isTaken: SQL = "SELECT 1 FROM program WHERE ends > now()"
        static let knowsFewer: SQL = "SELECT 1 FROM program WHERE ends > now() AND removals < ?"

        private static let note: SQL = """
            INSERT INTO program (name, removals, ends)
            VALUES (?, ?, now() + interval '\(SQL(stringLiteral: "\(length)")) seconds')
            ON CONFLICT (name) DO UPDATE SET ends = excluded.ends
            """
    }
#endif
