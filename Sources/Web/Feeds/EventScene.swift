import HTTPServer
import Market
import ViewModels

/// `/live` and `/my/live`: tell an open page that it may read differently now. The page then asks for
/// itself, so that there is one way to make it.
struct EventScene: Sendable {
    private let events: PageEvents
    private let pages: Pages
    private let sessions: Sessions
    private let clock: @Sendable () -> Timestamp
    private let streams: EventStreams
    /// Until each of the programs over the database shows what one has written: any of them may be asked
    /// for the page.
    private let delay: Duration?

    init(_ dependencies: Dependencies) {
        events = PageEvents(storage: dependencies.storage)
        pages = dependencies.pages
        sessions = dependencies.sessions
        clock = dependencies.clock
        streams = dependencies.streams
        delay = dependencies.storage.sharedCommit == nil ? nil : .milliseconds(100)
    }

    /// Of a member it ends with the session, and is asked for anew.
    func items(_ context: RequestContext) async throws -> Response {
        let member = context.member
        let changes = events.output(
            for: .items(of: member?.account.id), isOperator: member?.isOperator ?? false)
        return try response(to: context, changes)
    }

    /// Ends with the session. A browser that is told 204 asks no more (§9.2.3).
    func organiser(_ context: RequestContext) async throws -> Response {
        guard let member = context.member else { return Response(.noContent) }
        let changes = events.output(
            for: .organiser(member.account.id), isOperator: member.isOperator)
        return try response(to: context, changes)
    }

    /// - Parameter changes: listened to before the page's version is looked at, so that none is
    ///   missed.
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

    /// What is one's own is `own`: a page of the market has nobody wait for it.
    private static func event(of change: Change) -> [UInt8] {
        Array((change == .items ? "data: changed\n\n" : "data: own\n\n").utf8)
    }
}
