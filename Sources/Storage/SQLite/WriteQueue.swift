import Glibc

/// Writes that wait for the writer's thread, in the order they came.
///
/// Unchecked: what it holds is touched only under its lock.
final class WriteQueue: @unchecked Sendable {
    private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private var waiting: [Write] = []
    private var isClosed = false

    init() {
        pthread_mutex_init(lock, nil)
        pthread_cond_init(changed, nil)
    }

    deinit {
        pthread_cond_destroy(changed)
        pthread_mutex_destroy(lock)
        changed.deallocate()
        lock.deallocate()
    }

    /// - Returns: false when the queue is closed; then the write is not taken.
    func append(_ write: Write) -> Bool {
        pthread_mutex_lock(lock)
        defer { pthread_mutex_unlock(lock) }
        guard !isClosed else { return false }
        waiting.append(write)
        if waiting.count == 1 { pthread_cond_signal(changed) }
        return true
    }

    var count: Int {
        pthread_mutex_lock(lock)
        defer { pthread_mutex_unlock(lock) }
        return waiting.count
    }

    /// All that wait, after blocking until there is one; nil when closed and empty.
    func takeAll() -> [Write]? {
        pthread_mutex_lock(lock)
        defer { pthread_mutex_unlock(lock) }
        while waiting.isEmpty && !isClosed { pthread_cond_wait(changed, lock) }
        guard !waiting.isEmpty else { return nil }
        defer { waiting = [] }
        return waiting
    }

    func close() {
        pthread_mutex_lock(lock)
        defer { pthread_mutex_unlock(lock) }
        isClosed = true
        pthread_cond_signal(changed)
    }
}
