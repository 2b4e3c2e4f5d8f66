import Market
import Synchronization

/// Whose own things have changed by what this program wrote, until they are looked at.
final class PushInbox: Sendable {
    /// More are let go at once, and counted.
    static let most = 10_000

    private struct State {
        /// As they came, with when they did: nobody waits for them to be gone through.
        var arrived: [(changes: ArraySlice<Change>, date: Timestamp)] = []
        var count = 0
        var dropped = 0
    }

    private let state = Mutex(State())
    private let clock: @Sendable () -> Timestamp
    /// Says that something has come, once for all that has.
    let arrivals: AsyncStream<Void>
    private let arrival: AsyncStream<Void>.Continuation

    init(clock: @escaping @Sendable () -> Timestamp) {
        self.clock = clock
        (arrivals, arrival) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// How many were let go.
    var dropped: Int { state.withLock(\.dropped) }

    /// Called by whoever writes, who is held up by nothing.
    func add(_ changes: [Change]) {
        guard changes.contains(where: { $0.account != nil }) else { return }
        let now = clock()
        state.withLock { state in
            let taken = changes.prefix(Self.most - state.count)
            if !taken.isEmpty { state.arrived.append((taken, now)) }
            state.count += taken.count
            state.dropped += changes.count - taken.count
        }
        arrival.yield()
    }

    /// All that have come since the last time, with when the first thing of each did.
    func take() -> [Account.ID: Timestamp] {
        let arrived = state.withLock { state in
            defer { (state.arrived, state.count) = ([], 0) }
            return state.arrived
        }
        var dates: [Account.ID: Timestamp] = [:]
        for (changes, date) in arrived {
            for account in changes.compactMap(\.account) where dates[account] == nil {
                dates[account] = date
            }
        }
        return dates
    }
}

extension Change {
    /// Whose own it is; nil for what anybody looks at.
    fileprivate var account: Account.ID? {
        if case .organiser(let account) = self { account } else { nil }
    }
}
