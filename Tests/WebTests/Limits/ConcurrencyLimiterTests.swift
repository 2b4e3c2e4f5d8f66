import Dispatch
import Synchronization
import Testing

@testable import Web

struct ConcurrencyLimiterTests {
    /// How much ran at once, at most.
    private final class Meter: Sendable {
        let running = Atomic<Int>(0)
        let most = Atomic<Int>(0)

        /// Takes long enough for others to come in between if they may.
        func work() -> Int {
            most.max(running.add(1, ordering: .relaxed).newValue, ordering: .relaxed)
            var sum = 0
            for number in 0..<20_000 { sum &+= number }
            running.subtract(1, ordering: .relaxed)
            return sum
        }
    }

    @Test(arguments: [1, 2, 3])
    func neverMoreThanSoManyRunAndAllFinish(mostRunning: Int) async throws {
        let gate = ConcurrencyLimiter(mostRunning: mostRunning, mostWaiting: 100)
        let meter = Meter()
        let finished = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<100 { group.addTask { try await gate.run { meter.work() } } }
            return try await group.reduce(into: 0) { count, _ in count += 1 }
        }
        #expect(finished == 100)
        #expect(meter.most.load(ordering: .relaxed) <= mostRunning)
        #expect(meter.running.load(ordering: .relaxed) == 0)
    }

    @Test(arguments: [0, 2])
    func pastItsQueueWorkIsRefusedAtOnceAndTheRestFinishes(mostWaiting: Int) async throws {
        let gate = ConcurrencyLimiter(mostRunning: 1, mostWaiting: mostWaiting)
        let end = DispatchSemaphore(value: 0)
        let (kept, refused) = (1 + mostWaiting, 5)
        // Blocks a thread of the shared pool, so everything else runs on threads of its own.
        let results = await withTaskExecutorPreference(Threads.shared) {
            await withTaskGroup(of: Bool.self) { group in
                for _ in 0..<kept + refused {
                    group.addTask {
                        // A gate that lets too many in must fail this test, not hold it up.
                        (try? await gate.run { end.wait(timeout: .now() + 20) }) != nil
                    }
                }
                // None finishes before the end is signalled: the first ones are the refused.
                var results: [Bool] = []
                for _ in 0..<refused { results.append(await group.next() ?? true) }
                for _ in 0..<kept { end.signal() }
                for await result in group { results.append(result) }
                return results
            }
        }
        let expected = [false, true].map { Array(repeating: $0, count: $0 ? kept : refused) }
        #expect(results == expected.flatMap { $0 })
    }

    @Test func whatRunsAndWhatWaitsIsTold() async throws {
        let gate = ConcurrencyLimiter(mostRunning: 1, mostWaiting: 9)
        let end = DispatchSemaphore(value: 0)
        await withTaskExecutorPreference(Threads.shared) {
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<3 {
                    group.addTask { _ = try? await gate.run { end.wait(timeout: .now() + 20) } }
                }
                while gate.load.waiting < 2 { await Task.yield() }
                #expect(gate.load.running == 1)
                for _ in 0..<3 { end.signal() }
            }
        }
        #expect(gate.load == SiteStatistics.Work(running: 0, waiting: 0))
    }

    @Test func workNeverRunsOnItsCallersThreads() async throws {
        let gate = ConcurrencyLimiter(mostRunning: 1, mostWaiting: 0)
        let places = try await withTaskExecutorPreference(Threads.shared) {
            [Threads.isCurrent, try await gate.run { Threads.isCurrent }, Threads.isCurrent]
        }
        #expect(places == [true, false, true])
    }

    @Test func workThatIsNoClosureOfItsOwnDoesNotEither() async throws {
        func place(in gate: ConcurrencyLimiter, _ work: @escaping @Sendable () -> Bool) async throws
            -> Bool
        {
            try await gate.run(work)
        }
        let gate = ConcurrencyLimiter(mostRunning: 1, mostWaiting: 0)
        let isHere = try await withTaskExecutorPreference(Threads.shared) {
            try await place(in: gate) { Threads.isCurrent }
        }
        #expect(!isHere)
    }

    @Test func workThatWaitsInBetweenDoesNotEither() async throws {
        let gate = ConcurrencyLimiter(mostRunning: 1, mostWaiting: 0)
        let places = try await withTaskExecutorPreference(Threads.shared) {
            try await gate.run {
                var places = [Threads.isCurrent]
                await Task.yield()
                places.append(Threads.isCurrent)
                return places
            }
        }
        #expect(places == [false, false])
    }

    @Test func workThatThrowsLeavesItsPlace() async throws {
        struct Broken: Error {}
        let gate = ConcurrencyLimiter(mostRunning: 1, mostWaiting: 0)
        for _ in 0..<3 {
            await #expect(throws: Broken.self) { try await gate.run { throw Broken() } }
        }
        #expect(try await gate.run { 7 } == 7)
    }
}

/// Threads of their own, so that work may block without holding up other tests.
private final class Threads: TaskExecutor {
    static let shared = Threads()

    private static let mark = DispatchSpecificKey<Bool>()
    private let queue = DispatchQueue(label: "work gate tests", attributes: .concurrent)

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
