import HTTPServer

/// A row of the route table: a method, a path, and a handler.
struct Route: Sendable {
    /// Receives the values of the path's variable segments.
    typealias Handler<each Parameter> =
        @Sendable (RequestContext, repeat each Parameter) async throws -> Response

    let method: Method
    /// The path's pattern.
    let pattern: String
    /// Whether the answer depends on who is signed in.
    let knowsVisitor: Bool
    let handler: Handler<>

    static func get<each Parameter: PathParameter>(
        _ path: Path<repeat each Parameter>, _ handler: @escaping Handler<repeat each Parameter>
    ) -> Route {
        Route(.get, path, knowsVisitor: true, handler)
    }

    /// For a path without variable segments, whose handler needs no wrapper.
    static func get(_ path: Path<>, _ handler: @escaping Handler<>) -> Route {
        Route(.get, path.pattern, knowsVisitor: true, handler)
    }

    static func post<each Parameter: PathParameter>(
        _ path: Path<repeat each Parameter>, _ handler: @escaping Handler<repeat each Parameter>
    ) -> Route {
        Route(.post, path, knowsVisitor: true, handler)
    }

    /// A route whose answer is the same for everybody: no session is looked up or renewed.
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
    }
}

/// The routes as a tree of their paths' segments.
final class RouteTree: Sendable {
    private struct Branch: Sendable {
        let segment: [UInt8]
        let tree: RouteTree
    }

    /// The routes whose paths end here, one for each method.
    private let routes: [Route]
    private let branches: [Branch]
    /// The subtree behind a variable segment, whatever its name.
    private let variable: RouteTree?

    convenience init(_ routes: [Route]) {
        self.init(
            routes.map { route -> Rest in
                let segments = route.pattern.utf8.dropFirst()
                    .split(separator: .slash, omittingEmptySubsequences: false)
                return (route, segments[...])
            })
    }

    /// A route and the segments of its path below the current node.
    private typealias Rest = (route: Route, segments: ArraySlice<Substring.UTF8View>)

    private init(_ rest: [Rest]) {
        routes = rest.filter(\.segments.isEmpty).map(\.route)
        var variable: [Rest] = []
        var fixed: [(segment: [UInt8], rest: [Rest])] = []
        for (route, segments) in rest {
            guard let segment = segments.first else { continue }
            let behind: Rest = (route, segments.dropFirst())
            if segment.first == UInt8(ascii: ":") {
                variable.append(behind)
            } else if let known = fixed.firstIndex(where: { $0.segment == Array(segment) }) {
                fixed[known].rest.append(behind)
            } else {
                fixed.append((Array(segment), [behind]))
            }
        }
        branches = fixed.map { Branch(segment: $0.segment, tree: RouteTree($0.rest)) }
        self.variable = variable.isEmpty ? nil : RouteTree(variable)
    }

    /// The routes at a path, one for each method; empty if there are none. A fixed segment takes
    /// precedence over a variable one.
    /// - Parameter parameters: is set to the values of the variable segments.
    func routes(at path: String, _ parameters: inout [Substring]) -> [Route] {
        var path = path
        var ranges: [Range<Int>] = []
        let found = path.withUTF8 { bytes in
            bytes.first == .slash ? routes(in: bytes, from: 1, &ranges) : []
        }
        let utf8 = path.utf8
        parameters = ranges.map { range in
            let start = utf8.index(utf8.startIndex, offsetBy: range.lowerBound)
            return path[start..<utf8.index(start, offsetBy: range.count)]
        }
        return found
    }

    /// Whether there is a route at the path, for any method.
    func hasRoute(at path: String) -> Bool {
        var parameters: [Substring] = []
        return !routes(at: path, &parameters).isEmpty
    }

