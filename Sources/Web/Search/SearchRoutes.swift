import HTTPServer

/// Every path of searching, the list aside, which shows what is found.
enum SearchRoutes {
    static func all(_ dependencies: Dependencies) throws -> [Route] {
        let search = try CategoryListScene(dependencies, in: "search/search")
        return [
            .get(Link.search) { context in
                // People type words behind it, too.
                guard (context.request.query["q"] ?? "").isEmpty else {
                    return ShortRoutes.redirect(context, to: Link.itemList)
                }
                return try await search.show(context)
            },
            .get(Link.searchCompletions, SearchCompletionScene(dependencies).show),
        ]
    }
}
