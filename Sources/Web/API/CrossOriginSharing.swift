import HTTPServer

/// Lets the pages of other web sites call the API, where the operator says so (the CORS protocol of
/// WHATWG Fetch §3.2). Calls carry no cookies, so that nobody's session is lent.
struct CrossOriginSharing: Sendable {
    /// In seconds: how long a browser remembers what it may.
    private static let memory: StaticString = "86400"

    private let origins: Set<String>

    /// - Parameter origins: as `https://shop.example`; `*` is every one.
    init(origins: [String]) {
        self.origins = Set(origins)
    }

    /// Whether a call that changes something may come from where it says it does.
    func allows(_ context: RequestContext) -> Bool {
        guard context.isAPI, let origin = context.request.headers["Origin"] else { return false }
        return origins.contains("*") || origins.contains(origin)
    }

    /// The same where the request cannot be read: then it is not known which page has asked, unless
    /// every page may, or only one.
    func share(_ response: inout Response) {
        guard let origin = origins.first, origins.count == 1 || origins.contains("*") else {
            return
        }
        response.append("Access-Control-Allow-Origin", origins.contains("*") ? "*" : origin)
    }

    /// Tells a browser that the page which asked may read the answer.
    func share(_ response: inout Response, with context: RequestContext) {
        guard !origins.isEmpty else { return }
        // Who is let in depends on who asks, also for those that keep the answer for others.
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
