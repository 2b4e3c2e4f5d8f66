import Fixtures
import Testing

extension MarketInBrowserTests {
    /// Finding listings again that were opened before.
    @Blocking
    struct ViewedItems {
        private let titles = ["자두나무 의자", "자두나무 책상", "자두나무 침대"]

        private func post() throws -> [String] {
            let client = try Fixture.client()
            return try titles.map { try client.post(Listing(title: $0)) }
        }

        private func number(_ path: String) -> String {
            String(path.dropFirst("/items/".count))
        }

        private func waitUntilNoted(_ path: String, _ browser: Browser) throws {
            try browser.waitUntil("\(path) is noted") {
                let kept = try browser.run("return localStorage.viewed ?? ''") as? String
                return kept?.hasPrefix("[[\"\(number(path))\",") == true
            }
        }

        private func look(at path: String, _ browser: Browser) throws {
            try browser.open(path)
            try waitUntilNoted(path, browser)
        }

        private func expect(_ titles: [String], _ browser: Browser) throws {
            try browser.open("/items/viewed")
            try browser.waitUntil("\(titles) are shown") { try browser.titles == titles }
        }

        @Test func viewedItemsAreListedLastFirst() throws {
            let browser = try Fixture.browser(.on)
            let paths = try post()
            for path in paths + [paths[0]] { try look(at: path, browser) }
            try expect([titles[0], titles[2], titles[1]], browser)
            // The cookie is sent to no other page.
            try browser.open("/")
            #expect(try browser.run("return document.cookie") as? String == "")
            try browser.expectNoComplaints()
        }

        @Test func viewedItemsCanBeForgotten() throws {
            let browser = try Fixture.browser(.on)
            let paths = try post()
            for path in paths { try look(at: path, browser) }
            try expect(titles.reversed(), browser)
            try browser.click(".listing form button")
            try browser.waitUntil("it is forgotten") { try browser.alert() == ["최근 본 글을 지웠어요"] }
            #expect(try browser.titles.isEmpty)
            try browser.waitUntil("nothing is kept") {
                try browser.run("return localStorage.viewed === undefined") as? Bool == true
            }
            try look(at: paths[1], browser)
            try expect([titles[1]], browser)
            try browser.expectNoComplaints()
        }

        @Test func severalWindowsHaveOneList() throws {
            let browser = try Fixture.browser(.on)
            let paths = try post()
            try look(at: paths[0], browser)
            try browser.run("window.other = window.open('\(paths[1])')")
            try waitUntilNoted(paths[1], browser)
            try browser.run("window.other.close()")
            try look(at: paths[2], browser)
            try expect(titles.reversed(), browser)
        }

        @Test func withoutScriptsItSaysWhyThereIsNothing() throws {
            let browser = try Fixture.browser(.off)
            let paths = try post()
            try browser.open(paths[0])
            try browser.open("/items/viewed")
            #expect(try browser.text(of: ".empty noscript p").hasPrefix("자바스크립트가 꺼져 있어서"))
            #expect(try browser.titles.isEmpty)
        }
    }
}
