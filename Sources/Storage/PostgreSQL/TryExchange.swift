#if PostgreSQL
    import Market
    import Synchronization

    /// Exchanges rate-limit counts with the other processes over the database: twice a second, for
    /// everything tried since, so that no request waits for it or writes.
    final class TryExchange: Sendable {
        private static let pause: Duration = .milliseconds(500)
        private static let renewal: Duration = .seconds(5)
        /// The most counts sent at once; the rest is sent the next time.
        private static let most = 1_000
        /// In milliseconds: rows are read again for this long, because a transaction may commit
        /// after one with a later timestamp.
        private static let overlap: Int64 = 5_000

        private let state = Mutex(State())

        private struct State {
            var limits: [String: TryLimiter] = [:]
            var exchanged: ContinuousClock.Instant?
            var renewed: ContinuousClock.Instant?
            /// The server's time up to which all rows have been read, in milliseconds.
            var heard: Int64 = 0
        }

        func share(_ limits: [String: TryLimiter]) {
            state.withLock { state in
                state.limits = limits
                (state.exchanged, state.renewed, state.heard) = (nil, nil, 0)
            }
        }

        /// Sends and reads counts if it is time to; what fails is sent again the next time.
        func exchange(over connection: PostgreSQLConnection) {
            let now = ContinuousClock.now
            state.withLock { state in
                if let exchanged = state.exchanged, now < exchanged + Self.pause { return }
                guard !state.limits.isEmpty else { return }
                state.exchanged = now
                try? renew(&state, at: now, over: connection)
                for (name, limit) in state.limits { tell(name, limit, over: connection) }
                try? hear(&state, over: connection)
            }
        }

        /// Rereads the number of processes, and deletes expired counts.
        private func renew(
            _ state: inout State, at now: ContinuousClock.Instant,
            over connection: PostgreSQLConnection
        ) throws(StorageError) {
            if let renewed = state.renewed, now < renewed + Self.renewal { return }
            try connection.run(Self.deleteEnded)
            let programs: Int = try connection.one(ProgramLease.count)
            for limit in state.limits.values { limit.share(among: max(1, programs)) }
            state.renewed = now
        }

        private func tell(
            _ name: String, _ limit: TryLimiter, over connection: PostgreSQLConnection
        ) {
            let counts = limit.takeUnsent(Self.most)
            guard !counts.isEmpty else { return }
            let lines = counts.map { $0.line(of: name, lasting: limit.windowSeconds) }
            let text = lines.joined(separator: "\n")
            if (try? connection.run(Self.noteTries, text)) == nil { limit.putBack(counts) }
        }

        private func hear(
            _ state: inout State, over connection: PostgreSQLConnection
        ) throws(StorageError) {
            let rows: [SharedCount] = try connection.all(
                SharedCount.select, state.heard - Self.overlap)
            for (kind, rows) in Dictionary(grouping: rows, by: \.kind) {
                state.limits[kind]?.hear(rows.map(\.count))
            }
            state.heard = max(state.heard, rows.last?.changed ?? 0)
        }

        /// Also deletes rows with start times in the future, from a process whose clock is wrong.
        private static let deleteEnded: SQL = """
            DELETE FROM try_count
            WHERE extract(epoch FROM now()) NOT BETWEEN 2 * start - ends AND ends
            """

        /// Rows are locked in a fixed order, since other processes do the same at the same time.
        /// Counts for a window that has ended already are dropped; a window that begins after the
        /// stored one has ended replaces it.
        private static let noteTries: SQL = """
            INSERT INTO try_count (kind, key, start, ends, tries, forgets)
            SELECT part[1], part[2], part[3]::bigint, part[4]::bigint, part[5]::bigint,
                part[6]::boolean
            FROM (SELECT string_to_array(line, E'\\t') AS part
                FROM unnest(string_to_array(?, E'\\n')) AS line) AS told
            ORDER BY part[1], part[2]
            ON CONFLICT (kind, key) DO UPDATE SET
                (start, ends, tries, forgets, changed) = (
                    SELECT row.start, row.ends, greatest(0, row.tries), excluded.forgets, now()
                    FROM (VALUES (
                        CASE WHEN excluded.start >= try_count.ends THEN excluded.start
                            ELSE try_count.start END,
                        CASE WHEN excluded.start >= try_count.ends THEN excluded.ends
                            ELSE try_count.ends END,
                        CASE WHEN excluded.start >= try_count.ends THEN excluded.tries
                            WHEN excluded.ends <= try_count.start THEN try_count.tries
                            WHEN excluded.forgets THEN excluded.tries
                            ELSE try_count.tries + excluded.tries END
                    )) AS row (start, ends, tries))
            """
    }

    /// A row of `try_count`.
    private struct SharedCount: Record {
        let kind: String
        let count: TryLimiter.Count
        /// In milliseconds of the server's time.
        let changed: Int64

        static let columns: SQL =
            "kind, key, start, tries, (extract(epoch FROM changed) * 1000)::bigint"
        static let select: SQL = """
            SELECT \(columns) FROM try_count
            WHERE changed > to_timestamp(? / 1000.0) ORDER BY changed
            """

        init(_ row: inout Statement) throws(StorageError) {
            kind = try row.next()
            let key: String = try row.next()
            let (start, tries): (Int64, Int64) = (try row.next(), try row.next())
            count = TryLimiter.Count(
                key: TryLimiter.Key(shared: key), start: Timestamp(seconds: start),
                tries: Int(clamping: tries))
            changed = try row.next()
        }
    }

    extension TryLimiter.Count {
        /// In the format that `string_to_array` splits, without its separators.
        fileprivate func line(of kind: String, lasting seconds: Int64) -> String {
            "\(kind)\t\(key.shared)\t\(start.seconds)\t\(start.seconds + seconds)\t\(tries)\t\(isForgotten)"
        }
    }

    extension TryLimiter.Key {
        fileprivate var shared: String {
            "\(subject) " + address.filter { $0 != "\t" && !$0.isNewline }
        }

        fileprivate init(shared: String) {
            let parts = shared.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
            self.init(
                subject: parts.first.flatMap { Int64($0) } ?? 0,
                address: parts.count > 1 ? String(parts[1]) : "")
        }
    }
#endif
