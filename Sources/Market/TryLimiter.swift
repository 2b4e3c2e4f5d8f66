import Synchronization

/// Limits tries, so that no secret can be guessed and nobody floods the market: at most so many per
/// time window for each pair of a subject (an item) and the address that tries.
///
/// Server processes over one database count together (`DatabaseSharing`): each counts its own
/// tries, receives the others' counts now and then, and in between lets through no more than its
/// share of the tries that are left.
public final class TryLimiter: Sendable {
    /// What is tried, and from which address.
    public struct Key: Hashable, Sendable {
        /// The number of what is tried; 0 if only the address counts.
        public let subject: Int64
        /// The address that tries, as text.
        public let address: String

        /// - Parameter subject: 0 to count the address whatever it tries.
        public init(subject: Int64 = 0, address: String) {
            self.subject = subject
            self.address = address
        }
    }

    fileprivate struct Window {
        var start: Timestamp
        var tries: Int
        /// How many of the tries the other processes have not been told of.
        var untold = 0
        /// Whether the other processes should forget the tries before these.
        var isForgotten = false
    }

    fileprivate struct State {
        var windows: [Key: Window] = [:]
        /// The pairs with something to tell the other processes.
        var untold: Set<Key> = []
        /// How many processes count together; 0 if this one counts alone and tells nobody.
        var programs = 0
    }

    /// How many tries a window allows.
    public let mostTries: Int
    /// How long a window is.
    public let windowSeconds: Int64
    private let mostKeys: Int
    private let state = Mutex(State())

    /// - Parameter mostKeys: how many pairs are remembered; it bounds the memory under a flood of requests.
    public init(mostTries: Int = 10, windowSeconds: Int64 = 60, mostKeys: Int = 50_000) {
        self.mostTries = mostTries
        self.windowSeconds = windowSeconds
        self.mostKeys = mostKeys
    }

    /// - Parameter mostTries: 0 makes no limiter, so that nothing is counted.
    public convenience init?(_ mostTries: Int, in windowSeconds: Int64) {
        guard mostTries > 0 else { return nil }
        self.init(mostTries: mostTries, windowSeconds: windowSeconds)
    }

    /// Counts one try.
    /// - Returns: nil if it may go on, else the seconds to wait until the next try.
    public func secondsToWait(_ key: Key, at now: Timestamp) -> Int64? {
        state.withLock { state in
            if state.windows.count >= mostKeys, state.windows[key] == nil {
                makeRoom(in: &state, at: now)
            }
            var window = state.windows[key] ?? Window(start: now, tries: 0)
            if hasEnded(window, at: now) { window = Window(start: now, tries: 0) }
            guard window.tries < mostTries else { return window.start.since(now) + windowSeconds }
            guard window.untold < mostUntold(window, among: state.programs) else {
                return Self.secondsToHear
            }
            window.tries += 1
            state.keep(window, of: key, having: 1)
            return nil
        }
    }

    /// The wait of a process that has used up its share: by then it has received the others' counts.
    private static let secondsToHear: Int64 = 1

    /// Each process may use its share of the tries that are left, and at least one. Together they
    /// stay below twice `mostTries`, unless that is less than one try per process.
    private func mostUntold(_ window: Window, among programs: Int) -> Int {
        guard programs > 1 else { return .max }
        return max(1, (mostTries - (window.tries - window.untold)) / programs)
    }

    /// The seconds to wait, as `secondsToWait` returns them, without counting a try.
    public func secondsLeft(_ key: Key, at now: Timestamp) -> Int64? {
        state.withLock { state in
            guard let window = state.windows[key], window.tries >= mostTries,
                !hasEnded(window, at: now)
            else { return nil }
            return window.start.since(now) + windowSeconds
        }
    }

    /// How many more tries there may be in this window.
    public func triesLeft(_ key: Key, at now: Timestamp) -> Int {
        state.withLock { state in
            guard let window = state.windows[key], !hasEnded(window, at: now) else {
                return mostTries
            }
            return max(0, mostTries - window.tries)
        }
    }

    /// Takes back a try that could not be checked.
    public func refund(_ key: Key) {
        state.withLock { state in
            guard var window = state.windows[key] else { return }
            window.tries -= 1
            state.keep(window, of: key, having: -1)
        }
    }

