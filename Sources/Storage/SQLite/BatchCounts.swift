/// How many transactions took how many writes at once.
public struct BatchCounts: Sendable, Equatable {
    /// Transactions of at most `bound` writes, and more than the bound before.
    public struct Bucket: Sendable, Equatable {
        /// A power of two; the last one is `.max`.
        public let bound: Int
        public fileprivate(set) var count = 0
    }

    /// By their bounds: 1, 2, 4 to 1,024, and all above.
    public private(set) var buckets = ((0...10).map { 1 << $0 } + [.max]).map { Bucket(bound: $0) }

    init() {}

    mutating func count(_ writes: Int) {
        for place in buckets.indices where writes <= buckets[place].bound {
            buckets[place].count += 1
            return
        }
    }
}
