import HTTPServer
import Market
import Synchronization

/// Caches whole pages from their second request on, and never returns one after anything has
/// changed. An outdated page stays until it is replaced or evicted.
///
/// A page is current until the storage's commit count advances or an age shown on it changes. The
/// cache is bounded: the oldest entry is evicted first, and large pages are not cached.
final class PageCache: Sendable {
    /// A class, so that a lookup retains one reference rather than twenty.
    final class Page: Sendable {
        let representation: Representation
        /// The storage's commit count before the page's data was read.
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

    /// Identifies a page: its address, and whatever else it depends on.
    struct Key: Hashable {
        let path: String
        var query = ""
        var variant = ""
        /// The origin at which the visitor found it, if the page shows it.
        var origin = ""
    }

    private struct State {
        var pages: [Key: Page] = [:]
        /// A ring buffer of the keys, in the order in which they were added.
        var keys: [Key] = []
        var oldest = 0
        /// Hashes of recently requested keys, each in the slot that it hashes to.
        var asked = [Int](repeating: 0, count: 4_096)
        var uses = SiteStatistics.CacheUses()
    }

    /// In bytes, uncompressed: more than the longest listing takes in common letters.
    static let largestPage = 64 << 10

    private let mostPages: Int
    private let state = Mutex(State())

    /// - Parameter mostPages: 0 disables the cache.
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

    /// The last version of the page, which may be outdated; nil if it is older than `lifetime`, in seconds.
    func oldPage(_ key: Key, lifetime: Int64, at now: Timestamp) -> Page? {
        state.withLock { state in
            state.pages[key].flatMap { now.since($0.dateMade) <= lifetime ? $0 : nil }
        }
    }

    /// Whether the page was requested recently. Caching pages that are requested once, such as
    /// those of a crawler that visits all listings, costs more than it saves.
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
