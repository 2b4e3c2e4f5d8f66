import Glibc
import Market
import Synchronization

/// A thread owned by the storage, which may block.
final class WorkerThread: Sendable {
    private let thread = Mutex<pthread_t?>(nil)

    private final class Start: Sendable {
        let body: @Sendable () -> Void

        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }

    /// - Throws: `.failed` if no thread can be created.
    init(_ body: @escaping @Sendable () -> Void) throws(StorageError) {
        let start = Unmanaged.passRetained(Start(body))
        var thread = pthread_t()
        let code = pthread_create(&thread, nil, Self.main, start.toOpaque())
        guard code == 0 else {
            start.release()
            throw .failed("a thread: \(String(cString: strerror(code)))")
        }
        self.thread.withLock { [thread] kept in kept = thread }
    }

    private static let main: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? =
        { context in
            if let context { Unmanaged<Start>.fromOpaque(context).takeRetainedValue().body() }
            return nil
        }

    /// Waits for the thread to end. May be called again.
    func join() {
        thread.withLock { thread in
            if let running = thread { pthread_join(running, nil) }
            thread = nil
        }
    }
}
