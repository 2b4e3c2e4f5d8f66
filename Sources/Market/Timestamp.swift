/// A moment, in whole seconds since 1970-01-01T00:00:00Z.
public struct Timestamp: Comparable, Hashable, Sendable {
    /// Since 1970-01-01T00:00:00Z; negative before it.
    public var seconds: Int64

    /// The moment so many seconds after 1970-01-01T00:00:00Z.
    public init(seconds: Int64) {
        self.seconds = seconds
    }

    /// Whether the first is the earlier one.
    public static func < (left: Timestamp, right: Timestamp) -> Bool {
        left.seconds < right.seconds
    }

    /// The moment so many seconds later; earlier when they are negative.
    public static func + (moment: Timestamp, seconds: Int64) -> Timestamp {
        Timestamp(seconds: moment.seconds + seconds)
    }

    /// Seconds from `earlier` to here; negative when `earlier` is the later one.
    public func since(_ earlier: Timestamp) -> Int64 { seconds - earlier.seconds }
}
