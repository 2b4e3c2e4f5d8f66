import Glibc
import Market
import Synchronization

/// Notices what other connections have committed to the file.
///
/// That includes this process's own writer, which is counted elsewhere already: what was read just
/// before it is then thought old once more than need be.
final class OtherWriters: Sendable {
    /// How long a look is good for, in nanoseconds.
    private static let interval: Int64 = 50_000_000

    private struct State {
        /// What each connection saw last: versions of different ones say nothing of each other.
        var versions: [ObjectIdentifier: Int64] = [:]
        var changes: UInt64 = 0
    }

    private let state = Mutex(State())
    private let nextLook = Atomic<Int64>(0)

    func changes(seenBy readers: ReaderPool) -> UInt64 {
        let now = Self.now
        let due = nextLook.load(ordering: .relaxed)
        let isMine =
            now >= due
            && nextLook.compareExchange(
                expected: due, desired: now + Self.interval, ordering: .relaxed
            ).exchanged
        return state.withLock { state in
            if isMine { look(&state, readers) }
            return state.changes
        }
    }

    private func look(_ state: inout State, _ readers: ReaderPool) {
        do throws(StorageError) {
            let (connection, version) = try readers.read { connection throws(StorageError) in
                (
                    ObjectIdentifier(connection),
                    try connection.integer("PRAGMA data_version")
                )
            }
            guard state.versions[connection] != version else { return }
            state.versions[connection] = version
            state.changes += 1
        } catch {
            // Nothing can be said, so nothing read before is trusted.
            state.changes += 1
        }
    }

    /// Monotonic and cheap, in nanoseconds.
    private static var now: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC_COARSE, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
