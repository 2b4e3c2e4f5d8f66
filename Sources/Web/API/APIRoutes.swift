import HTTPServer

/// Every path of the API, as `Public/api/openapi.json` describes them, and the page about it.
enum APIRoutes {
    static func all(_ dependencies: Dependencies) throws -> [Route] {
        let items = ItemEndpoints(dependencies)
        let products = ProductEndpoints(dependencies)
        let removals = ProductDeletionEndpoints(dependencies)
        return [
            .get(Link.apiGuide, APIGuideScene(dependencies).show),
            .shared(.get, Link.apiItemPage, old: items.list),
            .shared(.post, Link.apiItems, items.post),
            .shared(.get, Link.apiItem, old: items.show),
            .shared(.patch, Link.apiItem, old: items.change),
            .shared(.delete, Link.apiItem, old: items.delete),
            .shared(.get, Link.apiProducts, products.list),
            .shared(.post, Link.apiProducts, products.post),
            .shared(.get, Link.apiProduct, old: products.show),
            .shared(.patch, Link.apiProduct, old: products.change),
            .shared(.post, Link.apiProductDeletionURI, old: removals.giveURI),
            .shared(.post, Link.apiProductDeletionKey, old: removals.giveKey),
            .shared(.delete, Link.apiProductByKey, old: removals.delete),
            .shared(.delete, Link.apiProductByIDAndKey, old: removals.delete),
            // A JSON text, as clients compare it.
            .shared(.get, Link.apiHealth, { _ in .call(Array("\"OK\"".utf8)) }),
        ]
    }
}
