import Synchronization

/// What changes from the moment on at which somebody began to listen: each change once, however
/// often it came meanwhile. For one task to go through.
public struct Changes: AsyncSequence, Sendable {
    /// Each says what to read again.
    public typealias Element = Change
    /// Listening does not fail.
    public typealias Failure = Never

    private let subscription: Subscription

    init(_ listener: Listener, wanted: Set<Change>, of feed: ChangeFeed) {
        subscription = Subscription(listener, wanted: wanted, of: feed)
    }

    /// Takes what changes; two iterators of one sequence share it.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(subscription: subscription)
    }

    /// Waits for one change after another.
    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate let subscription: Subscription

        /// Nil once its task is cancelled.
        public mutating func next() async -> Change? {
            let listener = subscription.listener
            return await withTaskCancellationHandler {
                await listener.next()
            } onCancel: {
                listener.finish()
            }
        }
    }

    /// Ends with the last copy of the sequence and its iterators.
    fileprivate final class Subscription: Sendable {
        let listener: Listener
        private let wanted: Set<Change>
        private let feed: ChangeFeed

        init(_ listener: Listener, wanted: Set<Change>, of feed: ChangeFeed) {
            self.listener = listener
            self.wanted = wanted
            self.feed = feed
        }

        deinit {
            feed.forget(listener, wanted)
        }
    }
}

/// What one listener has not heard yet, or the listener that waits.
final class Listener: Sendable {
    private struct State {
        var news: Set<Change> = []
        var waiting: CheckedContinuation<Change?, Never>?
        var isFinished = false
    }

    private let state = Mutex(State())

    func hear(_ change: Change) {
        let waiting = state.withLock { state in
            guard let waiting = state.waiting.take() else {
                state.news.insert(change)
                return nil as CheckedContinuation<Change?, Never>?
            }
            return waiting
        }
        waiting?.resume(returning: change)
    }

    func next() async -> Change? {
        await withCheckedContinuation { continuation in
            let (ended, answer) = state.withLock { state in take(&state, continuation) }
            ended?.resume(returning: answer)
        }
    }

    func finish() {
        let waiting = state.withLock { state in
            state.isFinished = true
            return state.waiting.take()
        }
        waiting?.resume(returning: nil)
    }

    /// - Returns: whom to answer, and what. A second task that asks sends the first one home.
    private func take(
        _ state: inout State, _ continuation: CheckedContinuation<Change?, Never>
    ) -> (CheckedContinuation<Change?, Never>?, Change?) {
        if state.isFinished { return (continuation, nil) }
        if let change = state.news.popFirst() { return (continuation, change) }
        let former = state.waiting
        state.waiting = continuation
        return (former, nil)
    }
}
