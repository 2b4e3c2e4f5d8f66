import Glibc

/// The time limits of `Limits` in nanoseconds.
struct Timeouts: Sendable {
    let header: Int64
    let idle: Int64
    let leastIdle: Int64
    let body: Int64
    let write: Int64
    let linger: Int64
    let heartbeat: Int64
    let stream: Int64
    /// How often a loop checks its deadlines: each second, or four times within the shortest limit.
    let tick: Int64

    init(_ limits: Limits) {
        header = limits.headerTimeout.nanoseconds
        idle = limits.idleTimeout.nanoseconds
        leastIdle = limits.leastIdle.nanoseconds
        body = limits.bodyTimeout.nanoseconds
        write = limits.writeTimeout.nanoseconds
        linger = limits.lingerTimeout.nanoseconds
        heartbeat = limits.heartbeat.nanoseconds
        stream = limits.streamLifetime.nanoseconds
        let shortest = min(header, idle, body, write, linger, heartbeat, stream)
        tick = min(max(shortest / 4, 5_000_000), 1_000_000_000)
    }
}

/// A timeout that is extended each time `minimum` bytes have moved: a peer may be slow but must not stall.
struct ProgressTimeout {
    private let window: Int64
    private let minimum: Int
    private var moved = 0
    private var pausedAt: Int64?
    private(set) var deadline: Int64

    init(window: Int64, minimum: Int, now: Int64) {
        self.window = window
        self.minimum = minimum
        deadline = now &+ window
    }

    /// Extends the deadline by the time since `pause`, for which the peer is not to blame.
    mutating func resume(now: Int64) {
        if let pausedAt { deadline &+= now &- pausedAt }
        pausedAt = nil
    }

    mutating func pause(now: Int64) {
        pausedAt = now
    }

    mutating func add(_ count: Int, now: Int64) {
        moved += count
        guard moved >= minimum else { return }
        moved = 0
        deadline = now &+ window
    }
}

/// The system's clocks.
enum Clock {
    /// Nanoseconds of a clock that never jumps, for durations and deadlines.
    static func monotonic() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
    }

    /// Unix seconds from the coarse clock, which is cheaper and exact enough for dates.
    static func seconds() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME_COARSE, &time)
        return Int64(time.tv_sec)
    }
}

extension Duration {
    /// Whole nanoseconds, clamped to about 30 years.
    var nanoseconds: Int64 {
        let (seconds, attoseconds) = components
        return min(max(seconds, 0), 1_000_000_000) * 1_000_000_000 + attoseconds / 1_000_000_000
    }
}
