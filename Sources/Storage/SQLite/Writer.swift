import Glibc
import Market
import Synchronization

/// The one thread that writes: it takes all writes that wait, commits them in one durable
/// transaction, and only then answers each.
final class Writer: Sendable {
    private let queue = WriteQueue()
    private let committed = Atomic<Int>(0)
    private let written = Atomic<Int>(0)
    private let thread = Mutex<pthread_t?>(nil)

    /// - Parameter connection: the thread's own from here on.
    /// - Throws: `.failed` when no thread can be made.
    init(connection: Connection) throws(StorageError) {
        let start = Unmanaged.passRetained(Start(writer: self, connection: connection))
        var thread = pthread_t()
        let code = pthread_create(&thread, nil, Self.main, start.toOpaque())
        guard code == 0 else {
            start.release()
            throw .failed("the writer's thread: \(String(cString: strerror(code)))")
        }
        self.thread.withLock { [thread] kept in kept = thread }
    }

    /// How many transactions were committed; fewer than writes when these came together.
    var commits: Int { committed.load(ordering: .acquiring) }

    var statistics: StorageStatistics {
        StorageStatistics(
            commits: commits, writes: written.load(ordering: .relaxed), queueLength: queue.count)
    }

    /// Runs `body` on the thread, in a transaction with whatever else waits, and returns when it
    /// is durable. `body` may run again after an undone transaction.
    /// - Throws: what `body` throws, and then nothing of it remains; `.busy`, `.full`.
    func write<Value: Sendable>(
        _ body: @escaping @Sendable (Connection) throws(StorageError) -> Value
    ) async throws(StorageError) -> Value {
        let result = await withCheckedContinuation { continuation in
            let write = Write(body, answering: continuation)
            if !queue.append(write) { write.fail(SQLiteStorage.closed) }
        }
        return try result.get()
    }

    /// Returns when all that waited is written and the file is closed. May be called again.
    func close() {
        queue.close()
        thread.withLock { thread in
            if let running = thread { pthread_join(running, nil) }
            thread = nil
        }
    }

    /// What the thread is handed.
    private final class Start: Sendable {
        let writer: Writer
        let connection: Connection

        init(writer: Writer, connection: Connection) {
            self.writer = writer
            self.connection = connection
        }
    }

    private static let main: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? =
        { context in
            guard let context else { return nil }
            let start = Unmanaged<Start>.fromOpaque(context).takeRetainedValue()
            start.writer.run(start.connection)
            return nil
        }

    private func run(_ connection: Connection) {
        while let writes = queue.takeAll() { commit(writes, on: connection) }
        // When it fails the log stays beside the file, and nothing is lost.
        _ = try? connection.run("PRAGMA wal_checkpoint(TRUNCATE)")
    }

    private func commit(_ writes: [Write], on connection: Connection) {
        do throws(StorageError) {
            let outcomes = try connection.transaction("BEGIN IMMEDIATE") {
                () throws(StorageError) in
                try attempt(writes, on: connection)
            }
            // Durable from here on, and nobody has been told yet.
            written.add(outcomes.count { $0.isSuccess }, ordering: .relaxed)
            committed.add(1, ordering: .releasing)
            for (write, outcome) in zip(writes, outcomes) { answer(write, outcome) }
        } catch .full where writes.count > 1 {
            // One that does not fit takes the transaction with it; its neighbours may fit.
            for write in writes { commit([write], on: connection) }
        } catch {
            for write in writes { write.fail(error) }
        }
    }

    private func answer(_ write: Write, _ outcome: Result<Write.Answer, StorageError>) {
        switch outcome {
        case .success(let answer): answer()
        case .failure(let error): write.fail(error)
        }
    }

    /// - Throws: only what ended the whole transaction.
    private func attempt(
        _ writes: [Write], on connection: Connection
    ) throws(StorageError) -> [Result<Write.Answer, StorageError>] {
        var outcomes: [Result<Write.Answer, StorageError>] = []
        outcomes.reserveCapacity(writes.count)
        for write in writes { outcomes.append(try attempt(write, on: connection)) }
        return outcomes
    }

    private func attempt(
        _ write: Write, on connection: Connection
    ) throws(StorageError) -> Result<Write.Answer, StorageError> {
        try connection.run("SAVEPOINT attempt")
        do throws(StorageError) {
            let answer = try write.perform(connection)
            try connection.run("RELEASE attempt")
            return .success(answer)
        } catch {
            guard connection.isInTransaction else { throw error }
            try connection.run("ROLLBACK TO attempt")
            try connection.run("RELEASE attempt")
            return .failure(error)
        }
    }
}

extension Result {
    fileprivate var isSuccess: Bool {
        if case .success = self { true } else { false }
    }
}
