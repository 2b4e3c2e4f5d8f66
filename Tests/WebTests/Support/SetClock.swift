import Market
import Synchronization

/// A clock that stands still until it is set.
final class SetClock: Sendable {
    private let moment = Mutex(Timestamp(seconds: 1_795_260_000))

    var now: Timestamp {
        moment.withLock { $0 }
    }

    func advance(by seconds: Int64) {
        moment.withLock { $0 = $0 + seconds }
    }
}

/// Collects the lines that the operator would read.
final class Log: Sendable {
    private let written = Mutex<[String]>([])

    var lines: [String] {
        written.withLock { $0 }
    }

    func add(_ line: String) {
        written.withLock { $0.append(line) }
    }
}
