import Market

@testable import Storage

/// A storage locked by another process for good: all reads and writes are refused.
class BusyStorage: SQLStorage, @unchecked Sendable {
    /// A line for each write that was tried.
    let tries = Log()
    /// The state kept beside the database is that of an empty market.
    private let empty: SQLiteStorage

    init() {
        // Cannot fail, because it needs nothing from outside.
        let empty = (try? SQLiteStorage(path: ":memory:"))!
        self.empty = empty
        super.init(feed: empty.feed, memory: empty.memory)
    }

    override var commitCount: UInt64 { 0 }

    override func close() { empty.close() }

    nonisolated(nonsending) override func read<Value: Sendable>(
        _ body: @escaping @Sendable (Connection) throws(StorageError) -> Value
    ) async throws(StorageError) -> Value {
        throw .busy
    }

    nonisolated(nonsending) override func readAside<Value: Sendable>(
        _ body: @escaping @Sendable (Connection) throws(StorageError) -> Value
    ) async throws(StorageError) -> Value {
        throw .busy
    }

    nonisolated(nonsending) override func commit<Value: Sendable>(
        _ body: @escaping @Sendable (Connection) throws(StorageError) -> Value
    ) async throws(StorageError) -> Value {
        tries.add("a write")
        throw .busy
    }
}

/// A busy storage whose database another process writes, too.
final class FollowingStorage: BusyStorage, @unchecked Sendable {
    /// The commits that were waited for.
    let waits = Log()

    override var sharedCommit: UInt64? { 1 }

    nonisolated(nonsending) override func wait(forShared commit: UInt64) async {
        waits.add("\(commit)")
    }
}
