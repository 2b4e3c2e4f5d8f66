import Glibc

/// The clocks of the system, read without Foundation.
enum Clock {
    /// Nanoseconds since some start that never jumps: for durations and deadlines.
    static func monotonic() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
    }

    /// Unix seconds, as exact as the kernel's tick: enough for dates, cheaper than the full clock.
    static func seconds() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME_COARSE, &time)
        return Int64(time.tv_sec)
    }
}

extension Duration {
    /// Whole nanoseconds; what is longer than some 30 years counts as that.
    var nanoseconds: Int64 {
        let (seconds, attoseconds) = components
        return min(max(seconds, 0), 1_000_000_000) * 1_000_000_000 + attoseconds / 1_000_000_000
    }
}
