import Market
import Synchronization

/// The one thread that writes: it takes all writes that wait, commits them in one durable
/// transaction, and only then answers each.
final class Writer: Sendable {
    /// How often it is looked whether other processes have written, in milliseconds. The index is joined when
    /// nobody has written for so long.
    private static let lookInterval = 500

    /// Pages of the write-ahead log that call for a checkpoint: 4 MB.
    private static let longLog: Int32 = 1_000

    private let readers: ReaderPool
    private let memory: KeptInMemory
    private let feed: ChangeFeed
    private let queue: WriteQueue
    private let committed = Atomic<Int>(0)
    private let written = Atomic<Int>(0)
    private let batches = Mutex(BatchCounts())
    private let thread = Mutex<WorkerThread?>(nil)

    /// - Parameters:
    ///   - connection: the thread's own from here on.
    ///   - queue: what it takes writes from.
    ///   - readers: are told of each commit.
    ///   - memory: is kept at what is committed.
    ///   - feed: is posted to who has news of kept searches, and everything at most half a second
    ///     after another process has committed to the file.
    /// - Throws: `.failed` when no thread can be made.
    init(
        connection: SQLiteConnection, queue: WriteQueue, readers: ReaderPool,
        memory: KeptInMemory, feed: ChangeFeed
    ) throws(StorageError) {
        (self.queue, self.readers) = (queue, readers)
        (self.memory, self.feed) = (memory, feed)
        // Looked at before anybody reads, so that no change after it is missed.
        let version = connection.dataVersion
        let writing = try WorkerThread { [self] in run(connection, from: version) }
        thread.withLock { $0 = writing }
    }

    /// How many transactions were committed; fewer than writes when these came together.
    var commits: Int { committed.load(ordering: .relaxed) }

    var statistics: StorageStatistics {
        StorageStatistics(
            commits: commits, writes: written.load(ordering: .relaxed),
            batches: batches.withLock { $0 }, queueLength: queue.count)
    }

    /// Runs `body` on the thread, in a transaction with whatever else waits, and returns when it
    /// is durable. `body` may run again after an undone transaction.
    /// - Throws: what `body` throws, and then nothing of it remains; `.busy`, `.full`.
    func write<Value: Sendable>(
        _ body: @escaping @Sendable (Connection) throws(StorageError) -> Value
    ) async throws(StorageError) -> Value {
        try await queue.write(body)
    }

    /// Returns when all that waited is written and the file is closed. May be called again.
    func close() {
        queue.close()
        thread.withLock { thread in
            thread?.join()
            thread = nil
        }
    }

    private func run(_ connection: SQLiteConnection, from firstVersion: Int64?) {
        var version = firstVersion
        // Whether the index of searches is in as few pieces as it is kept in.
        var isIndexJoined = false
        var lastWrite = ContinuousClock.now
        readers.whileReadersWait { prepare(connection) }
        while let writes = queue.takeAll(within: Self.lookInterval) {
            readers.whileReadersWait {
                if writes.isEmpty {
                    // First: a process that closes the file waits for them, and keeps this one from
                    // writing meanwhile.
                    readers.endIdleSnapshots()
                    // Readers wake this thread more often than its interval.
                    if !isIndexJoined, .now - lastWrite >= .milliseconds(Self.lookInterval) {
                        isIndexJoined = joinSomeOfSearchIndex(on: connection)
                    }
                } else {
                    commit(writes, on: connection)
                    checkpoint(connection)
                    (isIndexJoined, lastWrite) = (false, .now)
                }
                let latest = connection.dataVersion
                // What fails is done again.
                if latest == version || followOthers(over: connection) { version = latest }
            }
        }
        // When it fails the next start takes longer.
        _ = try? connection.keepFacets()
        // When it fails the log stays beside the file, and nothing is lost: it waits little for readers
        // of other processes, which cannot write meanwhile.
        try? connection.execute("PRAGMA busy_timeout = 200")
        _ = try? connection.run("PRAGMA wal_checkpoint(TRUNCATE)")
    }

    /// Has what is in memory follow what another process has committed.
    /// - Returns: false when that could not be read.
    private func followOthers(over connection: SQLiteConnection) -> Bool {
        // First, so that who is told of it reads it.
        let isRead = (try? reload(from: connection)) != nil
        memory.forget(from: readers.nextCommitCount)
        readers.renew()
        feed.postEverything()
        return isRead
    }

