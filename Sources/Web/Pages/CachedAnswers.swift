import HTTPServer
import Market
import Synchronization

/// Remembers which cached page answered which request, separately for each event loop: a repeated request is
/// answered without routing it again, without a task, and without one loop waiting for another.
final class CachedAnswers: Sendable {
    /// The header fields that select a cached page: its key, the visitor's cookies and language
    /// come from them, and a page that refreshes itself (`X-Refresh`) leaves alerts to other pages.
    private static let fields: [StaticString] = ["Host", "Cookie", "Accept-Language", "X-Refresh"]
    /// The largest number of pages for each loop.
    private static let most = 1_024

    private let loops: [LoopAnswers]
    private let commitCount: @Sendable () -> UInt64
    private let clock: @Sendable () -> Timestamp

    private final class LoopAnswers: Sendable {
        let state = Mutex(State())
        let hits = Atomic<Int>(0)
    }

    private struct State {
        /// The commit count at which all these pages were made.
        var commitCount: UInt64 = 0
        var pages: [RequestKey: PageCache.Page] = [:]

        /// Drops all pages if the commit count has changed, since none of them can be served any more.
        mutating func follow(_ commitCount: UInt64) {
            guard self.commitCount != commitCount else { return }
            self.commitCount = commitCount
            pages.removeAll(keepingCapacity: true)
        }
    }

    /// - Parameters:
    ///   - commitCount: returns the storage's commit count.
    ///   - clock: returns the current time.
    init(
        loops: Int, commitCount: @escaping @Sendable () -> UInt64,
        clock: @escaping @Sendable () -> Timestamp
    ) {
        self.loops = (0..<max(loops, 1)).map { _ in LoopAnswers() }
        (self.commitCount, self.clock) = (commitCount, clock)
    }

    /// How many requests were answered this way.
    var hits: Int { loops.reduce(0) { $0 + $1.hits.load(ordering: .relaxed) } }

    /// Returns nil if no page was kept for this request, or if something has changed since.
    func answer(to request: Request) -> ImmediateAnswer? {
        let key = RequestKey(of: request, fields: Self.fields)
        let loop = loops[request.loop % loops.count]
        let commitCount = self.commitCount()
        let page = loop.state.withLock { state in
            state.follow(commitCount)
            return state.pages[key]
        }
        guard let page else { return nil }
        // Captures these two values rather than the page; the answer already holds what it needs of the page.
        let (made, freshUntil) = (page.commitCount, page.freshUntil)
        let isValid = { @Sendable [self] in
            let (commitCount, now) = (self.commitCount(), clock())
            guard made == commitCount, now < freshUntil else { return false }
            loop.hits.add(1, ordering: .relaxed)
            return true
        }
        return isValid()
            ? ImmediateAnswer(page.representation.response(to: request), isValid: isValid) : nil
    }

    /// - Parameter page: the cached page that is the whole answer to the request.
    func keep(_ page: PageCache.Page, for request: Request) {
        let key = RequestKey(of: request, fields: Self.fields)
        loops[request.loop % loops.count].state.withLock { state in
            state.follow(page.commitCount)
            if state.pages.count >= Self.most { state.pages = [:] }
            state.pages[key] = page
        }
    }
}
