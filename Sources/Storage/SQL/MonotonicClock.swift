import Glibc

/// The system's monotonic clock, in nanoseconds: for pauses and deadlines.
enum MonotonicClock {
    static var now: Int64 { read(CLOCK_MONOTONIC) }

    /// The same clock, cheaper to read and at most a few milliseconds behind.
    static var coarseNow: Int64 { read(CLOCK_MONOTONIC_COARSE) }

    private static func read(_ clock: clockid_t) -> Int64 {
        var time = timespec()
        clock_gettime(clock, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
