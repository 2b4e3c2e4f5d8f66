import Synchronization

/// Counts tries, so that nothing secret can be guessed and nobody fills the market: so many in a
/// window of time for each pair of a subject (an item) and the address that tries.
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

    private struct Window {
        var start: Timestamp
        var tries: Int
    }

    private let mostTries: Int
    private let windowSeconds: Int64
    private let mostKeys: Int
    private let windows = Mutex<[Key: Window]>([:])

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
        windows.withLock { windows in
            if windows.count >= mostKeys, windows[key] == nil { makeRoom(in: &windows, at: now) }
            var window = windows[key] ?? Window(start: now, tries: 0)
            if hasEnded(window, at: now) { window = Window(start: now, tries: 0) }
            guard window.tries < mostTries else { return window.start.since(now) + windowSeconds }
            window.tries += 1
            windows[key] = window
            return nil
        }
    }

    /// The same without counting one.
    public func secondsLeft(_ key: Key, at now: Timestamp) -> Int64? {
        windows.withLock { windows in
            guard let window = windows[key], window.tries >= mostTries, !hasEnded(window, at: now)
            else { return nil }
            return window.start.since(now) + windowSeconds
        }
    }

    /// Uncounts a try that nobody could look at.
    public func refund(_ key: Key) {
        windows.withLock { windows in windows[key]?.tries -= 1 }
    }

    /// Forgets the tries of one who got it right.
    public func forget(_ key: Key) {
        windows.withLock { windows in _ = windows.removeValue(forKey: key) }
    }

    /// How many pairs are remembered now.
    var rememberedKeys: Int { windows.withLock(\.count) }

    private func hasEnded(_ window: Window, at now: Timestamp) -> Bool {
        !(0..<windowSeconds).contains(now.since(window.start))
    }

    /// Drops what has ended; when a flood fills the memory all the same, the half that began first.
    private func makeRoom(in windows: inout [Key: Window], at now: Timestamp) {
        windows = windows.filter { _, window in !hasEnded(window, at: now) }
        guard windows.count >= mostKeys else { return }
        let newest = windows.sorted { $0.value.start > $1.value.start }.prefix(mostKeys / 2)
        windows = Dictionary(uniqueKeysWithValues: newest.map { ($0.key, $0.value) })
    }
}
