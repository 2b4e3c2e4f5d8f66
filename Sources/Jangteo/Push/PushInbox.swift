import Market
import Synchronization

/// Collects the accounts whose own data this process has changed, until the push sender takes them.
final class PushInbox: Sendable {
    /// Further changes are dropped at once, and counted.
    static let capacity = 10_000

    private struct State {
        /// The changed accounts and the dates as they came; repeated ones are sorted out later, so that no
        /// writer has to wait.
        var arrived: [(accounts: ArraySlice<Account.ID>, date: Timestamp)] = []
        var count = 0
        var dropped = 0
    }

    private let state = Mutex(State())
    private let clock: @Sendable () -> Timestamp
    /// Yields when something has arrived, once for everything so far.
    let arrivals: AsyncStream<Void>
    private let arrival: AsyncStream<Void>.Continuation

    init(clock: @escaping @Sendable () -> Timestamp) {
        self.clock = clock
        (arrivals, arrival) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// The number of changes that were dropped.
    var dropped: Int { state.withLock(\.dropped) }

    /// Adds changes; called by whoever writes, and returns without delay.
    func add(_ changes: [Change]) {
        let accounts = changes.compactMap(\.account)
        guard !accounts.isEmpty else { return }
        let now = clock()
        state.withLock { state in
            let taken = accounts.prefix(Self.capacity - state.count)
            if !taken.isEmpty { state.arrived.append((taken, now)) }
            state.count += taken.count
            state.dropped += accounts.count - taken.count
        }
        arrival.yield()
    }

    /// All accounts with changes since the last call, with the date of the first change of each.
    func take() -> [Account.ID: Timestamp] {
        let arrived = state.withLock { state in
            defer { (state.arrived, state.count) = ([], 0) }
            return state.arrived
        }
        var dates: [Account.ID: Timestamp] = [:]
        for (accounts, date) in arrived {
            for account in accounts where dates[account] == nil {
                dates[account] = date
            }
        }
        return dates
    }
}

extension Change {
    /// The account that the change belongs to; nil for a change of public data.
    fileprivate var account: Account.ID? {
        if case .organiser(let account) = self { account } else { nil }
    }
}
