import Synchronization

/// Counts tries, so that nothing secret can be guessed and nobody fills the market: so many in a
/// window of time for each pair of a subject (an item) and the address that tries.
///
/// Programs over one database count together (`DatabaseSharing`): each counts by itself, is told now and
/// then what the others have counted, and lets through no more than its part of what is left before
/// it was.
public final class TryLimiter: Sendable {
    /// What is tried, and from where.
    public struct Key: Hashable, Sendable {
        /// The number of what is tried; 0 where only the address counts.
        public let subject: Int64
        /// Where the try comes from, as text.
        public let address: String

        /// - Parameter subject: 0 where an address is counted whatever it tries.
        public init(subject: Int64 = 0, address: String) {
            self.subject = subject
            self.address = address
        }
    }

    fileprivate struct Window {
        var start: Timestamp
        var tries: Int
        /// Of the tries, those that other programs were not told of.
        var untold = 0
        /// Whether the others are to forget theirs before these.
        var isForgotten = false
    }

    fileprivate struct State {
        var windows: [Key: Window] = [:]
        /// The pairs of which there is something to tell.
        var untold: Set<Key> = []
        /// How many programs count together; 0 where this one counts alone, and tells nobody.
        var programs = 0
    }

    /// How many there may be in a window.
    public let mostTries: Int
    /// How long a window is.
    public let windowSeconds: Int64
    private let mostKeys: Int
    private let state = Mutex(State())

    /// - Parameter mostKeys: how many pairs are remembered; it bounds the memory under a flood.
    public init(mostTries: Int = 10, windowSeconds: Int64 = 60, mostKeys: Int = 50_000) {
        self.mostTries = mostTries
        self.windowSeconds = windowSeconds
        self.mostKeys = mostKeys
    }

    /// - Parameter mostTries: 0 makes none, so that nothing is counted.
    public convenience init?(_ mostTries: Int, in windowSeconds: Int64) {
        guard mostTries > 0 else { return nil }
        self.init(mostTries: mostTries, windowSeconds: windowSeconds)
    }

    /// Counts one try.
    /// - Returns: nil when it may go on, else the seconds to wait until it may.
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

    /// What others have counted is heard sooner.
    private static let secondsToHear: Int64 = 1

    /// Each may take its part of what is left, and one: together never twice what is allowed, unless
    /// that is less than one for each program.
    private func mostUntold(_ window: Window, among programs: Int) -> Int {
        guard programs > 1 else { return .max }
        return max(1, (mostTries - (window.tries - window.untold)) / programs)
    }

    /// The same without counting one.
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

    /// Uncounts a try that nobody could look at.
    public func refund(_ key: Key) {
        state.withLock { state in
            guard var window = state.windows[key] else { return }
            window.tries -= 1
            state.keep(window, of: key, having: -1)
        }
    }

    /// Forgets the tries of one who got it right.
    public func forget(_ key: Key) {
        state.withLock { state in
            guard let window = state.windows.removeValue(forKey: key), state.programs > 0 else {
                return
            }
            let none = Window(start: window.start, tries: 0, isForgotten: true)
            state.keep(none, of: key, having: 0)
        }
    }

    /// How many pairs are remembered now.
    var rememberedKeys: Int { state.withLock(\.windows.count) }

    /// Also when the clock was set back, by as much as a window is long.
    private func hasEnded(_ window: Window, at now: Timestamp) -> Bool {
        abs(now.since(window.start)) >= windowSeconds
    }

    /// Drops what has ended; when a flood fills the memory all the same, the half that began first.
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

    /// Tries at one pair since its window has begun.
    public struct Count: Equatable, Sendable {
        public let key: Key
        public let start: Timestamp
        /// What has come to it when it is told, and all there are when it is heard.
        public let tries: Int
        /// Whether those before it are forgotten.
        public let isForgotten: Bool

        public init(key: Key, start: Timestamp, tries: Int, isForgotten: Bool = false) {
            (self.key, self.start) = (key, start)
            (self.tries, self.isForgotten) = (tries, isForgotten)
        }
    }

    /// - Parameter programs: how many count together, this one among them.
    public func share(among programs: Int) {
        state.withLock { $0.programs = programs }
    }

    /// What the others are to be told of, which is told only once.
    public func takeUntold(_ most: Int = .max) -> [Count] {
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

    /// Takes back what could not be told.
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

    /// Goes on from what all have counted together.
    public func hear(_ counts: [Count]) {
        state.withLock { state in
            for count in counts { hear(count, in: &state) }
        }
    }

    private func hear(_ count: Count, in state: inout State) {
        guard let window = state.windows[count.key] else {
            // The least recent are told first, and dropped first.
            guard state.windows.count < mostKeys, count.tries > 0 else { return }
            return state.windows[count.key] = Window(start: count.start, tries: count.tries)
        }
        let later = count.start.since(window.start)
        // Of a window that has ended here, or of one that has ended elsewhere.
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
    /// - Parameter tries: that the others were not told of.
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
    /// A number that a text has in every program.
    public static func number(of text: some Sequence<UInt8>) -> Int64 {
        Int64(bitPattern: UInt64(fnv1a: text))
    }
}
