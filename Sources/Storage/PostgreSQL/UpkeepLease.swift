#if PostgreSQL
    import Glibc
    import Market
    import Synchronization

    /// Decides which of the processes over one database does the upkeep: the one named in the row,
    /// unless it has not renewed its lease for twenty seconds.
    final class UpkeepLease: Sendable {
        /// Half the length of the lease, so that one renewal may fail.
        private static let pause: Duration = .seconds(10)
        static let length: Duration = .seconds(20)

        /// Identified by the random number; the process id is for people to read.
        private let holder = "\(getpid()) \(UInt64.random(in: .min ... .max))"
        private let state = Mutex(State())

        private struct State {
            /// When a renewal was last attempted.
            var tried: ContinuousClock.Instant?
            var end: ContinuousClock.Instant?
        }

        /// Expires no later than the row, whose time starts later.
        var isHeld: Bool {
            state.withLock { $0.end.map { ContinuousClock.now < $0 } ?? false }
        }

        /// Takes or renews the lease if it is time to.
        func renew(over connection: PostgreSQLConnection) {
            let now = ContinuousClock.now
            let isDue = state.withLock { state in
                if let tried = state.tried, now < tried + Self.pause { return false }
                state.tried = now
                return true
            }
            guard isDue else { return }
            let rows = try? connection.fleetingTransaction { () throws(StorageError) in
                try connection.run(Self.take, holder)
            }
            guard let rows else { return }
            state.withLock { $0.end = rows > 0 ? now + Self.length : nil }
        }

        /// Lets another process take over at once.
        func leave(over connection: PostgreSQLConnection) {
            state.withLock { $0.end = nil }
            // Otherwise the lease expires by itself.
            _ = try? connection.run("DELETE FROM upkeep WHERE holder = ?", holder)
        }

        private static let take: SQL = """
            INSERT INTO upkeep (id, holder, ends) VALUES (1, ?, now() + interval '20 seconds')
            ON CONFLICT (id) DO UPDATE SET holder = excluded.holder, ends = excluded.ends
            WHERE upkeep.holder = excluded.holder OR upkeep.ends < now()
            """
    }
#endif
