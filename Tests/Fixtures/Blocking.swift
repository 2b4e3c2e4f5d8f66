import Dispatch

/// The actor for tests that wait for other processes: it has a queue of its own, so that the
/// threads shared by all other tests stay free. Two such tests never run at once.
@globalActor
public actor Blocking {
    public static let shared = Blocking()

    private static let executor = QueueExecutor()

    public nonisolated var unownedExecutor: UnownedSerialExecutor {
        Self.executor.asUnownedSerialExecutor()
    }
}

private final class QueueExecutor: SerialExecutor {
    private let queue = DispatchQueue(label: "tests that wait for other processes")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
}
