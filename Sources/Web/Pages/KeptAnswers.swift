import HTTPServer
import Market
import Synchronization

/// Kept pages by the requests that they answered, for each event loop by itself: who asks the same again
/// is answered without finding out anew what they ask for, in no task, and no loop waits for another.
final class KeptAnswers: Sendable {
    /// What of a request chooses among kept pages: their keys, cookies and languages come from there.
    private static let fields: [StaticString] = ["Host", "Cookie", "Accept-Language"]
    /// For each loop.
    private static let most = 1_024

    private let loops: [LoopAnswers]

    private final class LoopAnswers: Sendable {
        let state = Mutex(State())
    }

    private struct State {
        /// The storage's count at which all pages were made.
        var changes: UInt64 = 0
        var pages: [RequestKey: PageCache.Page] = [:]
        var hits = 0

        /// Lets go of what is old, which nobody is answered with any more.
        mutating func follow(_ changes: UInt64) {
            guard self.changes != changes else { return }
            self.changes = changes
            pages.removeAll(keepingCapacity: true)
        }
    }

    init(loops: Int) {
        self.loops = (0..<max(loops, 1)).map { _ in LoopAnswers() }
    }

    /// How often a page answered.
    var hits: Int { loops.reduce(0) { $0 + $1.state.withLock(\.hits) } }

    /// Nil where none was kept, or something has changed since.
    func response(to request: Request, changes: UInt64, at now: Timestamp) -> Response? {
        let key = RequestKey(of: request, fields: Self.fields)
        let page = loops[request.loop % loops.count].state.withLock { state in
            state.follow(changes)
            guard let page = state.pages[key], now < page.freshUntil else {
                return nil as PageCache.Page?
            }
            state.hits += 1
            return page
        }
        return page?.representation.response(to: request)
    }

    /// - Parameter page: what the whole of the request's answer is.
    func keep(_ page: PageCache.Page, for request: Request) {
        let key = RequestKey(of: request, fields: Self.fields)
        loops[request.loop % loops.count].state.withLock { state in
            state.follow(page.changes)
            if state.pages.count >= Self.most { state.pages = [:] }
            state.pages[key] = page
        }
    }
}
