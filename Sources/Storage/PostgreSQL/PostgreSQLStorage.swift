#if PostgreSQL
    import Market

    /// The market in a PostgreSQL database, which several processes may share. Reads run on a pool
    /// of threads; writes are committed in groups by one thread of each process, one process at a
    /// time.
    ///
    /// The row of `commit_count` identifies the state that is read: each write transaction first
    /// locks it and increments it, so that rules which read before they write hold as they do with
    /// one process.
    public final class PostgreSQLStorage: SQLStorage, @unchecked Sendable {
        private let readers: PostgreSQLReaders
        private let writer: PostgreSQLWriter
        private let follower: PostgreSQLFollower
        /// Why nothing can be read from the standby yet, in the server's words; nil if it works.
        public let standbyFault: String?
        private let key: [UInt8]

        /// Connects to a database, and creates what is missing in an empty one.
        /// - Parameters:
        ///   - address: in libpq's syntax: `postgresql://user@host/name?…`.
        ///   - standby: the address of a replica, which is read from as far as it has caught up;
        ///     nil for none.
        ///   - readers: the number of threads that read, each over a connection of its own.
        ///   - vendors: the vendors' numbers and names from now on, in place of all former ones;
        ///     nil keeps those.
        ///   - feed: the feed that changes are posted to.
        /// - Throws: `.unusable` if the database cannot be reached, is not ours, belongs to a newer
        ///   version, or is read-only; `.busy`.
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
            let (connection, places) = (try PostgreSQLConnection(to: address), PlaceCache())
            connection.knownPlaces = places
            let program = ProgramLease(knowing: format)
            try PostgreSQLMigrations.bringUpToDate(connection, to: format, for: program)
            if let vendors {
                try connection.transaction(connection.beginWriting) { () throws(StorageError) in
                    try connection.noteWriting()
                    try connection.assign(vendors)
                }
            }
            key = try connection.one("SELECT key FROM shared_key")
            let connector = PostgreSQLConnector(to: address, knowing: places)
            let copies = try standby.map { address throws(StorageError) in
                PostgreSQLConnector(
                    to: address, aCopyOf: try connection.identity(), knowing: places)
            }
            standbyFault = try copies?.check(beside: connection)
            follower = try PostgreSQLFollower(
                of: connection, over: connector, for: program, knowing: format, places,
                feed: feed)
            writer = try PostgreSQLWriter(connection, over: connector, follower)
            readers = try PostgreSQLReaders(count: count, over: connector, copies: copies, follower)
            super.init(feed: feed, memory: follower.memory)
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
#endif
