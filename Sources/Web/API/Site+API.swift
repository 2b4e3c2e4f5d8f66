import HTTPServer

extension Site {
    /// The calls of programs, as `Public/api/openapi.json` describes them, and the page about them.
    static func apiRoutes(_ dependencies: Dependencies) -> [Route] {
        let items = ItemEndpoints(dependencies)
        let products = ProductEndpoints(dependencies)
        let removals = ProductDeletionEndpoints(dependencies)
        return [
            .get(API.root, APIGuideScene(dependencies).show),
            .call(.get, "/api/items/:page", items.list),
            .call(.post, "/api/item", items.post),
            .call(.get, "/api/item/:item", items.show),
            .call(.patch, "/api/item/:item", items.change),
            .call(.delete, "/api/item/:item", items.delete),
            .call(.get, "/api/products", products.list),
            .call(.post, "/api/products", products.post),
            .call(.get, "/api/products/:item", products.show),
            .call(.patch, "/api/products/:item", products.change),
            .call(.post, "/api/products/:item/archived", removals.giveURI),
            .call(.post, "/api/products/:item/secret", removals.giveKey),
            .call(.delete, "/api/products/:key", removals.delete),
            .call(.delete, "/api/products/:item/:key", removals.delete),
            // A JSON text, as clients compare it.
            .call(.get, API.health, { _ in .call(Array("\"OK\"".utf8)) }),
        ]
    }
}
