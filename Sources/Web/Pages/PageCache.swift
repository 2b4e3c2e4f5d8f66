import HTTPServer
import Market
import Synchronization

/// Keeps pages as they were sent, from the second request on, and hands out none that anything has
/// changed since; what is old stays until it is made anew or pushed out.
///
/// A page is exact while the storage counts no further change and no age on it reads differently.
/// Bounded: the page that came first goes first, and what is large is not kept.
final class PageCache: Sendable {
    /// A class, so that to look one up counts one reference and not twenty.
    final class Page: Sendable {
        let representation: Representation
        /// The storage's count before the page was read.
        let commitCount: UInt64
        let dateMade: Timestamp
        let freshUntil: Timestamp

        init(
            representation: Representation, commitCount: UInt64, dateMade: Timestamp,
            freshUntil: Timestamp
        ) {
            self.representation = representation
            self.commitCount = commitCount
            self.dateMade = dateMade
            self.freshUntil = freshUntil
        }
    }

    /// Names a page: the address that it answers, and what else it depends on.
    struct Key: Hashable {
        let path: String
        var query = ""
        var variant = ""
        /// Where the visitor found it, if that stands on it.
        var origin = ""
    }

    private struct State {
        var pages: [Key: Page] = [:]
        /// A ring of the keys in the order in which they came.
        var keys: [Key] = []
        var oldest = 0
        /// Hashes of the keys asked for lately, each in the place that it falls on.
        var asked = [Int](repeating: 0, count: 4_096)
        var uses = SiteStatistics.CacheUses()
    }

    /// In bytes, not compressed: more than the longest item in common letters takes.
    static let largestPage = 64 << 10

    private let mostPages: Int
    private let state = Mutex(State())

    /// - Parameter mostPages: 0 keeps none.
    init(mostPages: Int) {
        self.mostPages = mostPages
    }

    var uses: SiteStatistics.CacheUses { state.withLock(\.uses) }

    func page(_ key: Key, commitCount: UInt64, at now: Timestamp) -> Page? {
        guard mostPages > 0 else { return nil }
        return state.withLock { state in
            guard let page = state.pages[key], page.commitCount == commitCount,
                now < page.freshUntil
            else {
                state.uses.misses += 1
                return nil
            }
            state.uses.hits += 1
            return page
        }
    }

    /// The page as it was made last, which may be old; nil where it is older than `lifetime`, in seconds.
    func oldPage(_ key: Key, lifetime: Int64, at now: Timestamp) -> Page? {
        state.withLock { state in
            state.pages[key].flatMap { now.since($0.dateMade) <= lifetime ? $0 : nil }
        }
    }

    /// Whether the page was asked for lately: keeping what is asked for once, as by who walks
    /// through all items, costs more than it saves.
    func isWorthKeeping(_ key: Key) -> Bool {
        guard mostPages > 0 else { return false }
        let hash = key.hashValue | 1
        return state.withLock { state in
            let place = Int(UInt(bitPattern: hash) >> 1) % state.asked.count
            defer { state.asked[place] = hash }
            return state.asked[place] == hash
        }
    }

    func keep(_ page: Page, as key: Key) {
        guard mostPages > 0, page.representation.content.count <= Self.largestPage else { return }
        state.withLock { state in
            guard state.pages.updateValue(page, forKey: key) == nil else { return }
            guard state.keys.count == mostPages else {
                state.keys.append(key)
                return
            }
            state.pages[state.keys[state.oldest]] = nil
            state.keys[state.oldest] = key
            state.oldest = (state.oldest + 1) % mostPages
        }
    }
}
