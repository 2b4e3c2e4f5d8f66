import Synchronization

/// Lets costly work run off the event loops: so much at once, so much waiting, and no more.
final class ConcurrencyLimiter: Sendable {
    private struct State {
        var running = 0
        var waiting: [CheckedContinuation<Void, any Error>] = []
    }

    private let mostRunning: Int
    private let mostWaiting: Int
    private let state = Mutex(State())

    init(mostRunning: Int, mostWaiting: Int) {
        self.mostRunning = mostRunning
        self.mostWaiting = mostWaiting
    }

    var load: SiteStatistics.Work {
        state.withLock { state in
            SiteStatistics.Work(running: state.running, waiting: state.waiting.count)
        }
    }

    /// Runs `work` on the shared thread pool when its turn comes, in a task of its own: one that
    /// only prefers the pool for a while goes back to its loop with a function that is no closure.
    /// - Throws: `SiteError.unavailable` at once when too many wait already.
    func run<Value: Sendable>(
        _ work: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        try await enter()
        defer { leave() }
        return try await Task.detached { try await work() }.value
    }

    private func enter() async throws {
        try await withCheckedThrowingContinuation { continuation in
            let answer = state.withLock { state -> Result<Void, any Error>? in
                if state.running < mostRunning {
                    state.running += 1
                    return .success(())
                }
                guard state.waiting.count < mostWaiting else {
                    return .failure(SiteError.unavailable)
                }
                state.waiting.append(continuation)
                return nil
            }
            if let answer { continuation.resume(with: answer) }
        }
    }

    /// Hands the place to who waited longest, or frees it.
    private func leave() {
        let next = state.withLock { state -> CheckedContinuation<Void, any Error>? in
            guard state.waiting.isEmpty else { return state.waiting.removeFirst() }
            state.running -= 1
            return nil
        }
        next?.resume()
    }
}
