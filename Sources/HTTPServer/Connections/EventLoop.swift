import CLinux
import Glibc
import Synchronization

/// A thread with its own epoll that runs the tasks of its connections.
///
/// Unchecked `Sendable` because whatever is not `let`, `Mutex` or `Atomic` is used on the loop's thread only.
final class EventLoop: TaskExecutor, @unchecked Sendable {
    /// What other threads hand to this loop.
    private struct Remote {
        var jobs: [UnownedJob] = []
        var isFinished = false
        var waiters: [UnsafeContinuation<Void, Never>] = []
    }

    let index: Int
    let service: Service
    let log: AccessLog?
    /// The buffer shared by all reads, so that an idle connection holds none.
    let scratch: UnsafeMutableRawBufferPointer
    let epoll: Int32
    private let eventDescriptor: Int32
    private let thread = Atomic<UInt>(0)
    private let remote = Mutex(Remote())
    private let isWakeupPending = Atomic<Bool>(false)

    // No two accesses to any of these overlap, so the dynamic exclusivity check, which took a thirtieth of the
    // time of a cached page, is off.
    @exclusivity(unchecked) private var jobs: [UnownedJob] = []
    @exclusivity(unchecked) private var batch: [UnownedJob] = []
    @exclusivity(unchecked) private var yielded: [UnsafeContinuation<Void, Never>] = []
    /// Connections that continue reading after the others have had a turn.
    @exclusivity(unchecked) private var ready: [Connection] = []
    @exclusivity(unchecked) private var events = [epoll_event](
        repeating: epoll_event(), count: 256)
    /// When to check deadlines again.
    var nextTick: Int64 = 0
    private(set) var now = Clock.monotonic()
    private(set) var seconds: Int64 = 0
    private(set) var date: [UInt8] = []

    var listener: Int32
    var isListening = false
    /// Whether listening was paused for lack of descriptors while connections waited to be accepted.
    var isShortOfDescriptors = false
    var slots: [ChannelSlot] = []
    var freeSlots: [Int] = []
    /// The slot where the last search for a connection to evict stopped.
    var evictionCursor = 0
    var connections = 0
    var refusals = 0
    var isDraining = false
    /// When the grace period of a shutdown ends.
    var drainDeadline = Int64.max
    /// Each loop counts for itself, without atomics; exclusivity is unchecked for the same reason as above.
    @exclusivity(unchecked) var statistics = ServerStatistics()
    @exclusivity(unchecked) var repeated = RepeatedAnswers()
    /// The buffer of the last head sent, kept to reuse its memory.
    private var spareHead: [UInt8] = []

    /// Takes over the listening socket. Throws if the process has no more descriptors.
    init(index: Int, listener: Int32, service: Service) throws(ServerError) {
        self.index = index
        self.listener = listener
        self.service = service
        log = service.configuration.accessLog.map {
            AccessLog($0, pathWithoutSecret: service.configuration.pathWithoutSecret)
        }
        scratch = .allocate(byteCount: 64 * 1024, alignment: 16)
        epoll = epoll_create1(Int32(EPOLL_CLOEXEC))
        eventDescriptor = eventfd(0, Int32(EFD_CLOEXEC) | Int32(EFD_NONBLOCK))
        guard epoll >= 0, eventDescriptor >= 0 else { throw .system(errno) }
    }

    deinit {
        scratch.deallocate()
        for descriptor in [epoll, eventDescriptor, listener] where descriptor >= 0 {
            close(descriptor)
        }
    }

    /// Starts the thread. Throws if the system refuses it.
    func start() throws(ServerError) {
        var thread = pthread_t()
        let context = Unmanaged.passRetained(self)
        let code = pthread_create(
            &thread, nil,
            { context in
                guard let context else { return nil }
                Unmanaged<EventLoop>.fromOpaque(context).takeRetainedValue().run()
                return nil
            }, context.toOpaque())
        guard code == 0 else {
            context.release()
            throw .system(code)
        }
        pthread_detach(thread)
    }

