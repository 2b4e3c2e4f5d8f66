import HTTPServer

/// Lets pages of other web sites call the API if the operator allows it (the CORS protocol of
/// WHATWG Fetch §3.2). Calls carry no cookies, so no session can be misused.
struct CrossOriginSharing: Sendable {
    /// How long a browser may cache the permission, in seconds.
    private static let memory: StaticString = "86400"

    private let origins: Set<String>

    /// - Parameter origins: as `https://shop.example`; `*` allows every origin.
    init(origins: [String]) {
        self.origins = Set(origins)
    }

    /// Whether a state-changing call is allowed from the origin that it names.
    func allows(_ context: RequestContext) -> Bool {
        guard context.isAPI, let origin = context.request.headers["Origin"] else { return false }
        return origins.contains("*") || origins.contains(origin)
    }

    /// The same for a request that could not be parsed: its origin is unknown, so the header is
    /// sent only if every origin is allowed, or just one.
    func share(_ response: inout Response) {
        guard let origin = origins.first, origins.count == 1 || origins.contains("*") else {
            return
        }
        response.append("Access-Control-Allow-Origin", origins.contains("*") ? "*" : origin)
    }

    /// Tells the browser that the calling page may read the answer.
    func share(_ response: inout Response, with context: RequestContext) {
        guard !origins.isEmpty else { return }
        // The permission depends on the origin, which shared caches must know, too.
        if !origins.contains("*") { response.append("Vary", "Origin") }
        guard allows(context), let origin = context.request.headers["Origin"] else { return }
        response.append("Access-Control-Allow-Origin", origins.contains("*") ? "*" : origin)
        response.append("Access-Control-Expose-Headers", "Allow, ETag, Retry-After")
        guard context.request.method == .options else { return }
        response.append("Access-Control-Allow-Methods", "GET, POST, PATCH, DELETE")
        response.append(
            "Access-Control-Allow-Headers", "Content-Type, Identifier, If-Match, If-None-Match")
        response.append("Access-Control-Max-Age", Self.memory)
    }
}
