import Market
import Synchronization

/// The market in memory, gone with the process: for tests, previews and small demonstrations.
///
/// A list walks through all listings.
public final class MemoryStorage: ChangeCounting, ChangeAnnouncing {
    public let feed: ChangeFeed
    private let contents = Mutex(Contents())
    private let changeCount = Atomic<UInt64>(0)

    public init(feed: ChangeFeed = ChangeFeed()) {
        self.feed = feed
    }

    public var changes: UInt64 { changeCount.load(ordering: .acquiring) }

    func reading<Value, Failure: Error>(
        _ body: (Contents) throws(Failure) -> Value
    ) throws(Failure) -> Value {
        try contents.withLock { contents throws(Failure) in try body(contents) }
    }

    func changing<Value, Failure: Error>(
        _ changes: Change..., body: (inout Contents) throws(Failure) -> Value
    ) throws(Failure) -> Value {
        let value = try counting { () throws(Failure) in
            try contents.withLock { contents throws(Failure) in try body(&contents) }
        }
        for change in changes { feed.post(change) }
        return value
    }

    /// Counts before anybody is told. A write that failed counts as a change too: nobody is worse
    /// off for reading again.
    private func counting<Value, Failure: Error>(
        _ body: () throws(Failure) -> Value
    ) throws(Failure) -> Value {
        defer { changeCount.add(1, ordering: .releasing) }
        return try body()
    }
}
