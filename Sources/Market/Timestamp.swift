/// A moment, in whole seconds since 1970-01-01T00:00:00Z.
public struct Timestamp: Comparable, Hashable, Sendable {
    public var seconds: Int64

    public init(seconds: Int64) {
        self.seconds = seconds
    }

    public static func < (left: Timestamp, right: Timestamp) -> Bool {
        left.seconds < right.seconds
    }

    public static func + (moment: Timestamp, seconds: Int64) -> Timestamp {
        Timestamp(seconds: moment.seconds + seconds)
    }

    /// Seconds from `earlier` to here; negative when `earlier` is the later one.
    public func since(_ earlier: Timestamp) -> Int64 {
        seconds - earlier.seconds
    }
}
