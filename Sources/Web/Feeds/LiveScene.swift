import HTTPServer
import Market
import ViewModels

/// `/live` and `/my/live`: tell an open page that it may read differently now (Server-Sent Events,
/// HTML Standard §9.2). The page then asks for itself, so that there is one way to make it.
struct LiveScene: Sendable {
    /// A comment, which browsers pass over (§9.2.6).
    private static let heartbeat = Array(":\n\n".utf8)

    private let news: News
    private let pages: Pages
    private let sessions: Sessions
    private let places: AddressShares

    init(_ parts: SiteParts) {
        places = AddressShares(most: parts.mostStreams)
        news = News(storage: parts.storage)
        pages = parts.pages
        sessions = parts.sessions
    }

    func market(_ visit: Visit) async throws -> Response {
        try response(to: visit, news.ofListings()) { true }
    }

    /// Ends with the session. A browser that is told 204 asks no more (§9.2.3).
    func organiser(_ visit: Visit) async throws -> Response {
        guard let member = visit.member else { return Response(.noContent) }
        return try response(to: visit, news.ofOrganiser(of: member.account.id)) { [sessions] in
            try await sessions.isOpen(member.session, at: visit.now)
        }
    }

    /// - Parameters:
    ///   - changes: listened to before the page's version is looked at, so that none is missed.
    ///   - mayHear: is asked before each event.
    /// - Throws: `.unavailable` when the address listens in too many places, of which a browser
    ///   that is told so asks no more.
    private func response(
        to visit: Visit, _ changes: Changes, mayHear: @escaping @Sendable () async throws -> Bool
    ) throws -> Response {
        let address = visit.address
        guard places.hasPlace(for: address) else { throw SiteError.unavailable }
        let isBehind = visit.request.query["since"] != pages.version
        let stream = Response.Stream(heartbeat: Self.heartbeat) { [places] writer in
            guard places.enter(address) else { return }
            defer { places.leave(address) }
            if isBehind { try await writer.write(Self.event) }
            for await _ in changes {
                guard try await mayHear() else { return }
                try await writer.write(Self.event)
            }
        }
        var response = Response(.ok, body: .stream(stream))
        response.append("Content-Type", "text/event-stream")
        response.append("Cache-Control", "no-store")
        // nginx would gather what is to be told at once.
        response.append("X-Accel-Buffering", "no")
        return response
    }

    private static let event = Array("data: changed\n\n".utf8)
}
