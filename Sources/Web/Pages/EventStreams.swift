import HTTPServer
import Market
import Synchronization

/// Streams that tell open pages about changes (Server-Sent Events, HTML Standard §9.2). Their
/// number is limited, and an address may hold a quarter of what the others leave.
struct EventStreams: Sendable {
    /// A comment, which browsers ignore (§9.2.6).
    private static let heartbeat = Array(":\n\n".utf8)

    private let limiter: AddressLimiter
    private let watchers = Watchers()

    init(most: Int) {
        limiter = AddressLimiter(most: most)
    }

    /// Whether a member has a page open that listens.
    func isWatching(_ account: Account.ID) -> Bool { watchers.contains(account) }

    /// - Parameters:
    ///   - end: when the stream ends even if nothing has happened; nil for no time of its own.
    ///   - write: writes events until it returns.
    /// - Throws: `.unavailable` if the address already has too many streams open; a browser does
    ///   not reconnect after that answer.
    func response(
        to context: RequestContext, until end: Timestamp? = nil,
        _ write: @escaping @Sendable (StreamWriter) async throws -> Void
    ) throws -> Response {
        let (address, account) = (context.address, context.member?.account.id)
        guard limiter.hasPlace(for: address) else { throw SiteError.unavailable }
        let lifetime = end.map { Duration.seconds($0.since(context.now)) }
        let stream = Response.Stream(heartbeat: Self.heartbeat, lifetime: lifetime) {
            [limiter, watchers] writer in
            guard limiter.enter(address) else { return }
            defer { limiter.leave(address) }
            if let account { watchers.enter(account) }
            defer { if let account { watchers.leave(account) } }
            try await write(writer)
        }
        var response = Response(.ok, body: .stream(stream))
        response.append("Content-Type", "text/event-stream")
        response.append("Cache-Control", "no-store")
        // Otherwise nginx would buffer events that must arrive at once.
        response.append("X-Accel-Buffering", "no")
        return response
    }
}

/// Counts the open pages of each account.
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
