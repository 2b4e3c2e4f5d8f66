import HTTPServer
import Market
import ViewModels

/// `/live` and `/my/live`: tell an open page that it may read differently now (Server-Sent Events,
/// HTML Standard §9.2). The page then asks for itself, so that there is one way to make it.
struct EventScene: Sendable {
    /// A comment, which browsers pass over (§9.2.6).
    private static let heartbeat = Array(":\n\n".utf8)

    private let events: PageEvents
    private let pages: Pages
    private let sessions: Sessions
    private let limiter: AddressLimiter

    init(_ dependencies: Dependencies) {
        limiter = AddressLimiter(most: dependencies.mostStreams)
        events = PageEvents(storage: dependencies.storage)
        pages = dependencies.pages
        sessions = dependencies.sessions
    }

    /// Of a member it ends with the session, and is asked for anew.
    func items(_ context: RequestContext) async throws -> Response {
        let changes = events.output(for: .items(of: context.member?.account.id))
        return try response(to: context, changes)
    }

    /// Ends with the session. A browser that is told 204 asks no more (§9.2.3).
    func organiser(_ context: RequestContext) async throws -> Response {
        guard let member = context.member else { return Response(.noContent) }
        let changes = events.output(for: .organiser(member.account.id))
        return try response(to: context, changes)
    }

    /// - Parameter changes: listened to before the page's version is looked at, so that none is
    ///   missed.
    /// - Throws: `.unavailable` when the address listens in too many places, of which a browser
    ///   that is told so asks no more.
    private func response(
        to context: RequestContext, _ changes: Changes
    ) throws -> Response {
        let address = context.address
        guard limiter.hasPlace(for: address) else { throw SiteError.unavailable }
        let isBehind = context.request.query["since"] != pages.version
        let session = context.member?.session
        let stream = Response.Stream(heartbeat: Self.heartbeat) { [limiter, sessions] writer in
            guard limiter.enter(address) else { return }
            defer { limiter.leave(address) }
            if isBehind { try await writer.write(Self.event(of: .items)) }
            for await change in changes {
                if let session, !(try await sessions.isOpen(session, at: context.now)) { return }
                try await writer.write(Self.event(of: change))
            }
        }
        var response = Response(.ok, body: .stream(stream))
        response.append("Content-Type", "text/event-stream")
        response.append("Cache-Control", "no-store")
        // nginx would gather what is to be told at once.
        response.append("X-Accel-Buffering", "no")
        return response
    }

    /// What is one's own is `own`: a page of the market has nobody wait for it.
    private static func event(of change: Change) -> [UInt8] {
        Array((change == .items ? "data: changed\n\n" : "data: own\n\n").utf8)
    }
}
