import Dispatch
import Synchronization
import Testing

@testable import Web

/// A limiter with one place, and a clock that the test moves.
struct TurnLimiterTests {
    private struct Broken: Error {}

    /// A clock that stands still until it is moved, and the names of the work that ran.
    private final class Record: Sendable {
        let elapsed = Mutex(Duration.zero)
        let ran = Mutex<[String]>([])
        private let start = ContinuousClock.now

        var now: ContinuousClock.Instant { start + elapsed.withLock { $0 } }
        func advance(by duration: Duration) { elapsed.withLock { $0 += duration } }
        func note(_ name: String) { ran.withLock { $0.append(name) } }
    }

    /// Counts how many ran, and the most that ran at once.
    private final class Meter: Sendable {
        let ran = Atomic<Int>(0)
        let running = Atomic<Int>(0)
        let most = Atomic<Int>(0)

        func work() async {
            most.max(running.add(1, ordering: .relaxed).newValue, ordering: .relaxed)
            await Task.yield()
            running.subtract(1, ordering: .relaxed)
            ran.add(1, ordering: .relaxed)
        }
    }

    private let record = Record()
    private let limiter: TurnLimiter

    init() {
        limiter = TurnLimiter(mostRunning: 1) { [record] in record.now }
    }

    private func text(_ address: UInt8) -> String { "192.0.2.\(address)" }

    /// Starts work that holds the only place until told to end.
    private func holdPlace(
        _ group: inout ThrowingTaskGroup<Void, any Error>
    ) async throws -> AsyncStream<Never>.Continuation {
        let (ends, end) = AsyncStream.makeStream(of: Never.self)
        group.addTask { [limiter, address = text(200)] in
            try await limiter.run(for: address) { for await _ in ends {} }
        }
        while limiter.load.running < 1 { await Task.yield() }
        return end
    }

    /// Starts work that has to wait.
    private func wait(
        _ name: String, from address: UInt8, _ group: inout ThrowingTaskGroup<Void, any Error>
    ) async throws {
        let address = text(address)
        let waiting = limiter.load.waiting
        group.addTask { [limiter, record] in
            try await limiter.run(for: address) { record.note(name) }
        }
        while limiter.load.waiting == waiting { await Task.yield() }
    }