    private func reload(from connection: SQLiteConnection) throws(StorageError) {
        try memory.directory.read(from: connection)
        try memory.announcements.read(from: connection)
        try memory.reloadItems(from: connection)
    }

    /// Reads what takes its time while others read already.
    private func prepare(_ connection: SQLiteConnection) {
        // Else the first post would wait for it; when it fails, that tries again.
        _ = try? connection.savedSearches.read(from: connection)
        connection.savedSearches.commit()
        if !connection.isInMemory {
            // When it fails, others' next commit has it read again.
            _ = try? memory.wantedItems.reload(from: connection)
            // What was read by now was not told of them.
            if !memory.wantedItems.isEmpty { readers.renew() }
        }
        // Of a file that was not closed. When it fails the next start takes longer.
        _ = try? connection.keepFacets()
        // When it fails, FTS5 joins them as it was told before, until the next start.
        try? connection.setLeastPiecesToJoin()
        // Megabytes of the cache are pages that nobody but the start reads.
        try? connection.execute("PRAGMA shrink_memory")
    }

    /// - Returns: whether nothing is left to join, or it cannot be, and searches take longer.
    private func joinSomeOfSearchIndex(on connection: SQLiteConnection) -> Bool {
        guard (try? connection.joinSomeOfSearchIndex()) == true else { return true }
        checkpoint(connection)
        return false
    }

    /// Moves what a long log has into the file, after those who wrote it are answered. The next
    /// write begins the log anew when no reader needs it any more, so these are asked to let it go.
    private func checkpoint(_ connection: SQLiteConnection) {
        guard connection.logPages >= Self.longLog else { return }
        // When it fails it is tried again after the next commit.
        _ = try? connection.run("PRAGMA wal_checkpoint(PASSIVE)")
        readers.endIdleSnapshots()
    }

    private func commit(_ writes: [Write], on connection: SQLiteConnection) {
        do throws(StorageError) {
            guard !connection.hasMoved else {
                throw .unusable("\(connection.path) was moved or replaced")
            }
            let changedBefore = connection.changedRows
            let failures = try connection.perform(writes, beginningWith: "BEGIN IMMEDIATE")
            // Durable from here on, and nobody has been told yet.
            let successes = failures.count { $0 == nil }
            if successes > 0 {
                written.add(successes, ordering: .relaxed)
                batches.withLock { $0.count(successes) }
                committed.add(1, ordering: .relaxed)
                // A commit that changed no row leaves what was read before exact.
                if connection.changedRows != changedBefore {
                    let news = connection.savedSearches.takeNews()
                    renewItems(from: connection)
                    renewAnnouncements(from: connection)
                    memory.unseenCounts.follow(news, from: readers.nextCommitCount)
                    memory.visitors?.follow(
                        connection.takeChangedAccounts(), from: readers.nextCommitCount)
                    readers.renew()
                    feed.post(news.accounts.map(Change.organiser))
                }
            }
            for (write, failure) in zip(writes, failures) { write.answer(failure) }
        } catch .full where writes.count > 1 {
            // One that does not fit takes the transaction with it; its neighbours may fit.
            for write in writes { commit([write], on: connection) }
        } catch {
            for write in writes { write.answer(error) }
        }
    }

    /// Reads anew what the connection has changed, committed or undone.
    private func renewItems(from connection: SQLiteConnection) {
        let positions = connection.takeChangedItems()
        memory.summaries.follow(
            positions, memory.directory.current, from: readers.nextCommitCount)
        guard !positions.isEmpty else { return }
        do throws(StorageError) {
            try connection.reading { () throws(StorageError) in
                try memory.renewItems(positions, from: connection)
            }
        } catch {
            // Tried again with the next commit.
            connection.noteChanged(positions)
        }
    }

    private func renewAnnouncements(from connection: SQLiteConnection) {
        // When it fails it is tried again with the next commit.
        guard connection.hasChangedAnnouncements,
            (try? memory.announcements.read(from: connection)) != nil
        else { return }
        connection.hasChangedAnnouncements = false
    }
}
