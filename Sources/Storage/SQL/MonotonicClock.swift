import Glibc

/// The system's clock that never goes back, in nanoseconds: for pauses and deadlines.
enum MonotonicClock {
    static var now: Int64 { read(CLOCK_MONOTONIC) }

    /// Behind by a few milliseconds at most, and cheaper.
    static var coarseNow: Int64 { read(CLOCK_MONOTONIC_COARSE) }

    private static func read(_ clock: clockid_t) -> Int64 {
        var time = timespec()
        clock_gettime(clock, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
