import Glibc
import Market

/// A waiting write, and the continuation to resume when it is done.
struct Write: Sendable {
    /// Performs the write within a transaction. It may run again after the transaction was rolled
    /// back.
    let perform: @Sendable (Connection) throws(StorageError) -> Void
    fileprivate let continuation: CheckedContinuation<StorageError?, Never>

    /// Resumes the caller with the outcome.
    /// - Parameter failure: nil if the write is durable.
    func answer(_ failure: StorageError?) { continuation.resume(returning: failure) }
}

/// Writes waiting for the writer's thread.
typealias WriteQueue = WorkQueue<Write>

extension WriteQueue {
    /// Queues `body` to be run by the thread that takes from the queue, and returns when the write
    /// is answered.
    /// - Throws: what `body` throws; `.unusable` if the queue is closed.
    func write<Value: Sendable>(
        _ body: @escaping @Sendable (Connection) throws(StorageError) -> Value
    ) async throws(StorageError) -> Value {
        let written = Written<Value>()
        // The value does not pass through the continuation: its type would be looked up on each
        // call.
        let failure = await withCheckedContinuation { continuation in
            let write = Write(
                perform: { connection throws(StorageError) in
                    written.value = try body(connection)
                }, continuation: continuation)
            if !append(write) { write.answer(SQLStorage.closed) }
        }
        if let failure { throw failure }
        guard let value = written.value else { throw .failed("answered, and not written") }
        return value
    }
}

/// The return value of a write.
///
/// `@unchecked Sendable`: the writer's thread sets it before it answers, and the caller reads it
/// afterwards.
private final class Written<Value: Sendable>: @unchecked Sendable {
    var value: Value?
}

/// Work waiting for a thread, in order of arrival.
///
/// `@unchecked Sendable`: its state is accessed only under its lock.
final class WorkQueue<Work: Sendable>: @unchecked Sendable {
    private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private var waiting: [Work] = []
    private var isClosed = false
    private var isWoken = false
    private var isTakerWaiting = false

    init() {
        pthread_mutex_init(lock, nil)
        var clock = pthread_condattr_t()
        pthread_condattr_init(&clock)
        pthread_condattr_setclock(&clock, CLOCK_MONOTONIC)
        pthread_cond_init(changed, &clock)
        pthread_condattr_destroy(&clock)
    }

    deinit {
        pthread_cond_destroy(changed)
        pthread_mutex_destroy(lock)
        changed.deallocate()
        lock.deallocate()
    }

    /// - Returns: false if the queue is closed and the work was not added.
    func append(_ work: Work) -> Bool {
        pthread_mutex_lock(lock)
        defer { pthread_mutex_unlock(lock) }
        guard !isClosed else { return false }
        waiting.append(work)
        if waiting.count == 1 { pthread_cond_signal(changed) }
        return true
    }

    var count: Int {
        pthread_mutex_lock(lock)
        defer { pthread_mutex_unlock(lock) }
        return waiting.count
    }

    /// Wakes the thread that takes from the queue, even if no work is waiting.
    /// - Returns: false if that thread is busy and will look later.
    func wake() -> Bool {
        pthread_mutex_lock(lock)
        defer { pthread_mutex_unlock(lock) }
        isWoken = true
        pthread_cond_signal(changed)
        return isTakerWaiting
    }

    /// Takes all waiting work. Blocks until there is some, `milliseconds` have passed, or `wake()`
    /// is called; returns nil when closed and empty.
    func takeAll(within milliseconds: Int) -> [Work]? {
        pthread_mutex_lock(lock)
        defer { pthread_mutex_unlock(lock) }
        var deadline = Self.moment(after: milliseconds)
        isTakerWaiting = true
        defer { isTakerWaiting = false }
        while waiting.isEmpty && !isClosed && !isWoken {
            if pthread_cond_timedwait(changed, lock, &deadline) == ETIMEDOUT { break }
        }
        guard !waiting.isEmpty || !isClosed else { return nil }
        defer { (waiting, isWoken) = ([], false) }
        return waiting
    }

    /// Takes the oldest waiting work. Blocks until there is some; returns nil when closed and
    /// empty. Several threads may take from one queue.
    func takeOne() -> Work? {
        pthread_mutex_lock(lock)
        defer { pthread_mutex_unlock(lock) }
        while waiting.isEmpty && !isClosed { pthread_cond_wait(changed, lock) }
        guard !waiting.isEmpty else { return nil }
        defer { if !waiting.isEmpty { pthread_cond_signal(changed) } }
        return waiting.removeFirst()
    }

    func close() {
        pthread_mutex_lock(lock)
        defer { pthread_mutex_unlock(lock) }
        isClosed = true
        pthread_cond_broadcast(changed)
    }

    private static func moment(after milliseconds: Int) -> timespec {
        let nanoseconds = Int(MonotonicClock.now) + milliseconds * 1_000_000
        return timespec(tv_sec: nanoseconds / 1_000_000_000, tv_nsec: nanoseconds % 1_000_000_000)
    }
}
