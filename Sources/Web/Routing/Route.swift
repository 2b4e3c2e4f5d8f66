import HTTPServer

/// A line of the table of routes: a method, a path whose `:segments` are variable, and what
/// answers.
struct Route: Sendable {
    typealias Handler = @Sendable (RequestContext) async throws -> Response

    let method: Method
    /// As it stands in the table.
    let path: String
    private let segments: [Segment]
    /// Whether the path has no variable segments.
    let isFixed: Bool
    /// Whether the answer depends on who is signed in.
    var knowsVisitor = true
    let handler: Handler

    private enum Segment: Equatable, Sendable {
        case fixed(Substring)
        case variable
    }

    static func get(_ path: String, _ handler: @escaping Handler) -> Route {
        Route(.get, path, handler)
    }

    /// Something that is the same for everybody, and kept by everybody between here and there:
    /// nobody's session is looked up, or renewed, on the way to it.
    static func file(_ path: String, _ handler: @escaping Handler) -> Route {
        var route = Route(.get, path, handler)
        route.knowsVisitor = false
        return route
    }

    static func post(_ path: String, _ handler: @escaping Handler) -> Route {
        Route(.post, path, handler)
    }

    /// A call of a program, which has no session.
    static func call(_ method: Method, _ path: String, _ handler: @escaping Handler) -> Route {
        var route = Route(method, path, handler)
        route.knowsVisitor = false
        return route
    }

    private init(_ method: Method, _ path: String, _ handler: @escaping Handler) {
        self.method = method
        self.path = path
        self.handler = handler
        segments = path.segments.map { $0.hasPrefix(":") ? .variable : .fixed($0) }
        isFixed = !segments.contains(.variable)
    }

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

extension String {
    /// What stands behind each slash; a slash at the end makes an empty one.
    fileprivate var segments: [Substring] {
        utf8.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
            .map { Substring($0) }
    }

    /// The first of the segments.
    var firstSegment: Substring {
        let start = utf8.dropFirst()
        return Substring(start.prefix { $0 != UInt8(ascii: "/") })
    }
}
