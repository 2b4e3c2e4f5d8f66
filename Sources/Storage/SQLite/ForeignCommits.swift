import Market
import Synchronization

/// Notices within 50 ms that other connections have committed to the file; this process's own
/// writer is one of them.
final class ForeignCommits: Sendable {
    /// How long the result of a look is valid, in nanoseconds.
    private static let interval: Int64 = 50_000_000

    private struct State {
        /// A connection of its own: one that reads from a snapshot would see no change.
        var connection: SQLiteConnection?
        var version: Int64?
        var isClosed = false
    }

    private let path: String
    private let state = Mutex(State())
    private let nextLook = Atomic<Int64>(0)

    init(path: String) { self.path = path }

    /// Whether something was committed since the last look; always false before the next look is
    /// due.
    func mayBeNew() -> Bool {
        let now = MonotonicClock.coarseNow
        let due = nextLook.load(ordering: .relaxed)
        guard now >= due,
            nextLook.compareExchange(
                expected: due, desired: now + Self.interval, ordering: .relaxed
            ).exchanged
        else { return false }
        return state.withLock { state in look(&state) }
    }

    /// Stops looking.
    func close() { state.withLock { state in state = State(isClosed: true) } }

    private func look(_ state: inout State) -> Bool {
        do throws(StorageError) {
            let version: Int64? = try connection(&state).first("PRAGMA data_version")
            defer { state.version = version }
            // Before the first look, nothing has been read that could be outdated.
            return state.version.map { $0 != version } ?? false
        } catch {
            // The version is unknown, so nothing read before can be trusted.
            return true
        }
    }

    private func connection(_ state: inout State) throws(StorageError) -> SQLiteConnection {
        if let connection = state.connection { return connection }
        guard !state.isClosed else { throw SQLStorage.closed }
        let connection = try ReaderPool.connection(to: path)
        state.connection = connection
        return connection
    }
}
