import CLinux
import Glibc
import Synchronization

/// One thread with an epoll of its own that runs the tasks of its connections.
///
/// Unchecked because whatever is not `let`, `Mutex` or `Atomic` is used on the loop's thread only.
final class EventLoop: TaskExecutor, @unchecked Sendable {
    /// What other threads hand over.
    private struct Remote {
        var jobs: [UnownedJob] = []
        var isFinished = false
        var waiters: [UnsafeContinuation<Void, Never>] = []
    }

    let index: Int
    let service: Service
    let log: AccessLog?
    /// The buffer of every read, so that an idle connection holds none.
    let scratch: UnsafeMutableRawBufferPointer
    let epoll: Int32
    private let eventDescriptor: Int32
    private let thread = Atomic<UInt>(0)
    private let remote = Mutex(Remote())
    private let isWakeupPending = Atomic<Bool>(false)

    // No access to any of these overlaps another, so the dynamic check of exclusivity, which took a
    // thirtieth of a kept page, is off.
    @exclusivity(unchecked) private var jobs: [UnownedJob] = []
    @exclusivity(unchecked) private var batch: [UnownedJob] = []
    @exclusivity(unchecked) private var yielded: [UnsafeContinuation<Void, Never>] = []
    /// Connections whose turn to read comes after that of others.
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
    /// Listening was paused for want of descriptors, and connections have waited since.
    var isShortOfDescriptors = false
    var slots: [ChannelSlot] = []
    var freeSlots: [Int] = []
    /// The slot that was looked at last for an idle connection.
    var idleHand = 0
    var connections = 0
    var refusals = 0
    var isDraining = false
    /// When the grace of a shutdown ends.
    var cutAt = Int64.max
    /// Each loop counts for itself, without atomics; unchecked for the same reason.
    @exclusivity(unchecked) var statistics = ServerStatistics()
    @exclusivity(unchecked) var repeated = RepeatedAnswers()
    /// The head sent last, kept to reuse its memory.
    private var spareHead: [UInt8] = []

    /// Takes over the listening socket. Throws when the process has no more descriptors.
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

    /// Starts the thread. Throws when the system refuses it.
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
        // A task that outlived its loop finds its connection closed, on whatever thread.
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

    /// Has a connection go on reading after the others have had their turn.
    func proceedLater(_ connection: Connection) { ready.append(connection) }

    /// An empty array with the capacity of an earlier head.
    func takeHead() -> [UInt8] {
        var head: [UInt8] = []
        swap(&head, &spareHead)
        head.removeAll(keepingCapacity: true)
        return head
    }

    func keepHead(_ head: consuming [UInt8]) {
        spareHead = head
    }

    /// Waits for the end of the loop, or until it gives up on handlers that do not end.
    func finished() async {
        await withUnsafeContinuation { continuation in
            let isFinished = remote.withLock { remote in
                if !remote.isFinished { remote.waiters.append(continuation) }
                return remote.isFinished
            }
            if isFinished { continuation.resume() }
        }
    }

    /// Resumes those that wait in `finished`.
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

    /// Jobs that these jobs enqueue wait for the next iteration, so that events are not starved.
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

    /// Milliseconds for epoll_wait: until the next tick when anything depends on it.
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
        // Only resets the counter; the jobs are taken in any case.
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
