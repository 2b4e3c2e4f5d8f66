import Glibc

/// Runs blocking work on a thread of its own, so that no other thread is held up.
enum BlockingThread {
    private final class Start: Sendable {
        let work: @Sendable () -> Void

        init(_ work: @escaping @Sendable () -> Void) {
            self.work = work
        }
    }

    /// - Returns: nil if no thread could be created.
    static func run<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value? {
        await withCheckedContinuation { continuation in
            let start = Unmanaged.passRetained(Start { continuation.resume(returning: work()) })
            var thread = pthread_t()
            guard pthread_create(&thread, nil, main, start.toOpaque()) == 0 else {
                start.release()
                continuation.resume(returning: nil)
                return
            }
            pthread_detach(thread)
        }
    }

    private static let main: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? =
        { context in
            // With SIGPIPE blocked, writing to a closed pipe fails with an error.
            var signals = sigset_t()
            sigemptyset(&signals)
            sigaddset(&signals, SIGPIPE)
            pthread_sigmask(SIG_BLOCK, &signals, nil)
            if let context { Unmanaged<Start>.fromOpaque(context).takeRetainedValue().work() }
            return nil
        }
}