    /// Whether the caller runs on the loop's thread.
    var isCurrent: Bool { thread.load(ordering: .relaxed) == UInt(pthread_self()) }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        if isCurrent {
            jobs.append(job)
            return
        }
        let isFinished = remote.withLock { remote in
            if !remote.isFinished { remote.jobs.append(job) }
            return remote.isFinished
        }
        // A task that outlived its loop finds its connection closed, so it may run on any thread.
        guard !isFinished else {
            job.runSynchronously(on: asUnownedTaskExecutor())
            return
        }
        wakeUp()
    }

    private func wakeUp() {
        guard !isWakeupPending.exchange(true, ordering: .acquiringAndReleasing) else { return }
        var one: UInt64 = 1
        // The counter cannot overflow: it is written once for each time it is read.
        _ = write(eventDescriptor, &one, 8)
    }

    /// Suspends until the next iteration of the loop.
    func yield() async {
        await withUnsafeContinuation { yielded.append($0) }
    }

    /// Lets a connection continue reading after the others have had a turn.
    func proceedLater(_ connection: Connection) { ready.append(connection) }

    /// Returns an empty array that reuses the memory of an earlier head.
    func takeHead() -> [UInt8] {
        var head: [UInt8] = []
        swap(&head, &spareHead)
        head.removeAll(keepingCapacity: true)
        return head
    }

    func keepHead(_ head: consuming [UInt8]) {
        spareHead = head
    }

    /// Waits for the loop to end, or to give up on handlers that do not end.
    func finished() async {
        await withUnsafeContinuation { continuation in
            let isFinished = remote.withLock { remote in
                if !remote.isFinished { remote.waiters.append(continuation) }
                return remote.isFinished
            }
            if isFinished { continuation.resume() }
        }
    }

    /// Resumes the callers that wait in `finished`.
    func releaseWaiters() {
        let waiters = remote.withLock { remote in
            defer { remote.waiters = [] }
            return remote.waiters
        }
        for waiter in waiters { waiter.resume() }
    }
}

extension EventLoop {
    private func run() {
        thread.store(UInt(pthread_self()), ordering: .releasing)
        watch(eventDescriptor, EPOLLIN.rawValue, key: .wakeup)
        listen()
        while true {
            runJobs()
            proceedWithReady()
            log?.flush()
            guard !isFinished() else { break }
            poll()
        }
        thread.store(0, ordering: .releasing)
        releaseWaiters()
    }

    /// Jobs that these jobs enqueue run in the next iteration, so that events are not starved.
    private func runJobs() {
        swap(&jobs, &batch)
        for job in batch { job.runSynchronously(on: asUnownedTaskExecutor()) }
        batch.removeAll(keepingCapacity: true)
    }

    private func proceedWithReady() {
        guard !ready.isEmpty else { return }
        let connections = ready
        ready = []
        for connection in connections { connection.proceed() }
    }

    private func poll() {
        let isBusy = !jobs.isEmpty || !yielded.isEmpty || !ready.isEmpty
        let count = epoll_wait(epoll, &events, Int32(events.count), isBusy ? 0 : pollTimeout())
        readClocks()
        statistics.turns += 1
        for index in 0..<max(Int(count), 0) { dispatch(events[index]) }
        let waiting = yielded
        yielded.removeAll(keepingCapacity: true)
        for continuation in waiting { continuation.resume() }
        guard now >= nextTick else { return }
        nextTick = now + tickLength
        tick()
    }

    /// The timeout of epoll_wait in milliseconds: until the next tick if anything depends on it, else none.
    private func pollTimeout() -> Int32 {
        guard
            connections > 0 || refusals > 0 || isDraining || !isListening
                || log?.hasUnwrittenLines == true
        else { return -1 }
        return Int32(clamping: max(nextTick - Clock.monotonic(), 0) / 1_000_000 + 1)
    }

    private var tickLength: Int64 {
        isDraining || !isListening ? min(service.timeouts.tick, 50_000_000) : service.timeouts.tick
    }

    private func readClocks() {
        now = Clock.monotonic()
        let current = Clock.seconds()
        guard current != seconds else { return }
        seconds = current
        date = HTTPDate.bytes(current)
        log?.setDate(current)
    }

    private func dispatch(_ event: epoll_event) {
        switch event.data.u64 {
        case ChannelKey.wakeup.value: takeRemoteJobs()
        case ChannelKey.listener.value: accept()
        default: channel(at: ChannelKey(event.data.u64))?.notify(event.events)
        }
    }

    private func takeRemoteJobs() {
        var count: UInt64 = 0
        // The read only resets the counter; the jobs are taken in any case.
        _ = read(eventDescriptor, &count, 8)
        isWakeupPending.store(false, ordering: .sequentiallyConsistent)
        let arrived = remote.withLock { remote in
            defer { remote.jobs = [] }
            return remote.jobs
        }
        jobs.append(contentsOf: arrived)
    }

    private func isFinished() -> Bool {
        let isIdle = jobs.isEmpty && yielded.isEmpty && ready.isEmpty
        guard isDraining, connections == 0, refusals == 0, isIdle else { return false }
        return remote.withLock { remote in
            remote.isFinished = remote.jobs.isEmpty
            return remote.isFinished
        }
    }
}
