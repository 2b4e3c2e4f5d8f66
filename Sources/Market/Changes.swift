/// What changes from the moment on at which somebody began to listen: each change once, however
/// often it came meanwhile. For one task to go through.
public struct Changes: AsyncSequence, Sendable {
    public typealias Element = Change
    public typealias Failure = Never

    private let subscription: Subscription

    init(_ listener: Listener, wanted: Set<Change>, of feed: ChangeFeed) {
        subscription = Subscription(listener, wanted: wanted, of: feed)
    }

    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(subscription: subscription)
    }

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
