#if PostgreSQL
    import Market
    import Synchronization

    /// Keeps what is in memory at what is committed, by whichever process: its own writer has it
    /// follow before a write is answered, and a thread looks every twentieth of a second for what
    /// others have written.
    final class PostgreSQLFollower: Sendable {
        /// In milliseconds.
        private static let interval = 50

        let columns: KeptItemColumns
        let directory = KeptPlaces()
        let wantedItems = WantedItems()
        let unseenCounts = UnseenCounts()
        let summaries = KeptSummaries()
        private let feed: ChangeFeed
        private let count = Atomic<UInt64>(0)
        private let last: Mutex<Last>
        private let stop = WorkQueue<Never>()
        private let thread = Mutex<WorkerThread?>(nil)

        private struct Last {
            /// Up to here commits are followed.
            var commit: Int64
            /// The number of the last change.
            var change: Int64
        }

        init(
            of connection: PostgreSQLConnection, address: String, feed: ChangeFeed
        ) throws(StorageError) {
            self.feed = feed
            // Numbers first: what is committed meanwhile is followed again.
            let commit: Int64 = try connection.one(PostgreSQLConnection.selectCommitCount)
            let change: Int64 = try connection.one(NotedChange.selectNewest)
            last = Mutex(Last(commit: commit, change: change))
            columns = try KeptItemColumns(of: connection)
            wantedItems.reload(from: connection)
            directory.read(from: connection)
            count.store(UInt64(commit), ordering: .releasing)
            let looking = try WorkerThread { [weak self, stop] in
                var connection: PostgreSQLConnection?
                while stop.takeAll(within: Self.interval) != nil {
                    if connection?.isAlive != true {
                        connection = try? PostgreSQLConnection(to: address)
                    }
                    if let connection { self?.follow(over: connection) }
                }
            }
            thread.withLock { $0 = looking }
        }

        /// Every commit that is followed.
        var commitCount: UInt64 { count.load(ordering: .acquiring) }

        /// Reads what was committed since the last time, and has all that is in memory follow.
        /// - Parameter news: of the one commit that the connection has made since; nil where it made
        ///   none.
        func follow(over connection: PostgreSQLConnection, having news: News? = nil) {
            last.withLock { last in
                // When it fails, that is tried again with the next look.
                _ = try? connection.transaction(
                    "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
                ) { () throws(StorageError) in
                    try follow(from: &last, over: connection, having: news)
                }
            }
        }

        private func follow(
            from last: inout Last, over connection: PostgreSQLConnection, having news: News?
        ) throws(StorageError) {
            let commit: Int64 = try connection.one(PostgreSQLConnection.selectCommitCount)
            guard commit > last.commit else { return }
            let newest: Int64 = try connection.one(NotedChange.selectNewest)
            let changes: [NotedChange]
            if newest - last.change > PostgreSQLConnection.changesKept {
                changes = []
                columns.reload(from: connection)
                wantedItems.reload(from: connection)
                summaries.forget(from: UInt64(commit))
            } else {
                changes = try connection.all(NotedChange.select, last.change)
            }
            let positions = Set(changes.compactMap(\.position))
            try columns.renew(positions, from: connection)
            try wantedItems.renew(positions, from: connection)
            let ownNews = commit == last.commit + 1 ? news : nil
            if ownNews == nil { directory.read(from: connection) }
            summaries.follow(positions, directory.current, from: UInt64(commit))
            if let ownNews {
                unseenCounts.follow(ownNews, from: UInt64(commit))
            } else {
                unseenCounts.forget(from: UInt64(commit))
            }
            last = Last(commit: commit, change: newest)
            count.store(UInt64(commit), ordering: .releasing)
            if let ownNews {
                feed.post(ownNews.accounts.map(Change.organiser))
            } else {
                feed.postEverything()
            }
        }

        func close() {
            stop.close()
            thread.withLock { thread in
                thread?.join()
                thread = nil
            }
        }
    }

    /// A row of `change`, in which triggers note what others keep in memory.
    struct NotedChange: Record {
        let number: Int64
        let kind: Int64
        let key: Int64?
        let account: Int64?

        static let columns: SQL = "number, kind, key, account"
        static let selectNewest: SQL = "SELECT coalesce(max(number), 0) FROM change"
        static let select: SQL = "SELECT \(columns) FROM change WHERE number > ? ORDER BY number"

        init(_ row: inout Statement) throws(StorageError) {
            (number, kind) = (try row.next(), try row.next())
            (key, account) = (try row.next(), try row.next())
        }

        /// Of an item.
        var position: Item.Position? {
            kind == 1 ? key.map { Item.Position(rawValue: $0) } : nil
        }

        /// As SQLite's triggers note it at once.
        func note(in wanted: WantedSearches) {
            switch kind {
            case 2, 3:
                guard let key, let account else { return }
                wanted.noteChanged(
                    SavedSearch.ID(rawValue: key), of: Account.ID(rawValue: account),
                    isKept: kind == 2)
            case 4: wanted.noteLoss()
            case 5: wanted.noteNewsOfEverybody()
            default: break
            }
        }
    }
#endif
