import Fixtures
import Testing

extension MarketInBrowserTests {
    @Blocking
    struct News {
        @Test func whoReadsFurtherDownIsAskedFirst() throws {
            let browser = try Fixture.browser(.on)
            try browser.open("/")
            let before = try browser.entries
            let entry = "document.querySelector('.entries > li:nth-child(15)')"
            try browser.run("\(entry).scrollIntoView()")
            let form = "title=방금+올린+책상&category=9&currency=KRW&stock=1&content=x&password=1234"
            try browser.run(
                "fetch('/items', { method: 'POST', body: new URLSearchParams('\(form)') })")
            let button = try browser.find(".news button")
            #expect(try button.text == "새 글이 올라왔어요")
            #expect(try browser.entries.starts(with: before))

            try button.click()
            try browser.waitUntil("it is there") { try browser.titles.first == "방금 올린 책상" }
            try browser.waitUntil("the top is in view") {
                try browser.run("return scrollY === 0") as? Bool == true
            }
            let seen = try browser.entries
            #expect(Set(seen).count == seen.count)
            #expect(try browser.all(".news button").isEmpty)
        }
    }
}
