import Fixtures
import Testing

@Blocking
struct SearchCompletionSceneTests {
    @Test(arguments: ServedSite.Backend.working)
    func wordsOnSaleAreAnsweredAsJSON(_ backend: ServedSite.Backend) throws {
        let site = try ServedSite(backend)
        _ = try site.post(.lamp)
        let client = try site.visitor()
        for (query, answer) in [
            ("?q=%EC%9E%A5", "[\"장스탠드\"]"), ("?q=%E3%85%88%E3%85%85", "[\"장스탠드\"]"),
            ("", "[]"), ("?q=", "[]"), ("?q=%00", "[]"), ("?q=%22*", "[]"), ("?q=%FF", "[]"),
            ("?q=" + String(repeating: "%EC%9E%A5", count: 500), "[]"),
        ] {
            let response = try client.get("/search/completions" + query)
            #expect(response.status == 200)
            #expect(response["Content-Type"] == "application/json")
            #expect(response.text == answer, "\(query)")
        }
    }
}
