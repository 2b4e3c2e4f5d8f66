import HTTPServer

/// Finds the route of a request in the table.
struct Router: Sendable {
    let routes: [Route]
    /// Answers where no route is.
    let fallback: @Sendable (Request) -> Response?

    /// - Throws: `.notFound`, or `.methodNotAllowed` where only other methods have a route.
    func response(to visit: Visit) async throws -> Response {
        let request = visit.request
        let path = Self.segments(of: request.path)
        let method = request.method == .head ? .get : request.method
        var allowed: [Method] = []
        for route in routes {
            guard let parameters = route.parameters(in: path) else { continue }
            guard route.method == method else {
                allowed.append(route.method)
                continue
            }
            var visit = visit
            visit.parameters = parameters
            return try await route.handler(visit)
        }
        if !allowed.isEmpty { return try otherMethod(request.method, allowed) }
        if request.method == .options, request.path == "*" {
            return try otherMethod(.options, [.get, .post])
        }
        guard let response = fallback(request) else { throw SiteError.notFound }
        return method == .get ? response : try otherMethod(request.method, [.get])
    }

    private func otherMethod(_ method: Method, _ allowed: [Method]) throws -> Response {
        guard method == .options else { throw SiteError.methodNotAllowed(allowed: allowed) }
        var response = Response(.noContent)
        response.append("Allow", Self.allow(allowed))
        return response
    }

    /// The value of `Allow` (RFC 9110 section 10.2.1): a route for GET answers HEAD too.
    static func allow(_ methods: [Method]) -> String {
        var names = methods.flatMap { $0 == .get ? ["GET", "HEAD"] : [$0.rawValue] }
        names.append("OPTIONS")
        return names.joined(separator: ", ")
    }

    /// The segments of a path; a trailing slash makes an empty one, so that it matches no route.
    private static func segments(of path: String) -> [Substring] {
        guard path != "/" else { return [] }
        return path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
    }
}
