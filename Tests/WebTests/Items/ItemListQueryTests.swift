import HTTPServer
import Testing

@testable import Web

struct ItemListQueryTests {
    @Test(arguments: [
        "q=1&q=2", "q=&q=1", "q=1&q=1&q=2&q=3", "q=1&" + String(repeating: "q=2&", count: 2_000),
    ])
    func aSecondValueOfANameAsksForNothingAndIsToldOnce(_ text: String) {
        let query = ItemListQuery(Query(text))
        #expect(query.input.unknown == [.search])
        #expect(query.input.text == (text.hasPrefix("q=1") ? "1" : ""))
    }

    @Test(arguments: ["q=1&q=1", "q=1&q=&q=1", "a&a&q=1&a"])
    func theSameValueAgainIsNoSecondOne(_ text: String) {
        let query = ItemListQuery(Query(text))
        #expect(query.input.unknown.isEmpty)
        #expect(query.input.text == "1")
    }
}
