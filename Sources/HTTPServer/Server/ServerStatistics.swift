/// Counters of a server since its start, and gauges of its present state.
public struct ServerStatistics: Sendable, Equatable {
    /// Open connections now.
    public internal(set) var connections = 0
    /// Streamed responses being sent now.
    public internal(set) var streams = 0
    /// Connections that were served, including the open ones.
    public internal(set) var accepted = 0
    /// Connections refused because of `Limits.connections` or `connectionsPerLoop`.
    public internal(set) var refused = 0
    /// Waiting connections that were closed to make room for new ones.
    public internal(set) var evicted = 0
    /// Bytes that the kernel took for sending, header sections included.
    public internal(set) var bytesSent = 0
    /// Requests that reached no handler because they were malformed, too large or too slow, by the status
    /// code of the response.
    public internal(set) var requestErrors: [Int: Int] = [:]
    /// From the iteration of the loop that completed the header section until the response was sent; for a
    /// stream, until it began.
    public private(set) var durations = DurationCounts()
    /// Iterations of the loops; each is one epoll_wait.
    public internal(set) var turns = 0
    private var answers = [Int](repeating: 0, count: Method.allCases.count * Self.classes.count)

    private static let classes = 2...5

    init() {}

    /// The number of requests with that method which the handler answered with a status of that class, 2 to 5;
    /// 0 for another class.
    public func answers(to method: Method, statusClass: Int) -> Int {
        guard Self.classes.contains(statusClass) else { return 0 }
        return answers[Self.place(method, statusClass)]
    }

    mutating func count(_ method: Method, _ status: Status, nanoseconds: Int64) {
        // No response is below 200: such a response was replaced by 500.
        answers[Self.place(method, status.code / 100)] += 1
        durations.count(nanoseconds)
    }

    mutating func add(_ other: ServerStatistics) {
        connections += other.connections
        streams += other.streams
        accepted += other.accepted
        refused += other.refused
        evicted += other.evicted
        bytesSent += other.bytesSent
        requestErrors.merge(other.requestErrors, uniquingKeysWith: +)
        durations.add(other.durations)
        turns += other.turns
        for place in answers.indices { answers[place] += other.answers[place] }
    }

    private static func place(_ method: Method, _ statusClass: Int) -> Int {
        let row = Method.allCases.firstIndex(of: method) ?? 0
        return row * classes.count + statusClass - classes.lowerBound
    }
}

/// A histogram of durations.
public struct DurationCounts: Sendable, Equatable {
    /// The durations up to `bound` that are above the bound of the previous bucket.
    public struct Bucket: Sendable, Equatable {
        /// In nanoseconds; `.max` for the last bucket.
        public let bound: Int64
        /// The number of durations in this bucket alone.
        public fileprivate(set) var count = 0
    }

    /// In ascending order of their bounds, from half a millisecond to ten seconds and above.
    public private(set) var buckets = [
        500_000, 1_000_000, 2_500_000, 5_000_000, 10_000_000, 25_000_000, 50_000_000, 100_000_000,
        250_000_000, 500_000_000, 1_000_000_000, 2_500_000_000, 5_000_000_000, 10_000_000_000, .max,
    ].map { Bucket(bound: $0) }
    /// The sum of all durations in nanoseconds.
    public private(set) var sum: Int64 = 0

    init() {}

    mutating func count(_ nanoseconds: Int64) {
        sum &+= nanoseconds
        // Most are in the first bucket.
        for place in buckets.indices where nanoseconds <= buckets[place].bound {
            buckets[place].count += 1
            return
        }
    }

    mutating func add(_ other: DurationCounts) {
        sum &+= other.sum
        for place in buckets.indices { buckets[place].count += other.buckets[place].count }
    }
}
