import Synchronization

/// Tells those who look at something that it has changed.
///
/// Changes that come faster than `pause` are told together, once each, and a listener that is busy
/// finds them when it asks again: nothing grows with the number of changes. A post costs a write
/// the same whether nobody listens or thousands do, for a task of its own does the telling.
public final class ChangeFeed: Sendable {
    private struct State {
        var listeners: [Change: [ObjectIdentifier: Listener]] = [:]
        /// To be told in the next round; somebody listens to each.
        var waiting: Set<Change> = []
        var isTelling = false
    }

    private let pause: Duration
    private let state = Mutex(State())
    private let follower = Mutex<(@Sendable ([Change]) -> Void)?>(nil)

    /// - Parameter pause: between two rounds of telling.
    public init(pause: Duration = .milliseconds(250)) {
        self.pause = pause
    }

    /// Listens from now on, until the sequence is let go or its task is cancelled.
    /// - Parameter wanted: all that is told.
    public func changes(_ wanted: Set<Change>) -> Changes {
        let listener = Listener()
        state.withLock { state in
            for change in wanted {
                state.listeners[change, default: [:]][ObjectIdentifier(listener)] = listener
            }
        }
        return Changes(listener, wanted: wanted, of: self)
    }

    /// Tells those who listen to this change, at the next round.
    public func post(_ change: Change) {
        post([change])
    }

    /// The same of several at once. Somebody waits for an answer where two talk: that is told at
    /// once, to the few who listen.
    public func post(_ changes: [Change]) {
        if !changes.isEmpty { follower.withLock { $0 }?(changes) }
        for change in changes where change.isPrompt {
            let listeners = state.withLock { $0.listeners[change].map { Array($0.values) } ?? [] }
            for listener in listeners { listener.hear(change) }
        }
        post { listeners in Set(changes.filter { !$0.isPrompt && listeners[$0] != nil }) }
    }

    /// Tells `body` from now on, in place of whom it told before, of all that is posted here by name: what
    /// this process writes. It is called by those who write, so that it waits for nothing.
    public func setFollower(_ body: @escaping @Sendable ([Change]) -> Void) {
        follower.withLock { $0 = body }
    }

    /// Whatever it was: what another process writes cannot be told apart.
    public func postEverything() {
        post { listeners in Set(listeners.keys) }
    }

    /// How many things are listened to now.
    var wantedChanges: Int { state.withLock(\.listeners.count) }

    func forget(_ listener: Listener, _ wanted: Set<Change>) {
        state.withLock { state in
            for change in wanted {
                state.listeners[change]?[ObjectIdentifier(listener)] = nil
                if state.listeners[change]?.isEmpty == true { state.listeners[change] = nil }
            }
        }
    }

    private func post(
        _ news: ([Change: [ObjectIdentifier: Listener]]) -> Set<Change>
    ) {
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

/// What a write has changed, as far as an open page asks.
public enum Change: Hashable, Sendable {
    /// Items: new, edited, pulled up, gone.
    case items
    /// What this account keeps for itself, or is, or where it is signed in.
    case organiser(Account.ID)
    /// What stands in a conversation, and who has read it.
    case conversation(Conversation.ID)
    /// What all who talk about an item see of it: how far its sale has come, for whom one is kept,
    /// who waits, what it costs, whether it is there.
    case item(Item.ID)
    /// What waits for operators.
    case reports

    fileprivate var isPrompt: Bool {
        if case .conversation = self { true } else { false }
    }
}

/// Tells open pages that what they show has changed.
public protocol ChangeAnnouncing: Sendable {
    /// Is posted to after each write is durable and before it is answered; what another process
    /// writes follows within a second.
    var feed: ChangeFeed { get }
}

/// Tells whether what was read before is still what is kept.
public protocol CommitCounting: Sendable {
    /// Grows with every write that changes something, after it is durable and before it is
    /// answered: what was read at one count is exact as long as the count stays. A change by another
    /// process shows a moment later.
    var commitCount: UInt64 { get }
}
