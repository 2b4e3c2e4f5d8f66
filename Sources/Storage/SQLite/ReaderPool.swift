import Market
import Synchronization

/// Read-only connections, each lent to one thread at a time: as many as threads that read at once.
final class ReaderPool: Sendable {
    /// Short, for callers are event loops: in WAL a read waits only while another process mends
    /// or closes the file.
    private static let busyTimeout: Int32 = 100

    private struct State {
        var idle: [Connection] = []
        var isClosed = false
    }

    private let path: String
    private let state = Mutex(State())

    init(path: String) {
        self.path = path
    }

    /// Runs `body` on the calling thread over a connection of its own.
    /// - Throws: what `body` throws; `.unusable` when closed.
    func read<Value>(
        _ body: (Connection) throws(StorageError) -> Value
    ) throws(StorageError) -> Value {
        let connection = try take()
        defer { giveBack(connection) }
        return try body(connection)
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
    }

    private func take() throws(StorageError) -> Connection {
        let (idle, isClosed) = state.withLock { state in (state.idle.popLast(), state.isClosed) }
        if let idle { return idle }
        guard !isClosed else { throw SQLiteStorage.closed }
        let connection = try Connection(path: path, role: .reader, busyTimeout: Self.busyTimeout)
        // Not mapped into memory: measured no faster, and every page touched would count as ours.
        try connection.execute("PRAGMA cache_size = -2048")
        return connection
    }

    private func giveBack(_ connection: Connection) {
        state.withLock { state in
            if !state.isClosed { state.idle.append(connection) }
        }
    }
}
