import Market
import Synchronization

/// Hosts of one push service that did not answer the last request. Each is left alone for a while, longer
/// each time, until it answers.
final class SilentHosts: Sendable {
    /// In seconds: the first pause, and the longest.
    private static let (firstPause, longestPause): (Int64, Int64) = (60, 600)
    /// Above this number, the hosts whose pauses end first are forgotten.
    private static let capacity = 1_000

    private struct Pause {
        var length: Int64
        var end: Timestamp
    }

    /// By the origins of the hosts.
    private let pauses = Mutex<[String: Pause]>([:])

    /// The end of a host's pause, which may have passed; nil for a host that is not known to be silent.
    func pauseEnd(of origin: String) -> Timestamp? {
        pauses.withLock { $0[origin]?.end }
    }

    /// - Parameters:
    ///   - answered: the origins of hosts that have answered.
    ///   - silent: the origins of hosts that have not.
    func record(answered: Set<String>, silent: Set<String>, at now: Timestamp) {
        pauses.withLock { pauses in
            for origin in answered { pauses[origin] = nil }
            for origin in silent {
                let length = pauses[origin].map { min($0.length * 2, Self.longestPause) }
                let pause = length ?? Self.firstPause
                pauses[origin] = Pause(length: pause, end: now + pause)
            }
            while pauses.count > Self.capacity,
                let next = pauses.min(by: { $0.value.end < $1.value.end })
            {
                pauses[next.key] = nil
            }
        }
    }
}
