import HTTPServer

/// Finds the route of a request in the table.
struct Router: Sendable {
    /// The routes without variable segments, by their path: most requests are for one of these, or
    /// for a file, and take one look.
    private let fixed: [String: [Route]]
    /// The others, by their first segment.
    private let variable: [Substring: [Route]]
    private let sessions: Sessions
    /// Answers where no route is.
    private let fallback: @Sendable (Request) -> Response?

    /// - Parameter routes: where two match, the one without variable segments answers, or the
    ///   first; of those with variable ones, the path of the first alone counts, whatever the
    ///   method.
    init(
        routes: [Route], sessions: Sessions, fallback: @escaping @Sendable (Request) -> Response?
    ) {
        fixed = Dictionary(grouping: routes.filter(\.isFixed), by: \.path)
        variable = Dictionary(grouping: routes.filter { !$0.isFixed }) { $0.path.firstSegment }
        self.sessions = sessions
        self.fallback = fallback
    }

    /// Notes on the visit who is signed in, for routes that want to know.
    /// - Throws: `.notFound`, or `.methodNotAllowed` where only other methods have a route.
    func response(to context: inout RequestContext) async throws -> Response {
        let request = context.request
        let method = request.method == .head ? .get : request.method
        var allowed: [Method] = []
        if let route = route(method, for: &context, &allowed) {
            if route.knowsVisitor {
                context.changes = sessions.storage.changes
                context.member = try await sessions.member(of: context)
            }
            return try await route.handler(context)
        }
        if !allowed.isEmpty { return try otherMethod(request.method, allowed) }
        if request.method == .options, request.path == "*" {
            return try otherMethod(.options, [.get, .post])
        }
        guard let response = fallback(request) else { throw SiteError.notFound }
        return method == .get ? response : try otherMethod(request.method, [.get])
    }

    /// - Parameter allowed: gains the methods of routes that only differ in theirs.
    private func route(
        _ method: Method, for context: inout RequestContext, _ allowed: inout [Method]
    ) -> Route? {
        let path = API.path(of: context.request.path)
        for route in fixed[path] ?? [] {
            if route.method == method { return route }
            allowed.append(route.method)
        }
        var first: Route?
        for route in variable[path.firstSegment] ?? [] {
            guard let parameters = route.parameters(in: path) else { continue }
            if let first, !first.isAt(route) { continue }
            first = route
            guard route.method == method else {
                allowed.append(route.method)
                continue
            }
            context.parameters = parameters
            return route
        }
        return nil
    }

    private func otherMethod(_ method: Method, _ allowed: [Method]) throws -> Response {
        guard method == .options else { throw SiteError.methodNotAllowed(allowed: allowed) }
        var response = Response(.noContent)
        response.append("Allow", Self.allow(allowed))
        return response
    }

    /// The value of `Allow` (RFC 9110 section 10.2.1): a route for GET answers HEAD too.
    static func allow(_ methods: [Method]) -> String {
        var names: [String] = []
        // A path may have a route of its own beside one that it matches.
        for method in methods where !names.contains(method.rawValue) {
            names += method == .get ? ["GET", "HEAD"] : [method.rawValue]
        }
        names.append("OPTIONS")
        return names.joined(separator: ", ")
    }
}
