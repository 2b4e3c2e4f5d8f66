import HTTPServer
import Market
import Synchronization

/// Streams that tell open pages of what changes (Server-Sent Events, HTML Standard §9.2): so many in
/// all, of which an address has a quarter of what the others leave.
struct EventStreams: Sendable {
    /// A comment, which browsers pass over (§9.2.6).
    private static let heartbeat = Array(":\n\n".utf8)

    private let limiter: AddressLimiter
    private let watchers = Watchers()

    init(most: Int) {
        limiter = AddressLimiter(most: most)
    }

    /// Whether somebody signed in has a page open that listens.
    func isWatching(_ account: Account.ID) -> Bool { watchers.contains(account) }

    /// - Parameter write: tells until it returns.
    /// - Throws: `.unavailable` when the address listens in too many places, of which a browser that
    ///   is told so asks no more.
    func response(
        to context: RequestContext,
        _ write: @escaping @Sendable (StreamWriter) async throws -> Void
    ) throws -> Response {
        let (address, account) = (context.address, context.member?.account.id)
        guard limiter.hasPlace(for: address) else { throw SiteError.unavailable }
        let stream = Response.Stream(heartbeat: Self.heartbeat) { [limiter, watchers] writer in
            guard limiter.enter(address) else { return }
            defer { limiter.leave(address) }
            if let account { watchers.enter(account) }
            defer { if let account { watchers.leave(account) } }
            try await write(writer)
        }
        var response = Response(.ok, body: .stream(stream))
        response.append("Content-Type", "text/event-stream")
        response.append("Cache-Control", "no-store")
        // nginx would gather what is to be told at once.
        response.append("X-Accel-Buffering", "no")
        return response
    }
}

/// Who has pages open, and how many.
private final class Watchers: Sendable {
    private let pages = Mutex<[Account.ID: Int]>([:])

    func contains(_ account: Account.ID) -> Bool {
        pages.withLock { $0[account] != nil }
    }

    func enter(_ account: Account.ID) {
        pages.withLock { $0[account, default: 0] += 1 }
    }

    func leave(_ account: Account.ID) {
        pages.withLock { pages in
            let rest = pages[account, default: 0] - 1
            pages[account] = rest > 0 ? rest : nil
        }
    }
}
