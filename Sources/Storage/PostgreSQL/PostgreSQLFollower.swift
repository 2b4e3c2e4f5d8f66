#if PostgreSQL
    import Glibc
    import Market
    import Synchronization

    /// Updates the in-memory data with every commit, whichever process made it. This process's
    /// writer calls it before it answers a write; a thread looks for commits of others when
    /// notified and every 50 ms.
    final class PostgreSQLFollower: Sendable {
        /// In milliseconds.
        private static let interval: Int32 = 50

        let memory: MemoryCaches
        let lease = UpkeepLease()
        let tries = TryExchange()
        private let feed: ChangeFeed
        private let count = Atomic<UInt64>(0)
        /// The newest commit made by this process.
        private let answered = Atomic<UInt64>(0)
        private let waiting = Atomic<Int>(0)
        /// Added to the commit count when commits could not be read, which invalidates cached
        /// pages.
        private let forgotten = Atomic<UInt64>(0)
        /// When all commits had last been followed, by `MonotonicClock`.
        private let lastLook = Atomic<Int64>(0)
        /// After this time without a look, in nanoseconds, others may have written.
        private static let longestPause: Int64 = 100_000_000
        private let last: Mutex<Last>
        private let turn = Turn()
        /// The ends of a pipe: writing to `end` ends the thread, which polls `ended`.
        private let (ended, end): (Int32, Int32)
        private let thread = Mutex<WorkerThread?>(nil)

        private struct Last {
            /// The last commit that was followed.
            var commit: Int64
            /// The number of the last change that was read.
            var change: Int64
            /// Whether a standby that lacks followed commits has been promoted in the server's
            /// place.
            var wasAhead = false
            /// The server's timeline, which changes when a standby is promoted.
            var timeline: [UInt8] = []
        }

        init(
            of connection: PostgreSQLConnection, over connector: PostgreSQLConnector,
            for program: ProgramLease, knowing format: PostgreSQLFormat, _ directory: PlaceCache,
            feed: ChangeFeed
        ) throws(StorageError) {
            self.feed = feed
            var descriptors: [Int32] = [-1, -1]
            guard pipe(&descriptors) == 0 else {
                throw .failed("a pipe: \(String(cString: strerror(errno)))")
            }
            (ended, end) = (descriptors[0], descriptors[1])
            // The numbers are read first: what is committed meanwhile is then followed again.
            let commit: Int64 = try connection.one(PostgreSQLConnection.selectCommitCount)
            let change: Int64 = try connection.one(NotedChange.selectNewest)
            last = Mutex(Last(commit: commit, change: change))
            memory = MemoryCaches(
                columns: try ItemColumnCache(of: connection), directory: directory,
                photos: PhotoCache())
            try directory.read(from: connection)
            try memory.announcements.read(from: connection)
            try memory.wantedItems.reload(from: connection)
            count.store(UInt64(commit), ordering: .releasing)
            lastLook.store(MonotonicClock.now, ordering: .releasing)
            let looking = try WorkerThread { [weak self, ended, lease, tries] in
                var connection: PostgreSQLConnection?
                while !Self.isReadable(ended, within: connection == nil ? Self.interval : 0) {
                    let wasAlive = connection?.isAlive == true
                    guard connector.renew(&connection), let listening = connection else { continue }
                    if !wasAlive, !listening.libpq.isPooled {
                        try? listening.execute("LISTEN \(PostgreSQLConnection.channel)")
                    }
                    lease.renew(over: listening)
                    if (try? program.renew(over: listening)) == true, lease.isHeld {
                        try? PostgreSQLMigrations.remove(what: format, from: listening)
                    }
                    tries.exchange(over: listening)
                    guard self?.look(over: listening) != false else {
                        _ = Self.isReadable(ended, within: Self.interval)
                        continue
                    }
                    listening.libpq.waitForNotification(or: ended, atMost: Self.interval)
                }
                if connector.renew(&connection), let connection {
                    lease.leave(over: connection)
                    program.leave(over: connection)
                }
            }
            thread.withLock { $0 = looking }
        }

        private static func isReadable(_ descriptor: Int32, within milliseconds: Int32) -> Bool {
            var asked = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            return poll(&asked, 1, milliseconds) > 0
        }

        /// The number of followed commits. While it is unknown whether others have written, it is a
        /// new number each time, so that no cached page is shown.
        var commitCount: UInt64 {
            let last = lastLook.load(ordering: .acquiring)
            if MonotonicClock.now > last + Self.longestPause { forgetPages() }
            return count.load(ordering: .acquiring) + forgotten.load(ordering: .acquiring)
        }

        var newestCommit: UInt64 { count.load(ordering: .acquiring) }

        /// Includes this process's own commits that could not be followed.
        var newestAnswered: UInt64 {
            max(newestCommit, answered.load(ordering: .acquiring))
        }

        func noteAnswered(_ commit: UInt64) {
            answered.max(commit, ordering: .acquiringAndReleasing)
        }

        /// Limits, since any client may name a commit: how many may wait at once, and how far ahead
        /// the commit may be.
        private static let (mostWaiting, nearest): (Int, UInt64) = (256, 10_000)

        /// Returns when the commit has been followed, or after a second.
        func wait(for commit: UInt64) async {
            guard commit > newestCommit, commit - newestCommit <= Self.nearest else { return }
            defer { waiting.subtract(1, ordering: .relaxed) }
            guard waiting.add(1, ordering: .relaxed).newValue <= Self.mostWaiting else { return }
            let deadline = ContinuousClock.now + .seconds(1)
            while newestCommit < commit, ContinuousClock.now < deadline {
                guard (try? await Task.sleep(for: .milliseconds(3))) != nil else { return }
            }
        }

        /// Invalidates every cached page.
        func forgetPages() { forgotten.add(1, ordering: .acquiringAndReleasing) }

        /// From the moment it has the lock for writing, the writer follows commits by itself: it
        /// knows for whom something has changed, whereas the looking thread would have to notify
        /// everybody.
        func beginWriting() { turn.begin(byWriter: true) }

        func endWriting() { turn.endOfWriter() }

        private func look(over connection: PostgreSQLConnection) -> Bool {
            turn.begin(byWriter: false)
            defer { turn.end() }
            return follow(over: connection)
        }

        /// Reads what was committed since the last time, and updates everything in memory.
        /// - Parameter news: the news of the one commit that the connection has made since; nil if
        ///   it made none.
        /// - Returns: false if the commits could not be read; the next look tries again.
        @discardableResult
        func follow(over connection: PostgreSQLConnection, having news: News? = nil) -> Bool {
            last.withLock { last in
                let start = MonotonicClock.now
                let outcome: Void? = try? connection.reading { () throws(StorageError) in
                    guard let commit = connection.snapshot else { throw .busy }
                    try follow(from: &last, to: Int64(commit), over: connection, having: news)
                }
                guard outcome != nil else {
                    // So that no state reuses the commit count of another one.
                    if last.wasAhead { try? connection.countOn(from: last.commit + 1) }
                    return false
                }
                lastLook.store(start, ordering: .releasing)
                return true
            }
        }

        private func follow(
            from last: inout Last, to commit: Int64, over connection: PostgreSQLConnection,
            having news: News?
        ) throws(StorageError) {
            let isOther = !last.timeline.isEmpty && connection.timeline != last.timeline
            last.timeline = connection.timeline
            last.wasAhead = last.wasAhead || isOther || commit < last.commit
            guard commit >= last.commit, commit > last.commit || !last.wasAhead else { throw .busy }
            guard commit > last.commit else { return }
            let newest: Int64 = try connection.one(NotedChange.selectNewest)
            let changes: [NotedChange]
            if last.wasAhead || newest - last.change > PostgreSQLConnection.changesKept {
                changes = []
                try memory.reloadItems(from: connection)
                memory.summaries.forget(from: UInt64(commit))
                memory.photos?.forgetAll()
                try memory.announcements.read(from: connection)
            } else {
                changes = try connection.all(NotedChange.select, last.change)
            }
            if changes.contains(where: \.isOfAnnouncements) {
                try memory.announcements.read(from: connection)
            }
            let ownNews = commit == last.commit + 1 ? news : nil
            if ownNews?.isEmpty != true { memory.unseenCounts.keepNothing(before: UInt64(commit)) }
            let positions = Set(changes.compactMap(\.position))
            // A hidden item has a negative position.
            if changes.contains(where: \.isLossOfPhotos)
                || positions.contains(where: { $0.rawValue < 0 })
            {
                memory.photos?.forgetAll()
            }
            try memory.renewItems(positions, from: connection)
            if ownNews == nil { try memory.directory.read(from: connection) }
            memory.summaries.follow(positions, memory.directory.current, from: UInt64(commit))
            if let ownNews {
                memory.unseenCounts.follow(ownNews, from: UInt64(commit))
            } else {
                memory.unseenCounts.forget(from: UInt64(commit))
            }
            last = Last(commit: commit, change: newest, timeline: last.timeline)
            count.store(UInt64(commit), ordering: .releasing)
            if let ownNews {
                feed.post(ownNews.accounts.map(Change.organiser))
            } else {
                feed.postEverything()
            }
        }

        func close() {
            thread.withLock { thread in
                guard let ending = thread else { return }
                write(end, "!", 1)
                ending.join()
                thread = nil
            }
        }

        deinit {
            Glibc.close(ended)
            Glibc.close(end)
        }
    }

    /// A lock that decides who follows commits: the looking thread, or the writer.
    ///
    /// `@unchecked Sendable`: `isWriters` is accessed by the writer's thread only.
    private final class Turn: @unchecked Sendable {
        private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
        private var isWriters = false

        init() { pthread_mutex_init(lock, nil) }

        deinit {
            pthread_mutex_destroy(lock)
            lock.deallocate()
        }

        /// The writer may call this again before it ends.
        func begin(byWriter isWriter: Bool) {
            guard !isWriter || !isWriters else { return }
            pthread_mutex_lock(lock)
            if isWriter { isWriters = true }
        }

        func end() { pthread_mutex_unlock(lock) }

        /// Does nothing if the writer has not begun.
        func endOfWriter() {
            guard isWriters else { return }
            isWriters = false
            end()
        }
    }
#endif
