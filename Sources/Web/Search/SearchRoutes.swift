/// Every path of searching, the list aside, which shows what is found.
enum SearchRoutes {
    static func all(_ dependencies: Dependencies) throws -> [Route] {
        let search = try CategoryListScene(dependencies, in: "search/search")
        return [
            .get(Link.search, search.show),
            .get(Link.searchCompletions, SearchCompletionScene(dependencies).show),
        ]
    }
}
