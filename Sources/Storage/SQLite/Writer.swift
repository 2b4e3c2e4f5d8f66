import Market
import Synchronization

/// The one thread that writes: it takes all waiting writes, commits them in one durable
/// transaction, and only then answers each.
final class Writer: Sendable {
    /// How often to look for commits of other processes, in milliseconds. The search index is
    /// merged when nothing has been written for that long.
    private static let lookInterval = 500

    /// The number of pages in the write-ahead log at which a checkpoint is made: 4 MB.
    private static let longLog: Int32 = 1_000

    private let readers: ReaderPool
    private let memory: MemoryCaches
    private let feed: ChangeFeed
    private let queue: WriteQueue
    private let committed = Atomic<Int>(0)
    private let written = Atomic<Int>(0)
    private let batches = Mutex(BatchCounts())
    private let thread = Mutex<WorkerThread?>(nil)

    /// - Parameters:
    ///   - connection: belongs to the thread from here on.
    ///   - queue: the queue that writes are taken from.
    ///   - readers: are told of each commit.
    ///   - memory: is updated with each commit.
    ///   - feed: receives the accounts with news of saved searches, and a change of everything at
    ///     most half a second after another process has committed to the file.
    /// - Throws: `.failed` if no thread can be created.
    init(
        connection: SQLiteConnection, queue: WriteQueue, readers: ReaderPool,
        memory: MemoryCaches, feed: ChangeFeed
    ) throws(StorageError) {
        (self.queue, self.readers) = (queue, readers)
        (self.memory, self.feed) = (memory, feed)
        // Read before anybody else reads, so that no later change is missed.
        let version = connection.dataVersion
        let writing = try WorkerThread { [self] in run(connection, from: version) }
        thread.withLock { $0 = writing }
    }

    /// The number of committed transactions; less than the number of writes if some were committed
    /// together.
    var commits: Int { committed.load(ordering: .relaxed) }

    var statistics: StorageStatistics {
        StorageStatistics(
            commits: commits, writes: written.load(ordering: .relaxed),
            batches: batches.withLock { $0 }, queueLength: queue.count)
    }

    /// Runs `body` on the thread, in one transaction with the other waiting writes, and returns
    /// when it is durable. `body` may run again after a rollback.
    /// - Throws: what `body` throws, and then nothing of it remains; `.busy`, `.full`.
    func write<Value: Sendable>(
        _ body: @escaping @Sendable (Connection) throws(StorageError) -> Value
    ) async throws(StorageError) -> Value {
        try await queue.write(body)
    }

    /// Returns when all waiting writes are done and the file is closed. May be called again.
    func close() {
        queue.close()
        thread.withLock { thread in
            thread?.join()
            thread = nil
        }
    }

    private func run(_ connection: SQLiteConnection, from firstVersion: Int64?) {
        var version = firstVersion
        // Whether the search index needs no more merging for now.
        var isIndexJoined = false
        var lastWrite = ContinuousClock.now
        readers.whileReadersWait { prepare(connection) }
        while let writes = queue.takeAll(within: Self.lookInterval) {
            readers.whileReadersWait {
                if writes.isEmpty {
                    // First, because a process that closes the file waits for the snapshots to end,
                    // and keeps this one from writing meanwhile.
                    readers.endIdleSnapshots()
                    // Readers wake this thread more often than every `lookInterval`.
                    if !isIndexJoined, .now - lastWrite >= .milliseconds(Self.lookInterval) {
                        isIndexJoined = joinSomeOfSearchIndex(on: connection)
                    }
                } else {
                    commit(writes, on: connection)
                    checkpoint(connection)
                    (isIndexJoined, lastWrite) = (false, .now)
                }
                let latest = connection.dataVersion
                // On failure, the version stays, so that this is tried again.
                if latest == version || followOthers(over: connection) { version = latest }
            }
        }
        // If this fails, the next start takes longer.
        _ = try? connection.keepFacets()
        // If this fails, the log stays beside the file, and nothing is lost. The timeout is short
        // because readers of other processes cannot write while this waits for them.
        try? connection.execute("PRAGMA busy_timeout = 200")
        _ = try? connection.run("PRAGMA wal_checkpoint(TRUNCATE)")
    }

    /// Updates the in-memory data after another process has committed.
    /// - Returns: false if the data could not be read.
    private func followOthers(over connection: SQLiteConnection) -> Bool {
        // First, so that whoever is notified reads the new data.
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

    /// Reads what takes a while, when other threads can already read.
    private func prepare(_ connection: SQLiteConnection) {
        // Otherwise the first post would wait for it; if it fails here, the first post tries again.
        _ = try? connection.savedSearches.read(from: connection)
        connection.savedSearches.commit()
        if !connection.isInMemory {
            // If this fails, the next commit of another process causes another attempt.
            _ = try? memory.wantedItems.reload(from: connection)
            // Whatever was read so far did not include the wanted items.
            if !memory.wantedItems.isEmpty { readers.renew() }
        }
        // Missing after an unclean shutdown. If this fails, the next start takes longer.
        _ = try? connection.keepFacets()
        // If this fails, FTS5 uses its former settings until the next start.
        try? connection.setLeastPiecesToJoin()
        // Megabytes of the page cache are pages that only the start has read.
        try? connection.execute("PRAGMA shrink_memory")
    }

    /// - Returns: true if nothing is left to merge, or merging failed and searches stay slower.
    private func joinSomeOfSearchIndex(on connection: SQLiteConnection) -> Bool {
        guard (try? connection.joinSomeOfSearchIndex()) == true else { return true }
        checkpoint(connection)
        return false
    }

    /// Moves a long log into the file, after the writes have been answered. The next write restarts
    /// the log if no reader needs it any more, so idle readers are asked to end their snapshots.
    private func checkpoint(_ connection: SQLiteConnection) {
        guard connection.logPages >= Self.longLog else { return }
        // If this fails, it is tried again after the next commit.
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
            // Durable from here on; nobody has been notified yet.
            let successes = failures.count { $0 == nil }
            if successes > 0 {
                written.add(successes, ordering: .relaxed)
                batches.withLock { $0.count(successes) }
                committed.add(1, ordering: .relaxed)
                // If a commit changed no row, everything read before is still correct.
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
            // A write that does not fit on the disk fails the whole transaction; the others may
            // fit.
            for write in writes { commit([write], on: connection) }
        } catch {
            for write in writes { write.answer(error) }
        }
    }

    /// Rereads the items that the connection has changed, whether committed or rolled back.
    private func renewItems(from connection: SQLiteConnection) {
        let positions = connection.takeChangedItems()
        memory.summaries.follow(positions, memory.directory.current, from: readers.nextCommitCount)
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
        // If this fails, it is tried again with the next commit.
        guard connection.hasChangedAnnouncements,
            (try? memory.announcements.read(from: connection)) != nil
        else { return }
        connection.hasChangedAnnouncements = false
    }
}
