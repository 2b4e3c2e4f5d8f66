import Market
import Synchronization

/// Read-only connections, each lent to one thread at a time: as many as there are threads that read
/// at once.
///
/// A connection keeps its snapshot from one read to the next until something is committed:
/// beginning and ending one take two system calls each, under a lock that all connections share. A
/// database in memory has one connection only, the writer's, which is lent to one thread at a time.
final class ReaderPool: Sendable {
    /// Short, because event loops call: in WAL mode a read waits only while another process
    /// recovers or closes the file.
    private static let busyTimeout: Int32 = 100

    private struct State {
        var idle: [SQLiteConnection] = []
        var isClosed = false
    }

    private let path: String
    private let isInMemory: Bool
    private let foreignCommits: ForeignCommits
    private let writes: WriteQueue
    private let places: PlaceCache
    private let count = Atomic<UInt64>(0)
    private let state = Mutex(State())
    /// The writer's connection, if the database is in memory.
    private let memory = Mutex<SQLiteConnection?>(nil)

    /// - Parameters:
    ///   - writing: the connection used for writing.
    ///   - writes: is woken when another process may have committed.
    init(beside writing: SQLiteConnection, waking writes: WriteQueue, knowing places: PlaceCache) {
        (self.writes, self.places) = (writes, places)
        path = writing.path
        isInMemory = writing.isInMemory
        foreignCommits = ForeignCommits(path: path)
        if isInMemory { memory.withLock { $0 = writing } }
    }

    /// The number of commits: our own count at once, those of other processes within 50 ms.
    var commitCount: UInt64 {
        // The writer can tell whether another process has committed, unless it is busy.
        if !isInMemory, foreignCommits.mayBeNew(), !writes.wake() { renew() }
        return count.load(ordering: .acquiring)
    }

    /// Runs `body` on the calling thread over a connection lent to it, in one snapshot that
    /// includes every commit counted so far.
    /// - Throws: what `body` throws; `.unusable` when closed.
    func read<Value>(
        _ body: (Connection) throws(StorageError) -> Value
    ) throws(StorageError) -> Value {
        if isInMemory { return try readMemory(body) }
        let commitCount = commitCount
        let connection = try take()
        do throws(StorageError) {
            try connection.beginSnapshot(at: commitCount)
            let value = try body(connection)
            giveBack(connection)
            return value
        } catch {
            connection.endSnapshot()
            giveBack(connection)
            throw error
        }
    }

    private func readMemory<Value>(
        _ body: (Connection) throws(StorageError) -> Value
    ) throws(StorageError) -> Value {
        try memory.withLock { connection throws(StorageError) in
            guard let connection else { throw SQLStorage.closed }
            return try body(connection)
        }
    }

    /// Runs `body`, which uses the writer's connection: with a database in memory, nobody reads
    /// meanwhile.
    func whileReadersWait(_ body: () -> Void) {
        guard isInMemory else { return body() }
        memory.withLock { _ in body() }
    }

    /// What is read at this commit count or a later one includes everything committed by now.
    var nextCommitCount: UInt64 { count.load(ordering: .acquiring) + 1 }

    /// Counts a commit: reads that begin later include it.
    func renew() {
        count.add(1, ordering: .acquiringAndReleasing)
        endIdleSnapshots()
    }

    /// Ends the snapshots of idle connections, since a checkpoint moves no more of the log than the
    /// oldest snapshot allows.
    ///
    /// They are taken one at a time, so that threads reading meanwhile find the others and open no
    /// new connections.
    func endIdleSnapshots() {
        let count = state.withLock { $0.idle.count }
        for _ in 0..<count {
            guard let connection = takeOneWithSnapshot() else { return }
            connection.endSnapshot()
            keep(connection)
        }
    }

    private func takeOneWithSnapshot() -> SQLiteConnection? {
        state.withLock { state in
            state.idle.firstIndex { $0.snapshot != nil }.map { state.idle.remove(at: $0) }
        }
    }

    private func keep(_ connection: SQLiteConnection) {
        state.withLock { state in
            if !state.isClosed { state.idle.append(connection) }
        }
    }

    /// Closes the idle connections now, and those in use when they are given back. May be called
    /// again.
    func close() {
        let idle = state.withLock { state in
            state.isClosed = true
            defer { state.idle = [] }
            return state.idle
        }
        // Closing takes a while, so it happens outside the lock.
        _ = consume idle
        foreignCommits.close()
        memory.withLock { $0 = nil }
    }

    private func take() throws(StorageError) -> SQLiteConnection {
        let (idle, isClosed) = state.withLock { state in (state.idle.popLast(), state.isClosed) }
        if let idle { return idle }
        guard !isClosed else { throw SQLStorage.closed }
        let connection = try Self.connection(to: path)
        connection.knownPlaces = places
        return connection
    }

    /// A connection that was in use during a commit ends its snapshot now, as the idle ones did
    /// then.
    private func giveBack(_ connection: SQLiteConnection) {
        let isKept = state.withLock { state in
            let isOld = connection.snapshot.map { $0 != count.load(ordering: .acquiring) } ?? false
            guard !isOld else { return false }
            if !state.isClosed { state.idle.append(connection) }
            return true
        }
        guard !isKept else { return }
        connection.endSnapshot()
        keep(connection)
    }

    /// The number of idle connections.
    var idleCount: Int { state.withLock { $0.idle.count } }

    /// - Throws: `.unusable`.
    static func connection(to path: String) throws(StorageError) -> SQLiteConnection {
        let connection = try SQLiteConnection(path: path, role: .reader, busyTimeout: busyTimeout)
        // No `mmap_size`: a list by key would be a quarter faster, but every page touched would
        // count towards the process's memory, soon the whole file. With 2 MB of page cache, lists,
        // items and searches were no faster than with 1 MB.
        try connection.execute("PRAGMA cache_size = -1024")
        return connection
    }
}
