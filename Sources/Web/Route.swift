import HTTPServer

/// A line of the table of routes: a method, a path whose `:segments` are variable, and what answers.
struct Route: Sendable {
    typealias Handler = @Sendable (Visit) async throws -> Response

    let method: Method
    let segments: [Segment]
    let handler: Handler

    enum Segment: Equatable, Sendable {
        case fixed(String)
        case variable
    }

    static func get(_ path: String, _ handler: @escaping Handler) -> Route {
        Route(.get, path, handler)
    }

    static func post(_ path: String, _ handler: @escaping Handler) -> Route {
        Route(.post, path, handler)
    }

    private init(_ method: Method, _ path: String, _ handler: @escaping Handler) {
        self.method = method
        self.handler = handler
        segments = path.split(separator: "/").map { segment in
            segment.hasPrefix(":") ? .variable : .fixed(String(segment))
        }
    }

    /// What stands in the variable segments of `path`; nil when it is not this route's.
    func parameters(in path: [Substring]) -> [Substring]? {
        guard path.count == segments.count else { return nil }
        var parameters: [Substring] = []
        for (segment, part) in zip(segments, path) {
            switch segment {
            case .variable: parameters.append(part)
            case .fixed(let text): guard part == text else { return nil }
            }
        }
        return parameters
    }
}
