/// Every path of searching, the list aside, which shows what is found.
enum SearchRoutes {
    static func all(_ dependencies: Dependencies) throws -> [Route] {
        [
            .get(Link.search, try WordsScene(dependencies.pages, "search/search").show),
            .get(Link.searchCompletions, SearchCompletionScene(dependencies).show),
        ]
    }
}
