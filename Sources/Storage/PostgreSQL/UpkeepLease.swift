#if PostgreSQL
    import Glibc
    import Market
    import Synchronization

    /// Which of the programs over one database looks after it: the one whose row says so, until it has
    /// not renewed that for twenty seconds.
    final class UpkeepLease: Sendable {
        /// Twice as long as it is renewed after, so that one renewal may fail.
        private static let pause: Duration = .seconds(10)
        static let length: Duration = .seconds(20)

        /// Told apart by a random number; the process's own is for people.
        private let holder = "\(getpid()) \(UInt64.random(in: .min ... .max))"
        private let state = Mutex(State())

        private struct State {
            /// When it was last tried to renew it.
            var tried: ContinuousClock.Instant?
            var end: ContinuousClock.Instant?
        }

        /// Ends no later than the row, since the row's time begins after this one's.
        var isHeld: Bool {
            state.withLock { $0.end.map { ContinuousClock.now < $0 } ?? false }
        }

        /// Takes or renews it when it is time to.
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

        /// Lets the next one have it at once.
        func leave(over connection: PostgreSQLConnection) {
            state.withLock { $0.end = nil }
            // Else it ends by itself.
            _ = try? connection.run("DELETE FROM upkeep WHERE holder = ?", holder)
        }

        private static let take: SQL = """
            INSERT INTO upkeep (id, holder, ends) VALUES (1, ?, now() + interval '20 seconds')
            ON CONFLICT (id) DO UPDATE SET holder = excluded.holder, ends = excluded.ends
            WHERE upkeep.holder = excluded.holder OR upkeep.ends < now()
            """
    }
#endif
