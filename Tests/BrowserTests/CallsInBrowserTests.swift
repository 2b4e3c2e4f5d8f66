import Fixtures
import Testing

extension MarketInBrowserTests {
    /// What API clients post is shown on pages.
    @Blocking
    struct Calls {
        private nonisolated static let title = "프로그램이 올린 의자 <1> & \"둘\""

        private nonisolated static let photo = FormBody.Part.file(
            "images[]", named: "", type: "image/jpeg", bytes: Picture("chair").png)

        private nonisolated static let item = FormBody.multipart([
            .text("title", title), .text("descriptions", "첫 줄\n둘째 줄"), .text("price", "165"),
            .text("currency", "KRW"), .text("stock", "3"), .text("discounted_price", "160"),
            .text("password", "달빛1234"), photo,
        ])

        private nonisolated static let product = FormBody.multipart([
            .text(
                "params",
                #"{"name": "프로그램이 올린 의자 <1> & \"둘\"", "description": "첫 줄\n둘째 줄", "#
                    + #""price": 165, "currency": "KRW", "discounted_price": 5, "stock": 3, "#
                    + #""secret": "달빛1234"}"#), photo,
        ])

        @Test(arguments: ["/api/item", "/api/products"])
        func anItemPostedByACallIsInTheListAndOnItsPage(path: String) throws {
            let body = path == "/api/item" ? Self.item : Self.product
            #expect(try Fixture.client().post(path, body).status == 200)
            let browser = try Fixture.browser(.on)
            try browser.open("/")
            // An open list refreshes itself, which replaces elements while they are read.
            try browser.waitUntil("the list shows it") {
                let entry = try browser.text(of: ".entries > li:first-child")
                return [Self.title, "160원", "165원", "잔여수량: 3"].allSatisfy(entry.contains)
            }
            try browser.click(".entries h2 a")
            _ = try browser.arriveAtItem()
            try browser.waitUntil("its page shows it") {
                let page = try browser.text(of: "article.item")
                return [Self.title, "첫 줄\n둘째 줄"].allSatisfy(page.contains)
            }
            try browser.waitUntil("its photo is there") {
                let width = "return document.querySelector('.strip img').naturalWidth"
                return try browser.run(width) as? Double ?? 0 > 0
            }
            try browser.expectNoComplaints()
        }
    }
}
