import Market
import Synchronization

/// Hosts of one push service that said nothing when they were asked last. Each is left alone for a while,
/// longer from time to time, until it answers.
final class SilentHosts: Sendable {
    /// In seconds: so long at first, and at most.
    private static let (firstPause, longestPause): (Int64, Int64) = (60, 600)
    /// Of more the ones that are next to be asked are forgotten.
    private static let most = 1_000

    private struct Pause {
        var length: Int64
        var end: Timestamp
    }

    /// By their origins.
    private let pauses = Mutex<[String: Pause]>([:])

    /// Until when a host is left alone, be it over; nil for one that is not known to be silent.
    func pauseEnd(of origin: String) -> Timestamp? {
        pauses.withLock { $0[origin]?.end }
    }

    /// - Parameters:
    ///   - heard: the origins of hosts that have answered.
    ///   - silent: of those that have not.
    func note(heard: Set<String>, silent: Set<String>, at now: Timestamp) {
        pauses.withLock { pauses in
            for origin in heard { pauses[origin] = nil }
            for origin in silent {
                let length = pauses[origin].map { min($0.length * 2, Self.longestPause) }
                let pause = length ?? Self.firstPause
                pauses[origin] = Pause(length: pause, end: now + pause)
            }
            while pauses.count > Self.most,
                let next = pauses.min(by: { $0.value.end < $1.value.end })
            {
                pauses[next.key] = nil
            }
        }
    }
}
