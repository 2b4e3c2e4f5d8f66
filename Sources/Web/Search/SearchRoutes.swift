import HTTPServer

/// The routes of searching, except the list, which shows the results.
enum SearchRoutes {
    static func all(_ dependencies: Dependencies) throws -> [Route] {
        let search = try CategoryListScene(dependencies, in: "search/search")
        return [
            .get(Link.search) { context in
                // People also type a query at this address.
                guard (context.request.query["q"] ?? "").isEmpty else {
                    return ShortRoutes.redirect(context, to: Link.itemList)
                }
                return try await search.show(context)
            },
            .get(Link.searchCompletions, SearchCompletionScene(dependencies).show),
        ]
    }
}
