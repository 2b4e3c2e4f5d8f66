import HTTPServer
import Market
import ViewModels

/// `/live` and `/my/live`: tell an open page that it may look different now. The page then requests
/// itself again, so that there is only one way to render it.
struct EventScene: Sendable {
    private let events: PageEvents
    private let pages: Pages
    private let sessions: Sessions
    private let clock: @Sendable () -> Timestamp
    private let streams: EventStreams
    /// How long to wait until every server process over the database shows a write; any of them may
    /// be asked for the page. Nil for a single process.
    private let delay: Duration?

    init(_ dependencies: Dependencies) {
        events = PageEvents(storage: dependencies.storage)
        pages = dependencies.pages
        sessions = dependencies.sessions
        clock = dependencies.clock
        streams = dependencies.streams
        delay = dependencies.storage.sharedCommit == nil ? nil : .milliseconds(100)
    }

    /// Streams changes of the market. For a member, ends with the session; the browser then reconnects.
    func items(_ context: RequestContext) async throws -> Response {
        let member = context.member
        let changes = events.output(
            for: .items(of: member?.account.id), isOperator: member?.isOperator ?? false)
        return try response(to: context, changes)
    }

    /// Streams changes of an account's own things; ends with the session. After a 204 a browser
    /// does not reconnect (§9.2.3).
    func organiser(_ context: RequestContext) async throws -> Response {
        guard let member = context.member else { return Response(.noContent) }
        let changes = events.output(
            for: .organiser(member.account.id), isOperator: member.isOperator)
        return try response(to: context, changes)
    }

    /// - Parameter changes: subscribed to before the page's version is read, so that no change is missed.
    private func response(
        to context: RequestContext, _ changes: Changes
    ) throws -> Response {
        let isBehind = context.request.query["since"] != pages.version.description
        let session = context.member?.session
        return try streams.response(to: context) { [sessions, clock, delay] writer in
            if isBehind { try await writer.write(Self.event(of: .items)) }
            for await change in changes {
                if let delay { try await Task.sleep(for: delay) }
                if let session, !(try await sessions.isOpen(session, at: clock())) { return }
                try await writer.write(Self.event(of: change))
            }
        }
    }

    /// The event for a change. `own` marks the account's own things, which a page shows at once; for other
    /// changes pages of the market wait a random moment, so that not all of them refresh together.
    private static func event(of change: Change) -> [UInt8] {
        Array((change == .items ? "data: changed\n\n" : "data: own\n\n").utf8)
    }
}
