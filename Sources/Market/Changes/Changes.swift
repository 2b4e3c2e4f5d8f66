import Synchronization

/// The changes since a listener began to listen: each change once, however often it was posted
/// meanwhile. For use by one task.
public struct Changes: AsyncSequence, Sendable {
    /// A change says what to read again.
    public typealias Element = Change
    /// Listening cannot fail.
    public typealias Failure = Never

    private let subscription: Subscription

    init(_ listener: Listener, wanted: Set<Change>, of feed: ChangeFeed) {
        subscription = Subscription(listener, wanted: wanted, of: feed)
    }

    /// Makes an iterator; two iterators of one sequence share its changes.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(subscription: subscription) }

    /// Waits for one change after another.
    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate let subscription: Subscription

        /// Nil once the task is cancelled.
        public mutating func next() async -> Change? {
            let listener = subscription.listener
            return await withTaskCancellationHandler {
                await listener.next()
            } onCancel: {
                listener.finish()
            }
        }
    }

    /// Stops listening when the last copy of the sequence and its iterators is released.
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

/// The changes that a listener has not received yet, or the listener waiting for one.
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

    /// - Returns: the continuation to resume, and its value. A second task that waits ends the
    ///   first one's wait.
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
