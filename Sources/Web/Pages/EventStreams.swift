import HTTPServer

/// Streams that tell open pages of what changes (Server-Sent Events, HTML Standard §9.2): so many in
/// all, of which an address has a quarter of what the others leave.
struct EventStreams: Sendable {
    /// A comment, which browsers pass over (§9.2.6).
    private static let heartbeat = Array(":\n\n".utf8)

    private let limiter: AddressLimiter

    init(most: Int) {
        limiter = AddressLimiter(most: most)
    }

    /// - Parameter write: tells until it returns.
    /// - Throws: `.unavailable` when the address listens in too many places, of which a browser that
    ///   is told so asks no more.
    func response(
        to context: RequestContext,
        _ write: @escaping @Sendable (StreamWriter) async throws -> Void
    ) throws -> Response {
        let address = context.address
        guard limiter.hasPlace(for: address) else { throw SiteError.unavailable }
        let stream = Response.Stream(heartbeat: Self.heartbeat) { [limiter] writer in
            guard limiter.enter(address) else { return }
            defer { limiter.leave(address) }
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
