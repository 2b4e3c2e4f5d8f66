import Market
import Synchronization

/// Notices, within a twentieth of a second, what other connections have committed to the file: this
/// process's own writer too.
final class ForeignCommits: Sendable {
    /// How long a look is good for, in nanoseconds.
    private static let interval: Int64 = 50_000_000

    private struct State {
        /// One of its own: one that reads from a snapshot sees no change.
        var connection: SQLiteConnection?
        var version: Int64?
        var isClosed = false
    }

    private let path: String
    private let state = Mutex(State())
    private let nextLook = Atomic<Int64>(0)

    init(path: String) {
        self.path = path
    }

    /// Whether something was committed since the last look; always false before the next is due.
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

    /// Looks no more.
    func close() {
        state.withLock { state in state = State(isClosed: true) }
    }

    private func look(_ state: inout State) -> Bool {
        do throws(StorageError) {
            let version: Int64? = try connection(&state).first("PRAGMA data_version")
            defer { state.version = version }
            // Nothing was read before the first look.
            return state.version.map { $0 != version } ?? false
        } catch {
            // Nothing can be said, so nothing read before is trusted.
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
