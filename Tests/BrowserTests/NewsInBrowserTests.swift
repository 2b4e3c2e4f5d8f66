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

        /// Rows that moved by themselves would make a finger open the wrong one, in view or not.
        @Test func theTopOfTheListStaysUntilSomebodyAsksAndIsCountedThen() throws {
            let browser = try Fixture.browser(.on)
            let client = try Fixture.member("세어 보는 이웃")
            _ = try client.sell("Zelkova 책상 하나")
            try browser.open("/?q=zelkova")
            let before = try browser.titles
            #expect(before == ["Zelkova 책상 하나"])
            func counts() throws -> [String] {
                try browser.texts(of: ".hits") + browser.texts(of: ".chips [aria-current] small")
            }
            #expect(try counts() == ["1개", "1"])
            _ = try client.sell("Zelkova 책상 둘")
            let button = try browser.find(".news button")
            #expect(try browser.titles == before)
            #expect(try counts() == ["1개", "1"])

            try button.click()
            try browser.waitUntil("it is there") {
                try browser.titles == ["Zelkova 책상 둘", "Zelkova 책상 하나"]
            }
            #expect(try counts() == ["2개", "2"])
        }
    }
}
