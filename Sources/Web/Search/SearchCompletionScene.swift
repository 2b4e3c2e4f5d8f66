import HTTPServer
import Market
import ViewModels

/// `/search/completions?q=의ㅈ`: suggestions for the search field's script, as a JSON array of strings.
struct SearchCompletionScene: Sendable {
    private let completions: SearchCompletions
    private let searches: TurnLimiter

    init(_ dependencies: Dependencies) {
        completions = SearchCompletions(storage: dependencies.storage)
        searches = dependencies.searchLimiter
    }

    func show(_ context: RequestContext) async throws -> Response {
        let typed = context.request.query["q"] ?? ""
        let output = try await searches.run(for: context.address) { [completions] in
            try await completions.output(for: typed)
        }
        var response = Response(
            type: "application/json", body: JSONWriter.bytes(of: output.texts))
        response.append("Cache-Control", "max-age=60")
        return response
    }
}
