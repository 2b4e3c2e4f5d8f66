import Glibc

/// The cost of one kind of work, in CPU time of the whole process.
struct Measurement {
    let name: String
    /// CPU time of one round, in microseconds.
    let microseconds: Double
    /// Rounds finished in a second of wall-clock time.
    let perSecond: Double
    /// The p99 of a round, in microseconds of wall-clock time.
    let slowest: Double

    /// Repeats the work for so many seconds after a warm-up.
    init(
        _ name: String, seconds: Double = 0.5, _ work: () async throws -> Void
    ) async rethrows {
        self.name = name
        for _ in 0..<3 { try await work() }
        let (cpu, start) = (Self.seconds(CLOCK_PROCESS_CPUTIME_ID), Self.seconds(CLOCK_MONOTONIC))
        var times: [Double] = []
        var (begin, end) = (start, start)
        repeat {
            try await work()
            end = Self.seconds(CLOCK_MONOTONIC)
            times.append(end - begin)
            begin = end
        } while end - start < seconds
        let rounds = Double(times.count)
        microseconds = (Self.seconds(CLOCK_PROCESS_CPUTIME_ID) - cpu) / rounds * 1_000_000
        perSecond = rounds / (end - start)
        slowest = times.sorted()[times.count * 99 / 100] * 1_000_000
    }

    static func seconds(_ clock: clockid_t) -> Double {
        var time = timespec()
        clock_gettime(clock, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1_000_000_000
    }
}
