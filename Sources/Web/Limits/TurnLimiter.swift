import Synchronization

/// Limits how much costly work runs at once, and keeps it off the event loops: searches, which walk
/// through all their matches, password hashing, photos and exports.
///
/// Other work waits. Turns go round by address, so a client that asks for much waits behind itself,
/// but a client that is alone may use all places. Work is refused after it has waited too long, and
/// at once if it would have to: the expected wait is estimated from the work ahead of it and from
/// how long recent work took.
final class TurnLimiter: Sendable {
    typealias Instant = ContinuousClock.Instant

    /// The running mean moves by one part in this many of the difference to the latest duration.
    private static let weight = 8

    fileprivate struct Waiter {
        let number: Int
        let start: Instant
        let continuation: CheckedContinuation<Void, any Error>
    }

    fileprivate struct State {
        var running = 0
        /// The waiters of each address, oldest first; never an empty array.
        var waiting: [String: [Waiter]] = [:]
        /// The addresses with waiters, in the order of their turns.
        var turns: [String] = []
        /// The running mean of recent durations; nil before the first work has ended.
        var mean: Duration?
        var lastNumber = 0
    }

    private let mostRunning: Int
    private let longestWait: Duration
    private let clock: @Sendable () -> Instant
    private let state = Mutex(State())

    /// - Parameter longestWait: the longest time that work may wait before it starts.
    init(
        mostRunning: Int, longestWait: Duration = .seconds(2),
        clock: @escaping @Sendable () -> Instant = { .now }
    ) {
        self.mostRunning = mostRunning
        self.longestWait = longestWait
        self.clock = clock
    }

    var load: SiteStatistics.Work {
        state.withLock { state in
            SiteStatistics.Work(
                running: state.running, waiting: state.waiting.values.reduce(0) { $0 + $1.count })
        }
    }

    /// Runs `work` on the shared thread pool when its turn comes, in a detached task: with a mere
    /// executor preference, a function that is not a closure would return to its event loop. A
    /// caller that is cancelled while waiting stops waiting.
    /// - Throws: `SiteError.unavailable` if it would wait, or has waited, too long; whatever `work` throws.
    func run<Value: Sendable>(
        for address: String, _ work: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        try await enter(address)
        let start = clock()
        defer { leave(after: clock() - start) }
        return try await Task.detached { try await work() }.value
    }

    /// Runs `work` only if a place is free now, for work that can be skipped.
    /// - Returns: nil if no place is free.
    func runIfFree<Value: Sendable>(
        _ work: @escaping @Sendable () async throws -> Value
    ) async throws -> Value? {
        guard state.withLock({ $0.takePlace(of: mostRunning) }) else { return nil }
        let start = clock()
        defer { leave(after: clock() - start) }
        return try await Task.detached { try await work() }.value
    }

    // MARK: - Coming and going

    private func enter(_ address: String) async throws {
        let number = state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let waiter = Waiter(number: number, start: clock(), continuation: continuation)
                let answer = state.withLock { $0.enter(waiter, address, mostRunning, longestWait) }
                if let answer { continuation.resume(with: answer) }
            }
        } onCancel: {
            let waiter = state.withLock { $0.remove(number, address) }
            waiter?.continuation.resume(throwing: SiteError.unavailable)
        }
    }

    /// Gives the place to the next waiter, or frees it.
    private func leave(after duration: Duration) {
        let now = clock()
        let (next, late) = state.withLock { state in
            let mean = state.mean ?? duration
            state.mean = mean + (duration - mean) / Self.weight
            return state.handOver(at: now, longestWait)
        }
        next?.continuation.resume()
        for waiter in late { waiter.continuation.resume(throwing: SiteError.unavailable) }
    }
}

// MARK: - Turns

extension TurnLimiter.State {
    /// - Returns: whether a place was free; none is free while somebody waits.
    mutating func takePlace(of most: Int) -> Bool {
        guard running < most else { return false }
        running += 1
        return true
    }

    /// - Returns: nil if the waiter has to wait.
    mutating func enter(
        _ waiter: TurnLimiter.Waiter, _ address: String, _ mostRunning: Int,
        _ longestWait: Duration
    ) -> Result<Void, any Error>? {
        if takePlace(of: mostRunning) { return .success(()) }
        let expected = (mean ?? .zero) * (count(before: address) + 1) / mostRunning
        // Also refuses a waiter whose task was cancelled before `remove` could find it.
        guard expected <= longestWait, !Task.isCancelled else {
            return .failure(SiteError.unavailable)
        }
        if waiting[address] == nil { turns.append(address) }
        waiting[address, default: []].append(waiter)
        return nil
    }

    /// How many waiters would go before a new one of this address, if nobody else arrives.
    private func count(before address: String) -> Int {
        let own = waiting[address]?.count ?? 0
        let place = turns.firstIndex(of: address) ?? turns.count
        return turns.enumerated().reduce(own) { count, turn in
            guard turn.element != address else { return count }
            let rounds = turn.offset < place ? own + 1 : own
            return count + min(waiting[turn.element]?.count ?? 0, rounds)
        }
    }

    /// - Returns: the waiter that gets the place, if any, and those that had waited too long.
    mutating func handOver(
        at now: TurnLimiter.Instant, _ longestWait: Duration
    ) -> (next: TurnLimiter.Waiter?, late: [TurnLimiter.Waiter]) {
        var late: [TurnLimiter.Waiter] = []
        while let waiter = takeNext() {
            guard now - waiter.start > longestWait else { return (waiter, late) }
            late.append(waiter)
        }
        running -= 1
        return (nil, late)
    }

    private mutating func takeNext() -> TurnLimiter.Waiter? {
        guard let address = turns.first, let waiter = waiting[address]?.first else { return nil }
        let removed = remove(waiter.number, address)
        if waiting[address] != nil { turns.append(turns.removeFirst()) }
        return removed
    }

    /// - Returns: nil if it is not waiting.
    mutating func remove(_ number: Int, _ address: String) -> TurnLimiter.Waiter? {
        guard var waiters = waiting[address],
            let place = waiters.firstIndex(where: { $0.number == number })
        else { return nil }
        let waiter = waiters.remove(at: place)
        waiting[address] = waiters.isEmpty ? nil : waiters
        if waiters.isEmpty { turns.removeAll { $0 == address } }
        return waiter
    }
}
