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
