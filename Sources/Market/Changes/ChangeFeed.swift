import Synchronization

/// Tells listeners, such as open pages, that something has changed.
///
/// Changes that come faster than `pause` are delivered together, once each, and a busy listener
/// finds them when it asks next, so that nothing grows with the number of changes. Posting costs a
/// write the same whether nobody listens or thousands do, since a task of its own delivers.
public final class ChangeFeed: Sendable {
    private struct State {
        var listeners: [Change: [ObjectIdentifier: Listener]] = [:]
        /// The changes to deliver in the next round; each has a listener.
        var waiting: Set<Change> = []
        var isTelling = false
    }

    private let pause: Duration
    private let state = Mutex(State())
    private let follower = Mutex<(@Sendable ([Change]) -> Void)?>(nil)

    /// - Parameter pause: the time between two rounds of delivery.
    public init(pause: Duration = .milliseconds(250)) {
        self.pause = pause
    }

    /// Listens from now on, until the sequence is released or its task is cancelled.
    /// - Parameter wanted: the changes to deliver.
    public func changes(_ wanted: Set<Change>) -> Changes {
        let listener = Listener()
        state.withLock { state in
            for change in wanted {
                state.listeners[change, default: [:]][ObjectIdentifier(listener)] = listener
            }
        }
        return Changes(listener, wanted: wanted, of: self)
    }

    /// Delivers a change to its listeners in the next round.
    public func post(_ change: Change) { post([change]) }

    /// Posts several changes at once. A change in a conversation is delivered immediately, since
    /// somebody waits for an answer there and few listen.
    public func post(_ changes: [Change]) {
        if !changes.isEmpty { follower.withLock { $0 }?(changes) }
        for change in changes where change.isPrompt {
            let listeners = state.withLock { $0.listeners[change].map { Array($0.values) } ?? [] }
            for listener in listeners { listener.hear(change) }
        }
        post { listeners in Set(changes.filter { !$0.isPrompt && listeners[$0] != nil }) }
    }

    /// Calls `body` from now on, in place of the former follower, with all changes posted by name, which
    /// are the writes of this process. The writing thread calls it, so it must not wait for anything.
    public func setFollower(_ body: @escaping @Sendable ([Change]) -> Void) {
        follower.withLock { $0 = body }
    }

    /// Tells every listener, since what another process has written cannot be told apart.
    public func postEverything() { post { listeners in Set(listeners.keys) } }

    /// How many changes somebody listens to.
    var wantedChanges: Int { state.withLock(\.listeners.count) }

    func forget(_ listener: Listener, _ wanted: Set<Change>) {
        state.withLock { state in
            for change in wanted {
                state.listeners[change]?[ObjectIdentifier(listener)] = nil
                if state.listeners[change]?.isEmpty == true { state.listeners[change] = nil }
            }
        }
    }

    private func post(_ news: ([Change: [ObjectIdentifier: Listener]]) -> Set<Change>) {
        let begins = state.withLock { state in
            state.waiting.formUnion(news(state.listeners))
            guard !state.waiting.isEmpty, !state.isTelling else { return false }
            state.isTelling = true
            return true
        }
        if begins { Task { await tell() } }
    }

    private func tell() async {
        while let round = nextRound() {
            for (change, listeners) in round {
                for listener in listeners { listener.hear(change) }
            }
            try? await Task.sleep(for: pause)  // Nobody cancels this task.
        }
    }

    private func nextRound() -> [(Change, [Listener])]? {
        state.withLock { state in
            guard !state.waiting.isEmpty else {
                state.isTelling = false
                return nil
            }
            defer { state.waiting = [] }
            return state.waiting.map { change in
                (change, state.listeners[change].map { Array($0.values) } ?? [])
            }
        }
    }
}

/// What a write has changed, as finely as open pages need to know.
public enum Change: Hashable, Sendable {
    /// Items: posted, edited, pulled up or removed.
    case items
    /// What an account keeps for itself, its profile, or where it is signed in.
    case organiser(Account.ID)
    /// The messages of a conversation, or how far they are read.
    case conversation(Conversation.ID)
    /// What everybody who talks about an item sees of it: its status, reservations, line and price,
    /// and whether it still exists.
    case item(Item.ID)
    /// What waits for operators, such as reports.
    case reports

    fileprivate var isPrompt: Bool { if case .conversation = self { true } else { false } }
}

/// Tells open pages that what they show has changed.
public protocol ChangeAnnouncing: Sendable {
    /// Gets each change after the write is durable and before it is answered; changes by other
    /// processes follow within a second, and those for a seller's many followers some at a time.
    var feed: ChangeFeed { get }
}

/// Tells whether what was read before is still current.
public protocol CommitCounting: Sendable {
    /// Grows with every write that changes something, after it is durable and before it is
    /// answered. What was read at one count is exact as long as the count stays the same. A change
    /// by another process shows a moment later.
    var commitCount: UInt64 { get }
}
