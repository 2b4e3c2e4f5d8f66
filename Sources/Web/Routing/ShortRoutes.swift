import HTTPServer

/// Addresses that people type or know from other sites, each a permanent redirect to the page
/// meant. No page links to them, so they are not in `Link`.
enum ShortRoutes {
    static let all: [Route] = table.map { short, path in
        Route.shared(.get, short, { context in ShortRoutes.redirect(context, to: path) })
    }

    private static let table: [(short: Path<>, path: Path<>)] = [
        ("/chat", Link.conversations), ("/desk", Link.organiser), ("/login", Link.signIn),
        ("/new", Link.itemForm), ("/register", Link.signUp), ("/searches", Link.savedSearches),
        ("/viewed", Link.viewedItems),
    ]

    /// Redirects and keeps the query.
    static func redirect(_ context: RequestContext, to path: Path<>) -> Response {
        let query = context.request.rawQuery
        return .redirect(
            to: query.isEmpty ? path() : "\(path())?\(query)", status: .permanentRedirect)
    }
}
