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
    private let changes: @Sendable () -> UInt64
    private let clock: @Sendable () -> Timestamp

    private final class LoopAnswers: Sendable {
        let state = Mutex(State())
        let hits = Atomic<Int>(0)
    }

    private struct State {
        /// The storage's count at which all pages were made.
        var changes: UInt64 = 0
        var pages: [RequestKey: PageCache.Page] = [:]

        /// Lets go of what is old, which nobody is answered with any more.
        mutating func follow(_ changes: UInt64) {
            guard self.changes != changes else { return }
            self.changes = changes
            pages.removeAll(keepingCapacity: true)
        }
    }

    /// - Parameters:
    ///   - changes: the storage's count of them.
    ///   - clock: the time now.
    init(
        loops: Int, changes: @escaping @Sendable () -> UInt64,
        clock: @escaping @Sendable () -> Timestamp
    ) {
        self.loops = (0..<max(loops, 1)).map { _ in LoopAnswers() }
        (self.changes, self.clock) = (changes, clock)
    }

    /// How often a page answered.
    var hits: Int { loops.reduce(0) { $0 + $1.hits.load(ordering: .relaxed) } }

    /// Nil where none was kept, or something has changed since.
    func answer(to request: Request) -> ImmediateAnswer? {
        let key = RequestKey(of: request, fields: Self.fields)
        let loop = loops[request.loop % loops.count]
        let changes = changes()
        let page = loop.state.withLock { state in
            state.follow(changes)
            return state.pages[key]
        }
        guard let page else { return nil }
        // Not the page, of which the answer takes what it needs.
        let (made, freshUntil) = (page.changes, page.freshUntil)
        let holds = { @Sendable [self] in
            let (changes, now) = (self.changes(), clock())
            guard made == changes, now < freshUntil else { return false }
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
            state.follow(page.changes)
            if state.pages.count >= Self.most { state.pages = [:] }
            state.pages[key] = page
        }
    }
}
