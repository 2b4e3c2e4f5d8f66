import Synchronization

/// Lets little costly work run at once, and on no event loop: searches, which walk through all that they
/// find, passwords, photos and exports.
///
/// The rest waits. Turns go round by address, so that who asks much waits for itself; who is alone may
/// have everything. Work is turned away when it has waited for too long, and at once when it would: that
/// is told by how much comes before it and how long the last took.
final class TurnLimiter: Sendable {
    typealias Instant = ContinuousClock.Instant

    /// The mean moves by this part of what the last one took longer or shorter.
    private static let weight = 8

    fileprivate struct Waiter {
        let number: Int
        let start: Instant
        let continuation: CheckedContinuation<Void, any Error>
    }

    fileprivate struct State {
        var running = 0
        /// Of each address that waits, oldest first; never empty.
        var waiting: [String: [Waiter]] = [:]
        /// The addresses that wait, in the order of their turns.
        var turns: [String] = []
        /// Of how long the last ones took; nil before the first has ended.
        var mean: Duration?
        var lastNumber = 0
    }

    private let mostRunning: Int
    private let longestWait: Duration
    private let clock: @Sendable () -> Instant
    private let state = Mutex(State())

    /// - Parameter longestWait: until it begins.
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

    /// Runs `work` on the shared thread pool when its turn comes, in a task of its own: one that
    /// only prefers the pool for a while goes back to its loop with a function that is no closure.
    /// Who is cancelled while waiting waits no longer.
    /// - Throws: `SiteError.unavailable` when it would wait, or has waited, for too long; what
    ///   `work` throws.
    func run<Value: Sendable>(
        for address: String, _ work: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        try await enter(address)
        let start = clock()
        defer { leave(after: clock() - start) }
        return try await Task.detached { try await work() }.value
    }

    /// The same at once, of what is done without rather than waited for.
    /// - Returns: nil where no place is free.
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

    /// Hands the place to whose turn it is, or frees it.
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
    /// - Returns: whether one was free; while somebody waits, none is.
    mutating func takePlace(of most: Int) -> Bool {
        guard running < most else { return false }
        running += 1
        return true
    }

    /// - Returns: nil for one that is to wait.
    mutating func enter(
        _ waiter: TurnLimiter.Waiter, _ address: String, _ mostRunning: Int,
        _ longestWait: Duration
    ) -> Result<Void, any Error>? {
        if takePlace(of: mostRunning) { return .success(()) }
        let expected = (mean ?? .zero) * (count(before: address) + 1) / mostRunning
        // Cancelled before it could be removed.
        guard expected <= longestWait, !Task.isCancelled else {
            return .failure(SiteError.unavailable)
        }
        if waiting[address] == nil { turns.append(address) }
        waiting[address, default: []].append(waiter)
        return nil
    }

    /// How many have their turn before one more of the address, as long as nobody else comes.
    private func count(before address: String) -> Int {
        let own = waiting[address]?.count ?? 0
        let place = turns.firstIndex(of: address) ?? turns.count
        return turns.enumerated().reduce(own) { count, turn in
            guard turn.element != address else { return count }
            let rounds = turn.offset < place ? own + 1 : own
            return count + min(waiting[turn.element]?.count ?? 0, rounds)
        }
    }

    /// - Returns: who has the place now, if anybody, and those whose turn came too late.
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

    /// - Returns: nil when it does not wait.
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