    private func expectRefusal(of address: UInt8) async throws {
        let error = await #expect(throws: SiteError.self) {
            try await limiter.run(for: text(address)) {}
        }
        guard case .unavailable = error else { throw Broken() }
    }

    /// Runs work that takes this long, as the limiter measures it.
    private func runOne(taking duration: Duration) async throws {
        try await limiter.run(for: text(201)) { [record] in record.advance(by: duration) }
    }

    @Test func aLoneAddressMayHaveEveryPlace() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            let end = try await holdPlace(&group)
            for number in 1...100 { try await wait("\(number)", from: 1, &group) }
            #expect(limiter.load == SiteStatistics.Work(running: 1, waiting: 100))
            end.finish()
            try await group.waitForAll()
        }
        #expect(record.ran.withLock { $0 } == (1...100).map { "\($0)" })
        #expect(limiter.load == SiteStatistics.Work(running: 0, waiting: 0))
    }

    @Test func runIfFreeNeverWaits() async throws {
        let free = try await limiter.runIfFree { 1 }
        #expect(free == 1)
        try await withThrowingTaskGroup(of: Void.self) { group in
            let end = try await holdPlace(&group)
            let none = try await limiter.runIfFree { 2 }
            #expect(none == nil)
            #expect(limiter.load == SiteStatistics.Work(running: 1, waiting: 0))
            end.finish()
            try await group.waitForAll()
        }
        await #expect(throws: Broken.self) {
            try await limiter.runIfFree { () async throws -> Int in throw Broken() }
        }
        // Each has given its place back.
        let again = try await limiter.runIfFree { 3 }
        #expect(again == 3)
        #expect(limiter.load == SiteStatistics.Work(running: 0, waiting: 0))
    }

    @Test func turnsGoRoundByAddress() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            let end = try await holdPlace(&group)
            for name in ["a1", "a2", "a3", "a4"] { try await wait(name, from: 1, &group) }
            for name in ["b1", "b2"] { try await wait(name, from: 2, &group) }
            try await wait("c1", from: 3, &group)
            end.finish()
            try await group.waitForAll()
        }
        #expect(record.ran.withLock { $0 } == ["a1", "b1", "c1", "a2", "b2", "a3", "a4"])
    }

    /// At half a second each, the fifth in the queue would start after two and a half.
    @Test func anExpectedWaitPastTwoSecondsIsRefusedAtOnce() async throws {
        try await runOne(taking: .milliseconds(500))
        try await withThrowingTaskGroup(of: Void.self) { group in
            let end = try await holdPlace(&group)
            for number in 1...4 { try await wait("a\(number)", from: 1, &group) }
            try await expectRefusal(of: 1)
            // Only one of the first address's four comes before it.
            for number in 1...2 { try await wait("b\(number)", from: 2, &group) }
            try await expectRefusal(of: 2)
            end.finish()
            try await group.waitForAll()
        }
        #expect(record.ran.withLock { $0 } == ["a1", "b1", "a2", "b2", "a3", "a4"])
    }

    @Test func aWaitPastTwoSecondsIsRefusedInItsTurn() async throws {
        var refused = 0
        try await withThrowingTaskGroup(of: Void.self) { group in
            let end = try await holdPlace(&group)
            try await wait("late", from: 1, &group)
            record.advance(by: .milliseconds(1_500))
            try await wait("in time", from: 1, &group)
            record.advance(by: .milliseconds(501))
            end.finish()
            while let result = await group.nextResult() {
                if case .failure(SiteError.unavailable) = result { refused += 1 }
            }
        }
        #expect(refused == 1)
        #expect(record.ran.withLock { $0 } == ["in time"])
        #expect(limiter.load == SiteStatistics.Work(running: 0, waiting: 0))
    }

    /// The running mean moves by an eighth of the difference to each duration.
    @Test func slowWorkIsForgottenAsOthersAreQuick() async throws {
        try await runOne(taking: .seconds(8))
        try await withThrowingTaskGroup(of: Void.self) { group in
            let end = try await holdPlace(&group)
            try await expectRefusal(of: 1)
            end.finish()
        }
        for _ in 1...20 { try await runOne(taking: .zero) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            let end = try await holdPlace(&group)
            try await wait("quick", from: 1, &group)
            end.finish()
        }
        #expect(record.ran.withLock { $0 } == ["quick"])
    }

    @Test func aGoneClientLeavesTheQueue() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            let end = try await holdPlace(&group)
            let (first, gone) = (text(1), text(2))
            let task = Task { [limiter, record] in
                try await limiter.run(for: gone) { record.note("gone") }
            }
            while limiter.load.waiting < 1 { await Task.yield() }
            try await wait("here", from: 1, &group)
            task.cancel()
            await #expect(throws: SiteError.self) { try await task.value }
            #expect(limiter.load.waiting == 1)
            let late = Task { [limiter] in
                withUnsafeCurrentTask { $0?.cancel() }
                try await limiter.run(for: first) {}
            }
            await #expect(throws: SiteError.self) { try await late.value }
            #expect(limiter.load.waiting == 1)
            end.finish()
            try await group.waitForAll()
        }
        #expect(record.ran.withLock { $0 } == ["here"])
    }

    @Test func workThatThrowsLeavesItsPlace() async throws {
        for _ in 1...3 {
            await #expect(throws: Broken.self) {
                try await limiter.run(for: text(1)) { throw Broken() }
            }
        }
        #expect(limiter.load == SiteStatistics.Work(running: 0, waiting: 0))
    }

    @Test(arguments: [1, 2, 3])
    func theLimitHoldsAndAllAreAnswered(mostRunning: Int) async throws {
        let limiter = TurnLimiter(mostRunning: mostRunning) { [record] in record.now }
        let meter = Meter()
        let addresses = (0..<5).map(text)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<200 {
                group.addTask {
                    try await limiter.run(for: addresses[number % 5]) { await meter.work() }
                }
            }
            try await group.waitForAll()
        }
        #expect(meter.ran.load(ordering: .relaxed) == 200)
        #expect(meter.most.load(ordering: .relaxed) <= mostRunning)
        #expect(limiter.load == SiteStatistics.Work(running: 0, waiting: 0))
    }

    // MARK: - Threads

    @Test func workNeverRunsOnItsCallersThreads() async throws {
        let limiter = TurnLimiter(mostRunning: 1)
        let places = try await withTaskExecutorPreference(Threads.shared) {
            [
                Threads.isCurrent, try await limiter.run(for: "a") { Threads.isCurrent },
                Threads.isCurrent,
            ]
        }
        #expect(places == [true, false, true])
    }

    @Test func workThatIsNoClosureOfItsOwnDoesNotEither() async throws {
        func place(in limiter: TurnLimiter, _ work: @escaping @Sendable () -> Bool) async throws
            -> Bool
        {
            try await limiter.run(for: "a", work)
        }
        let limiter = TurnLimiter(mostRunning: 1)
        let isHere = try await withTaskExecutorPreference(Threads.shared) {
            try await place(in: limiter) { Threads.isCurrent }
        }
        #expect(!isHere)
    }

    @Test func workThatWaitsInBetweenDoesNotEither() async throws {
        let limiter = TurnLimiter(mostRunning: 1)
        let places = try await withTaskExecutorPreference(Threads.shared) {
            try await limiter.run(for: "a") {
                var places = [Threads.isCurrent]
                await Task.yield()
                places.append(Threads.isCurrent)
                return places
            }
        }
        #expect(places == [false, false])
    }
}

/// Threads outside the shared pool.
private final class Threads: TaskExecutor {
    static let shared = Threads()

    private static let mark = DispatchSpecificKey<Bool>()
    private let queue = DispatchQueue(label: "limiter tests", attributes: .concurrent)

    private init() {
        queue.setSpecific(key: Self.mark, value: true)
    }

    /// Whether the caller runs on one of them.
    static var isCurrent: Bool { DispatchQueue.getSpecific(key: mark) ?? false }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
