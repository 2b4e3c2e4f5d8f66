import HTTPServer

/// Every path of the API, as `Public/api/openapi.json` describes them, and the page about it.
enum APIRoutes {
    static func all(_ dependencies: Dependencies) throws -> [Route] {
        let items = ItemEndpoints(dependencies)
        let products = ProductEndpoints(dependencies)
        let removals = ProductDeletionEndpoints(dependencies)
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
            .shared(.post, Link.apiProductDeletionURI, removals.giveURI),
            .shared(.post, Link.apiProductDeletionKey, removals.giveKey),
            .shared(.delete, Link.apiProductByKey, removals.delete),
            .shared(.delete, Link.apiProductByIDAndKey, removals.delete),
            // A JSON text, as clients compare it.
            .shared(.get, Link.apiHealth, { _ in .call(Array("\"OK\"".utf8)) }),
        ]
    }
}
