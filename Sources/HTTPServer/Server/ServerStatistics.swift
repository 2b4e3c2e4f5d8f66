/// What a server has counted since it started.
public struct ServerStatistics: Sendable, Equatable {
    /// Connections that are open now.
    public internal(set) var connections = 0
    /// Streamed answers that are being sent now.
    public internal(set) var streams = 0
    /// Connections that were served, open or not.
    public internal(set) var accepted = 0
    /// Connections turned away because there were as many as there may be.
    public internal(set) var refused = 0
    /// Bytes that the system took for sending, headers included.
    public internal(set) var bytesSent = 0
    /// What reached no handler, being malformed, too large or too slow: how many by the status code
    /// it was answered with.
    public internal(set) var faults: [Int: Int] = [:]
    /// From the turn of the loop that found the header whole until the answer was sent; of a
    /// stream, until it began.
    public private(set) var durations = DurationCounts()
    /// How often the loops looked for events.
    public internal(set) var turns = 0
    private var answers = [Int](repeating: 0, count: Method.allCases.count * Self.classes.count)

    private static let classes = 2...5

    init() {}

    /// Number of requests of that method which a handler answered with a status of that class, 2 to
    /// 5.
    public func answers(to method: Method, statusClass: Int) -> Int {
        guard Self.classes.contains(statusClass) else { return 0 }
        return answers[Self.place(method, statusClass)]
    }

    mutating func count(_ method: Method, _ status: Status, nanoseconds: Int64) {
        // No answer is below 200: one that is has been replaced by 500.
        answers[Self.place(method, status.code / 100)] += 1
        durations.count(nanoseconds)
    }

    mutating func add(_ other: ServerStatistics) {
        connections += other.connections
        streams += other.streams
        accepted += other.accepted
        refused += other.refused
        bytesSent += other.bytesSent
        faults.merge(other.faults, uniquingKeysWith: +)
        durations.add(other.durations)
        turns += other.turns
        for place in answers.indices { answers[place] += other.answers[place] }
    }

    private static func place(_ method: Method, _ statusClass: Int) -> Int {
        method.place * classes.count + statusClass - classes.lowerBound
    }
}

extension Method {
    /// Its place among all methods.
    fileprivate var place: Int {
        switch self {
        case .get: 0
        case .head: 1
        case .post: 2
        case .put: 3
        case .patch: 4
        case .delete: 5
        case .options: 6
        case .trace: 7
        case .query: 8
        }
    }
}

/// How often something took how long.
public struct DurationCounts: Sendable, Equatable {
    /// What took at most `bound`, and longer than the bound before.
    public struct Bucket: Sendable, Equatable {
        /// In nanoseconds; the last one is `.max`.
        public let bound: Int64
        public fileprivate(set) var count = 0
    }

    /// By their bounds, from half a millisecond to ten seconds and all above.
    public private(set) var buckets = [
        500_000, 1_000_000, 2_500_000, 5_000_000, 10_000_000, 25_000_000, 50_000_000, 100_000_000,
        250_000_000, 500_000_000, 1_000_000_000, 2_500_000_000, 5_000_000_000, 10_000_000_000, .max,
    ].map { Bucket(bound: $0) }
    /// All durations together, in nanoseconds.
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