    /// Forgets the tries of an address that got it right.
    public func forget(_ key: Key) {
        state.withLock { state in
            guard let window = state.windows.removeValue(forKey: key), state.programs > 0 else {
                return
            }
            let none = Window(start: window.start, tries: 0, isForgotten: true)
            state.keep(none, of: key, having: 0)
        }
    }

    /// How many pairs are remembered.
    var rememberedKeys: Int { state.withLock(\.windows.count) }

    /// Also true if the clock was set back by the length of a window or more.
    private func hasEnded(_ window: Window, at now: Timestamp) -> Bool {
        abs(now.since(window.start)) >= windowSeconds
    }

    /// Drops the windows that have ended; if a flood still fills the memory, the older half as well.
    private func makeRoom(in state: inout State, at now: Timestamp) {
        state.windows = state.windows.filter { _, window in !hasEnded(window, at: now) }
        if state.windows.count >= mostKeys {
            let newest = state.windows.sorted { $0.value.start > $1.value.start }
                .prefix(mostKeys / 2)
            state.windows = Dictionary(uniqueKeysWithValues: newest.map { ($0.key, $0.value) })
        }
        state.untold = state.untold.filter { state.windows[$0] != nil }
    }

    // MARK: - Counting together

    /// The tries of one pair since its window began.
    public struct Count: Equatable, Sendable {
        public let key: Key
        public let start: Timestamp
        /// In `takeUnsent`, the tries since the last time; in `hear`, the total of all processes.
        public let tries: Int
        /// Whether the tries before it are to be forgotten.
        public let isForgotten: Bool

        public init(key: Key, start: Timestamp, tries: Int, isForgotten: Bool = false) {
            (self.key, self.start) = (key, start)
            (self.tries, self.isForgotten) = (tries, isForgotten)
        }
    }

    /// - Parameter programs: how many processes count together, this one included.
    public func share(among programs: Int) { state.withLock { $0.programs = programs } }

    /// The counts to send to the other processes; each is returned only once.
    public func takeUnsent(_ most: Int = .max) -> [Count] {
        state.withLock { state in
            let keys = Array(state.untold.prefix(most))
            state.untold.subtract(keys)
            return keys.compactMap { key in state.windows[key].map { (key, $0) } }
                .map { key, window in
                    state.windows[key] = Window(start: window.start, tries: window.tries)
                    return Count(
                        key: key, start: window.start, tries: window.untold,
                        isForgotten: window.isForgotten)
                }
        }
    }

    /// Takes counts back that could not be sent.
    public func putBack(_ counts: [Count]) {
        state.withLock { state in
            for count in counts {
                guard var window = state.windows[count.key], window.start == count.start else {
                    continue
                }
                if count.isForgotten { window.isForgotten = true }
                state.keep(window, of: count.key, having: count.tries)
            }
        }
    }

    /// Continues from the totals of all processes.
    public func hear(_ counts: [Count]) {
        state.withLock { state in
            for count in counts { hear(count, in: &state) }
        }
    }

    private func hear(_ count: Count, in state: inout State) {
        guard let window = state.windows[count.key] else {
            // Counts come oldest first; once the memory is full, those of unknown pairs are ignored.
            guard state.windows.count < mostKeys, count.tries > 0 else { return }
            return state.windows[count.key] = Window(start: count.start, tries: count.tries)
        }
        let later = count.start.since(window.start)
        // The count belongs to a window that has ended here, or ours to one that has ended elsewhere.
        guard later > -windowSeconds else { return }
        guard later < windowSeconds else {
            return state.windows[count.key] = Window(start: count.start, tries: count.tries)
        }
        guard !window.isForgotten else { return }
        state.windows[count.key] = Window(
            start: count.start, tries: count.tries + window.untold, untold: window.untold)
    }
}

extension TryLimiter.State {
    /// - Parameter tries: those to add to what the other processes are not told of yet.
    fileprivate mutating func keep(
        _ window: TryLimiter.Window, of key: TryLimiter.Key, having tries: Int
    ) {
        guard programs > 0 else { return windows[key] = window }
        var window = window
        window.untold += tries
        windows[key] = window
        untold.insert(key)
    }
}

extension TryLimiter.Key {
    /// A number for a text that is the same in every process.
    public static func number(of text: some Sequence<UInt8>) -> Int64 {
        Int64(bitPattern: UInt64(fnv1a: text))
    }
}
