import HTTPServer
import Market
import ViewModels

/// `/live` and `/my/live`: tell an open page that it may read differently now. The page then asks for
/// itself, so that there is one way to make it.
struct EventScene: Sendable {
    private let events: PageEvents
    private let pages: Pages
    private let sessions: Sessions
    private let streams: EventStreams

    init(_ dependencies: Dependencies) {
        events = PageEvents(storage: dependencies.storage)
        pages = dependencies.pages
        sessions = dependencies.sessions
        streams = dependencies.streams
    }

    func items(_ context: RequestContext) async throws -> Response {
        try response(to: context, events.output(for: .items)) { true }
    }

    /// Ends with the session. A browser that is told 204 asks no more (§9.2.3).
    func organiser(_ context: RequestContext) async throws -> Response {
        guard let member = context.member else { return Response(.noContent) }
        let changes = events.output(for: .organiser(member.account.id))
        return try response(to: context, changes) { [sessions] in
            try await sessions.isOpen(member.session, at: context.now)
        }
    }

    /// - Parameters:
    ///   - changes: listened to before the page's version is looked at, so that none is missed.
    ///   - isAllowed: is asked before each event.
    private func response(
        to context: RequestContext, _ changes: Changes,
        isAllowed: @escaping @Sendable () async throws -> Bool
    ) throws -> Response {
        let isBehind = context.request.query["since"] != pages.version
        return try streams.response(to: context) { writer in
            if isBehind { try await writer.write(Self.event) }
            for await _ in changes {
                guard try await isAllowed() else { return }
                try await writer.write(Self.event)
            }
        }
    }

    private static let event = Array("data: changed\n\n".utf8)
}
