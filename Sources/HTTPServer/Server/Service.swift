import CLinux
import Glibc
import Synchronization

/// What all loops of one server share.
final class Service: Sendable {
    let configuration: Configuration
    let handler: Handler
    let times: Times
    let reserve = DescriptorReserve()
    let connections = Atomic<Int>(0)
    private let streams = Atomic<Int>(0)

    init(_ configuration: Configuration, _ handler: @escaping Handler) {
        self.configuration = configuration
        self.handler = handler
        times = Times(configuration.limits)
    }

    /// The answer to what the handler never saw.
    func failure(_ status: Status, _ reason: String, target: String) -> Response {
        let response = configuration.errorResponse(
            FailedRequest(status: status, reason: reason, target: target))
        guard response.refusal == nil, response.stream == nil else { return Response(status) }
        return response
    }

    /// Whether there is a place for one more stream, which is taken then.
    func admitStream() -> Bool {
        let count = streams.add(1, ordering: .relaxed).newValue
        if count > configuration.limits.streams { dismissStream() }
        return count <= configuration.limits.streams
    }

    /// Gives a stream's place back.
    func dismissStream() {
        streams.subtract(1, ordering: .relaxed)
    }
}

/// The time limits in nanoseconds.
struct Times: Sendable {
    let header: Int64
    let idle: Int64
    let body: Int64
    let write: Int64
    let linger: Int64
    let heartbeat: Int64
    let stream: Int64
    /// How often a loop looks for what has run out: once a second, oftener when a limit is shorter.
    let tick: Int64

    init(_ limits: Limits) {
        header = limits.headerTimeout.nanoseconds
        idle = limits.idleTimeout.nanoseconds
        body = limits.bodyTimeout.nanoseconds
        write = limits.writeTimeout.nanoseconds
        linger = limits.lingerTimeout.nanoseconds
        heartbeat = limits.heartbeat.nanoseconds
        stream = limits.streamLifetime.nanoseconds
        let shortest = min(header, idle, body, write, linger, heartbeat, stream)
        tick = min(max(shortest / 4, 5_000_000), 1_000_000_000)
    }
}

/// A window of time in which a peer must let some bytes move, however slowly, or it counts as
/// stalled.
struct Patience {
    private let window: Int64
    private let least: Int
    private var moved = 0
    private var pausedAt: Int64?
    private(set) var deadline: Int64

    init(window: Int64, least: Int, now: Int64) {
        self.window = window
        self.least = least
        deadline = now &+ window
    }

    /// The time since `pausedAt` was ours, not the peer's.
    mutating func resume(now: Int64) {
        if let pausedAt { deadline &+= now &- pausedAt }
        pausedAt = nil
    }

    mutating func pause(now: Int64) {
        pausedAt = now
    }

    mutating func move(_ count: Int, now: Int64) {
        moved += count
        guard moved >= least else { return }
        moved = 0
        deadline = now &+ window
    }
}

/// The last descriptors of the process, which are left to the handlers and never accepted away: who
/// is in needs files to be answered.
struct DescriptorReserve: Sendable {
    /// The system gives out the lowest number that is free: one from here on means that few are.
    private let first: Int32

    /// A quarter of what the process may have open, at most 64.
    init() {
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        first = Int32(clamping: limit.rlim_cur - min(limit.rlim_cur / 4, 64))
    }

    func holds(_ descriptor: Int32) -> Bool { descriptor >= first }

    /// Whether nothing but the reserve is free, found out by a copy of `descriptor`.
    func isAllThatIsLeft(copying descriptor: Int32) -> Bool {
        let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
        guard copy >= 0 else { return true }
        close(copy)
        return holds(copy)
    }
}
