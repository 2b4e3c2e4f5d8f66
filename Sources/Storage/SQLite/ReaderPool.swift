import Market
import Synchronization

/// Read-only connections, each lent to one thread at a time: as many as threads that read at once.
///
/// A connection keeps its snapshot from one read to the next until something is committed: to begin
/// and to end one takes two system calls each, under a lock that all connections share. A database
/// in memory is one connection, the writer's own, which is lent to one thread at a time.
final class ReaderPool: Sendable {
    /// Short, for callers are event loops: in WAL a read waits only while another process mends
    /// or closes the file.
    private static let busyTimeout: Int32 = 100

    private struct State {
        var idle: [SQLiteConnection] = []
        var isClosed = false
    }

    private let path: String
    private let isInMemory: Bool
    private let foreignCommits: ForeignCommits
    private let writes: WriteQueue
    private let places: KeptPlaces
    private let count = Atomic<UInt64>(0)
    private let state = Mutex(State())
    /// The writer's connection to a database in memory.
    private let memory = Mutex<SQLiteConnection?>(nil)

    /// - Parameters:
    ///   - writing: the connection that is written to.
    ///   - writes: is woken when another process may have committed.
    init(
        beside writing: SQLiteConnection, waking writes: WriteQueue, knowing places: KeptPlaces
    ) {
        (self.writes, self.places) = (writes, places)
        path = writing.path
        isInMemory = writing.isInMemory
        foreignCommits = ForeignCommits(path: path)
        if isInMemory { memory.withLock { $0 = writing } }
    }

    /// Every commit, our own at once and those of other processes within a twentieth of a second.
    var commitCount: UInt64 {
        // The writer can tell whether it was another process, unless it waits for that.
        if !isInMemory, foreignCommits.mayBeNew(), !writes.wake() { renew() }
        return count.load(ordering: .acquiring)
    }

    /// Runs `body` on the calling thread over a connection of its own, in one snapshot that has
    /// all that was counted before.
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

    /// Runs what uses the writer's connection: nobody reads from a database in memory meanwhile.
    func whileReadersWait(_ body: () -> Void) {
        guard isInMemory else { return body() }
        memory.withLock { _ in body() }
    }

    /// What is read at this count or a later one has all that was committed by now.
    var nextCommitCount: UInt64 { count.load(ordering: .acquiring) + 1 }

    /// Counts a commit: what is read from here on has it.
    func renew() {
        count.add(1, ordering: .acquiringAndReleasing)
        endIdleSnapshots()
    }

    /// Lets a checkpoint go on: it moves no more of the log than the oldest snapshot needs.
    ///
    /// One after another, so that those who read meanwhile find the others and open none anew.
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

    /// Closes the idle ones now and those in use when they come back. May be called again.
    func close() {
        let idle = state.withLock { state in
            state.isClosed = true
            defer { state.idle = [] }
            return state.idle
        }
        // Closing takes its time, so not under the lock.
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

    /// One that read before a commit lets its snapshot go, as the idle ones were made to.
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

    /// How many connections wait to be lent.
    var idleCount: Int { state.withLock { $0.idle.count } }

    /// - Throws: `.unusable`.
    static func connection(to path: String) throws(StorageError) -> SQLiteConnection {
        let connection = try SQLiteConnection(path: path, role: .reader, busyTimeout: busyTimeout)
        // Not mapped into memory: a list by key would take a quarter less time, but every page touched would
        // count as ours, which is soon the whole file. With 2 MB for pages, lists, items and searches were as
        // fast as with 1.
        try connection.execute("PRAGMA cache_size = -1024")
        return connection
    }
}
