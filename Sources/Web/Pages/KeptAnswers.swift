import HTTPServer
import Market
import Synchronization

/// Kept pages by the requests that they answered, for each event loop by itself: who asks the same again
/// is answered without finding out anew what they ask for, in no task, and no loop waits for another.
final class KeptAnswers: Sendable {
    /// What of a request chooses among kept pages: their keys, cookies and languages come from there.
    /// A page that brings itself up to date leaves alerts to others.
    private static let fields: [StaticString] = ["Host", "Cookie", "Accept-Language", "X-Refresh"]
    /// For each loop.
    private static let most = 1_024

    private let loops: [LoopAnswers]
    private let commitCount: @Sendable () -> UInt64
    private let clock: @Sendable () -> Timestamp

    private final class LoopAnswers: Sendable {
        let state = Mutex(State())
        let hits = Atomic<Int>(0)
    }

    private struct State {
        /// At which all pages were made.
        var commitCount: UInt64 = 0
        var pages: [RequestKey: PageCache.Page] = [:]

        /// Lets go of what is old, which nobody is answered with any more.
        mutating func follow(_ commitCount: UInt64) {
            guard self.commitCount != commitCount else { return }
            self.commitCount = commitCount
            pages.removeAll(keepingCapacity: true)
        }
    }

    /// - Parameters:
    ///   - commitCount: the storage's.
    ///   - clock: the time now.
    init(
        loops: Int, commitCount: @escaping @Sendable () -> UInt64,
        clock: @escaping @Sendable () -> Timestamp
    ) {
        self.loops = (0..<max(loops, 1)).map { _ in LoopAnswers() }
        (self.commitCount, self.clock) = (commitCount, clock)
    }

    /// How often a page answered.
    var hits: Int { loops.reduce(0) { $0 + $1.hits.load(ordering: .relaxed) } }

    /// Nil where none was kept, or something has changed since.
    func answer(to request: Request) -> ImmediateAnswer? {
        let key = RequestKey(of: request, fields: Self.fields)
        let loop = loops[request.loop % loops.count]
        let commitCount = self.commitCount()
        let page = loop.state.withLock { state in
            state.follow(commitCount)
            return state.pages[key]
        }
        guard let page else { return nil }
        // Not the page, of which the answer takes what it needs.
        let (made, freshUntil) = (page.commitCount, page.freshUntil)
        let holds = { @Sendable [self] in
            let (commitCount, now) = (self.commitCount(), clock())
            guard made == commitCount, now < freshUntil else { return false }
            loop.hits.add(1, ordering: .relaxed)
            return true
        }
        return holds()
            ? ImmediateAnswer(page.representation.response(to: request), holds: holds) : nil
    }

    /// - Parameter page: what the whole of the request's answer is.
    func keep(_ page: PageCache.Page, for request: Request) {
        let key = RequestKey(of: request, fields: Self.fields)
        loops[request.loop % loops.count].state.withLock { state in
            state.follow(page.commitCount)
            if state.pages.count >= Self.most { state.pages = [:] }
            state.pages[key] = page
        }
    }
}
