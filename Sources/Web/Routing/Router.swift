import HTTPServer

/// A line of the table of routes: a method, a path, and what answers.
struct Route: Sendable {
    /// Is told what stands in the variable segments of the path.
    typealias Handler<each Parameter> =
        @Sendable (RequestContext, repeat each Parameter) async throws -> Response

    let method: Method
    /// The path's pattern.
    let pattern: String
    /// Whether the answer depends on who is signed in.
    let knowsVisitor: Bool
    let handler: Handler<>
    private let segments: [Segment]

    private enum Segment: Equatable, Sendable {
        case fixed(Substring)
        case variable
    }

    static func get<each Parameter: PathParameter>(
        _ path: Path<repeat each Parameter>, _ handler: @escaping Handler<repeat each Parameter>
    ) -> Route {
        Route(.get, path, knowsVisitor: true, handler)
    }

    /// A path without variable segments needs nothing around its handler.
    static func get(_ path: Path<>, _ handler: @escaping Handler<>) -> Route {
        Route(.get, path.pattern, knowsVisitor: true, handler)
    }

    static func post<each Parameter: PathParameter>(
        _ path: Path<repeat each Parameter>, _ handler: @escaping Handler<repeat each Parameter>
    ) -> Route {
        Route(.post, path, knowsVisitor: true, handler)
    }

    /// What is the same for everybody: no session is looked up, or renewed, on the way to it.
    static func shared<each Parameter: PathParameter>(
        _ method: Method, _ path: Path<repeat each Parameter>,
        _ handler: @escaping Handler<repeat each Parameter>
    ) -> Route {
        Route(method, path, knowsVisitor: false, handler)
    }

    private init<each Parameter: PathParameter>(
        _ method: Method, _ path: Path<repeat each Parameter>, knowsVisitor: Bool,
        _ handler: @escaping Handler<repeat each Parameter>
    ) {
        self.init(method, path.pattern, knowsVisitor: knowsVisitor) { context in
            let parameters = try path.parameters(in: context.parameters)
            return try await handler(context, repeat each parameters)
        }
    }

    private init(
        _ method: Method, _ pattern: String, knowsVisitor: Bool, _ handler: @escaping Handler<>
    ) {
        self.method = method
        self.pattern = pattern
        self.knowsVisitor = knowsVisitor
        self.handler = handler
        segments = pattern.segments.map { $0.hasPrefix(":") ? .variable : .fixed($0) }
    }

    /// Whether the path has no variable segments.
    var isFixed: Bool { !segments.contains(.variable) }

    /// Whether both are at one path, whatever its variable segments are called.
    func isAt(_ other: Route) -> Bool { segments == other.segments }

    /// What stands in the variable segments of `path`; nil when it is not this route's.
    func parameters(in path: String) -> [Substring]? {
        let parts = path.segments
        guard parts.count == segments.count else { return nil }
        var parameters: [Substring] = []
        for (segment, part) in zip(segments, parts) {
            switch segment {
            case .variable: parameters.append(part)
            case .fixed(let text): guard part == text else { return nil }
            }
        }
        return parameters
    }
}

/// Finds the route of a request in the table.
struct Router: Sendable {
    /// The routes without variable segments, by their path: most requests are for one of these, or
    /// for a file, and take one look-up.
    private let fixed: [String: [Route]]
    /// The others, by their first segment.
    private let variable: [Substring: [Route]]
    private let identify: @Sendable (inout RequestContext) async throws -> Void
    private let fallback: @Sendable (Request) -> Response?

    /// - Parameters:
    ///   - routes: where two match, the one without variable segments answers, or the first; of
    ///     those with variable ones, the path of the first alone counts, whatever the method.
    ///   - identify: looks up who is signed in, for routes whose answer depends on it.
    ///   - fallback: answers where no route is.
    init(
        routes: [Route], identify: @escaping @Sendable (inout RequestContext) async throws -> Void,
        fallback: @escaping @Sendable (Request) -> Response?
    ) {
        fixed = Dictionary(grouping: routes.filter(\.isFixed), by: \.pattern)
        variable = Dictionary(grouping: routes.filter { !$0.isFixed }) { $0.pattern.firstSegment }
        self.identify = identify
        self.fallback = fallback
    }

    /// - Throws: `.notFound`, or `.methodNotAllowed` where only other methods have a route.
    func response(to context: inout RequestContext) async throws -> Response {
        let request = context.request
        let method = request.method == .head ? .get : request.method
        var allowed: [Method] = []
        if let route = route(method, for: &context, &allowed) {
            if route.knowsVisitor { try await know(&context) }
            return try await route.handler(context)
        }
        if !allowed.isEmpty { return try otherMethod(request.method, allowed) }
        if request.method == .options, request.path == "*" {
            return try otherMethod(.options, [.get, .post])
        }
        guard let response = fallback(request) else { throw SiteError.notFound }
        return method == .get ? response : try otherMethod(request.method, [.get])
    }

    private func know(_ context: inout RequestContext) async throws {
        do {
            try await identify(&context)
        } catch {
            let error = SiteError(error)
            guard case .unavailable = error, context.request.method == .post, !context.isAPI else {
                throw error
            }
            throw SiteError.unavailableBeforeForm
        }
    }

    /// Whether a route, of whatever method, is at the path.
    func hasRoute(at path: String) -> Bool {
        let others = variable[path.firstSegment] ?? []
        return fixed[path] != nil || others.contains { $0.parameters(in: path) != nil }
    }

    /// - Parameter allowed: gains the methods of routes that only differ in theirs.
    private func route(
        _ method: Method, for context: inout RequestContext, _ allowed: inout [Method]
    ) -> Route? {
        let path = context.path
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
        let allow = Self.allow(allowed)
        guard method == .options else { throw SiteError.methodNotAllowed(allow: allow) }
        var response = Response(.noContent)
        response.append("Allow", allow)
        return response
    }

    /// The value of `Allow` (RFC 9110 section 10.2.1): a route for GET answers HEAD too.
    private static func allow(_ methods: [Method]) -> String {
        var names: [String] = []
        // A path may have a route of its own beside one that it matches.
        for method in methods where !names.contains(method.rawValue) {
            names += method == .get ? ["GET", "HEAD"] : [method.rawValue]
        }
        names.append("OPTIONS")
        return names.joined(separator: ", ")
    }
}

extension String {
    /// What stands behind each slash; a slash at the end makes an empty one.
    fileprivate var segments: [Substring] {
        utf8.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
            .map { Substring($0) }
    }

    fileprivate var firstSegment: Substring {
        Substring(utf8.dropFirst().prefix { $0 != UInt8(ascii: "/") })
    }
}
