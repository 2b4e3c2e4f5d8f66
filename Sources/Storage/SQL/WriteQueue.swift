import Glibc
import Market

/// A write that waits: what to do, and whom to answer.
struct Write: Sendable {
    /// Does it, inside of a transaction. It may run again after the transaction was undone.
    let perform: @Sendable (Connection) throws(StorageError) -> Void
    fileprivate let continuation: CheckedContinuation<StorageError?, Never>

    /// Tells who waits how it ended.
    /// - Parameter failure: nil when it is durable.
    func answer(_ failure: StorageError?) { continuation.resume(returning: failure) }
}

/// Writes that wait for the writer's thread.
typealias WriteQueue = WorkQueue<Write>

extension WriteQueue {
    /// Has `body` run by who takes from the queue, and returns when it is answered.
    /// - Throws: what `body` throws; `.unusable` when the queue is closed.
    func write<Value: Sendable>(
        _ body: @escaping @Sendable (Connection) throws(StorageError) -> Value
    ) async throws(StorageError) -> Value {
        let written = Written<Value>()
        // No value passes through the continuation: its type would be looked up at each call.
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

/// What a write has returned.
///
/// Unchecked: the writer's thread sets it before it answers, and who waits reads it after that.
private final class Written<Value: Sendable>: @unchecked Sendable {
    var value: Value?
}

/// What waits for a thread, in the order it came.
///
/// Unchecked: what it holds is touched only under its lock.
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

    /// - Returns: false when the queue is closed; then the work is not taken.
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

    /// Has who takes from it look at once, even if nothing waits.
    /// - Returns: false when that is busy, and looks later.
    func wake() -> Bool {
        pthread_mutex_lock(lock)
        defer { pthread_mutex_unlock(lock) }
        isWoken = true
        pthread_cond_signal(changed)
        return isTakerWaiting
    }

    /// All that wait, after blocking until there is one, or for `milliseconds`, or until woken; nil
    /// when closed and empty.
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

    /// The first that waits, after blocking until there is one; nil when closed and empty. Several
    /// threads may take from it.
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
        return timespec(
            tv_sec: nanoseconds / 1_000_000_000, tv_nsec: nanoseconds % 1_000_000_000)
    }
}
