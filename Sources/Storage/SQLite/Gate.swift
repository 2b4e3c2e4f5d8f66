import Glibc

/// Holds up who comes before something has been done, and nobody afterwards.
///
/// Unchecked: what it holds is touched only under its lock.
final class Gate: @unchecked Sendable {
    private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let opened = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private var isOpen = false

    init() {
        pthread_mutex_init(lock, nil)
        pthread_cond_init(opened, nil)
    }

    deinit {
        pthread_cond_destroy(opened)
        pthread_mutex_destroy(lock)
        opened.deallocate()
        lock.deallocate()
    }

    func open() {
        pthread_mutex_lock(lock)
        defer { pthread_mutex_unlock(lock) }
        isOpen = true
        pthread_cond_broadcast(opened)
    }

    func pass() {
        pthread_mutex_lock(lock)
        defer { pthread_mutex_unlock(lock) }
        while !isOpen { pthread_cond_wait(opened, lock) }
    }
}
