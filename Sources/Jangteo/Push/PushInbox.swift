import Market
import Synchronization

/// Whose own things have changed by what this program wrote, until they are looked at.
final class PushInbox: Sendable {
    /// More are let go at once, and counted.
    static let most = 10_000

    private struct State {
        /// As they came: nobody waits for them to be gone through.
        var changes: [ArraySlice<Change>] = []
        var count = 0
        var dropped = 0
    }

    private let state = Mutex(State())
    /// Says that something has come, once for all that has.
    let arrivals: AsyncStream<Void>
    private let arrival: AsyncStream<Void>.Continuation

    init() {
        (arrivals, arrival) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// How many were let go.
    var dropped: Int { state.withLock(\.dropped) }

    /// Called by whoever writes, who is held up by nothing.
    func add(_ changes: [Change]) {
        guard changes.contains(where: { $0.account != nil }) else { return }
        state.withLock { state in
            let taken = changes.prefix(Self.most - state.count)
            if !taken.isEmpty { state.changes.append(taken) }
            state.count += taken.count
            state.dropped += changes.count - taken.count
        }
        wake()
    }

    /// Has it be looked again.
    func wake() { arrival.yield() }

    /// All that have come since the last time, each once.
    func take() -> Set<Account.ID> {
        let changes = state.withLock { state in
            defer { (state.changes, state.count) = ([], 0) }
            return state.changes
        }
        return Set(changes.joined().compactMap(\.account))
    }
}

extension Change {
    /// Whose own it is; nil for what anybody looks at.
    fileprivate var account: Account.ID? {
        if case .organiser(let account) = self { account } else { nil }
    }
}
