import Market

@testable import Storage

/// A storage that another program holds for good: whatever would be read or written is refused.
class BusyStorage: SQLStorage, @unchecked Sendable {
    /// A line for each write that was tried.
    let tries = Log()
    /// What is kept beside the database is that of a market with nothing in it.
    private let empty: SQLiteStorage

    init() {
        // It lacks nothing that it could fail for.
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

/// One whose database another program writes too.
final class FollowingStorage: BusyStorage, @unchecked Sendable {
    /// What was waited for.
    let waits = Log()

    override var sharedCommit: UInt64? { 1 }

    nonisolated(nonsending) override func wait(forShared commit: UInt64) async {
        waits.add("\(commit)")
    }
}
