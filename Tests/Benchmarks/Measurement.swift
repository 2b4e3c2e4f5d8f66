import Glibc

/// What one kind of work costs, in CPU time of the whole process.
struct Measurement {
    let name: String
    /// CPU time of one round, in microseconds.
    let microseconds: Double
    /// Rounds finished in a second of wall-clock time.
    let perSecond: Double

    /// Works for about half a second after a warm-up.
    init(_ name: String, _ work: () async throws -> Void) async rethrows {
        self.name = name
        for _ in 0..<3 { try await work() }
        let (cpu, wall) = (Self.seconds(CLOCK_PROCESS_CPUTIME_ID), Self.seconds(CLOCK_MONOTONIC))
        var rounds = 0.0
        var passed = 0.0
        repeat {
            try await work()
            rounds += 1
            passed = Self.seconds(CLOCK_MONOTONIC) - wall
        } while passed < 0.5
        microseconds = (Self.seconds(CLOCK_PROCESS_CPUTIME_ID) - cpu) / rounds * 1_000_000
        perSecond = rounds / passed
    }

    private static func seconds(_ clock: clockid_t) -> Double {
        var time = timespec()
        clock_gettime(clock, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1_000_000_000
    }
}
