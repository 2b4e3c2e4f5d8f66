import HTTPServer

/// The routes of the API, as `Public/api/openapi.json` describes them, and the page about it.
enum APIRoutes {
    static func all(_ dependencies: Dependencies) throws -> [Route] {
        let items = ItemEndpoints(dependencies)
        let products = ProductEndpoints(dependencies)
        let deletions = ProductDeletionEndpoints(dependencies)
        return [
            .get(Link.apiGuide, try APIGuideScene(dependencies).show),
            .shared(.get, Link.apiItemPage, items.list),
            .shared(.post, Link.apiItems, items.post),
            .shared(.get, Link.apiItem, items.show),
            .shared(.patch, Link.apiItem, items.change),
            .shared(.delete, Link.apiItem, items.delete),
            .shared(.get, Link.apiProducts, products.list),
            .shared(.post, Link.apiProducts, products.post),
            .shared(.get, Link.apiProduct, products.show),
            .shared(.patch, Link.apiProduct, products.change),
            .shared(.post, Link.apiProductDeletionURI, deletions.giveURI),
            .shared(.post, Link.apiProductDeletionKey, deletions.giveKey),
            .shared(.delete, Link.apiProductByKey, deletions.delete),
            .shared(.delete, Link.apiProductByIDAndKey, deletions.delete),
            // A JSON string, because clients compare it with the quotes.
            .shared(.get, Link.apiHealth, { _ in .call(Array("\"OK\"".utf8)) }),
        ]
    }
}

/// Distinguishes API calls from requests for pages.
enum API {
    static let root = "/api"
    static let health = "/healthChecker"
    static let mediaType: StaticString = "application/json"

    /// Whether a path of the route table, or a prefix of one, belongs to an API call; `/api` itself is a page.
    static func isCall(_ path: String) -> Bool {
        mayBeCall(path) && (path.hasPrefix(root + "/") || path == health)
    }

    /// The path as the route table has it. Clients build paths from pieces that begin and end with
    /// slashes, so repeated slashes count as one, and a trailing slash is ignored.
    static func path(of path: String) -> String {
        guard mayBeCall(path) else { return path }
        let segments = path.split(separator: "/")
        guard let first = segments.first, "/" + first == root || "/" + first == health else {
            return path
        }
        return "/" + segments.joined(separator: "/")
    }

    /// Rejects most paths quickly, by their first characters.
    private static func mayBeCall(_ path: String) -> Bool {
        switch path.utf8.dropFirst().first {
        case UInt8(ascii: "a"): path.hasPrefix(root)
        case UInt8(ascii: "h"): path.hasPrefix(health)
        case UInt8(ascii: "/"): true
        default: false
        }
    }
}