    /// - Parameter start: the offset behind a slash; past the end if no segment is left.
    private func routes(
        in path: UnsafeBufferPointer<UInt8>, from start: Int, _ parameters: inout [Range<Int>]
    ) -> [Route] {
        guard start <= path.count else { return routes }
        var end = start
        while end < path.count, path[end] != .slash { end += 1 }
        let segment = UnsafeBufferPointer(rebasing: path[start..<end])
        for branch in branches where segment.elementsEqual(branch.segment) {
            let found = branch.tree.routes(in: path, from: end + 1, &parameters)
            if !found.isEmpty { return found }
        }
        // An empty segment is no value.
        guard let variable, end > start else { return [] }
        parameters.append(start..<end)
        let found = variable.routes(in: path, from: end + 1, &parameters)
        if found.isEmpty { parameters.removeLast() }
        return found
    }
}

extension UInt8 {
    fileprivate static let slash = UInt8(ascii: "/")
}

/// Finds a request's route in the table and calls its handler.
struct Router: Sendable {
    private let tree: RouteTree
    private let identify: @Sendable (inout RequestContext) async throws -> Void
    private let fallback: @Sendable (Request) -> Response?

    /// - Parameters:
    ///   - identify: looks up who is signed in, for routes whose answer depends on it.
    ///   - fallback: answers if there is no route at the path.
    init(
        _ tree: RouteTree,
        identify: @escaping @Sendable (inout RequestContext) async throws -> Void,
        fallback: @escaping @Sendable (Request) -> Response?
    ) {
        self.tree = tree
        self.identify = identify
        self.fallback = fallback
    }

    /// The answer of the route at the path; if there is none, a file, or a redirect to a page at
    /// nearly the same path.
    /// - Throws: whatever the handler throws; `.notFound`; `.methodNotAllowed` if only other
    ///   methods have a route.
    func response(to context: inout RequestContext) async throws -> Response {
        let request = context.request
        let method = request.method == .head ? .get : request.method
        let routes = tree.routes(at: context.path, &context.parameters)
        if let route = routes.first(where: { $0.method == method }) {
            if route.knowsVisitor { try await identifyVisitor(of: &context) }
            return try await route.handler(context)
        }
        if !routes.isEmpty { return try otherMethod(request.method, routes.map(\.method)) }
        if request.method == .options, request.path == "*" {
            return try otherMethod(.options, [.get, .post])
        }
        if let response = fallback(request) {
            return method == .get ? response : try otherMethod(request.method, [.get])
        }
        guard method == .get, let path = page(near: context.path) else { throw SiteError.notFound }
        return .redirect(to: ReturnPath(of: request, at: path).text, status: .permanentRedirect)
    }

    /// The page that somebody who typed capitals or a trailing slash probably meant; nil if there
    /// is none. Only pages are matched like this: files, feeds and API calls, which programs
    /// request, have one exact path.
    private func page(near typed: String) -> String? {
        var path = typed.lowercased()
        if path.hasSuffix("/") { path.removeLast() }
        // Two slashes do not name a page.
        guard path != typed, path.utf8.count > 1 else { return nil }
        var parameters: [Substring] = []
        let routes = tree.routes(at: path, &parameters)
        let isPage = routes.contains { $0.method == .get && $0.knowsVisitor }
        return isPage ? path : nil
    }

    /// - Throws: `.unavailableBeforeForm` if a form was sent but its sender cannot be identified now.
    private func identifyVisitor(of context: inout RequestContext) async throws {
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

    private func otherMethod(_ method: Method, _ allowed: [Method]) throws -> Response {
        let allow = Self.allow(allowed)
        guard method == .options else { throw SiteError.methodNotAllowed(allow: allow) }
        var response = Response(.noContent)
        response.append("Allow", allow)
        return response
    }

    /// The value of `Allow` (RFC 9110 section 10.2.1); a route for GET answers HEAD, too.
    private static func allow(_ methods: [Method]) -> String {
        var names: [String] = []
        for method in methods {
            names += method == .get ? ["GET", "HEAD"] : [method.rawValue]
        }
        names.append("OPTIONS")
        return names.joined(separator: ", ")
    }
}
