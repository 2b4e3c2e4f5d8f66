import Fixtures
import Testing

extension MarketInBrowserTests {
    /// The language switch in the footer.
    @Blocking
    struct Languages {
        @Test(arguments: Browser.Scripts.allCases)
        func theSwitchIsPressedOnItsPage(_ scripts: Browser.Scripts) throws {
            let browser = try Fixture.browser(scripts)
            try browser.open("/categories?category=9")
            #expect(try browser.text(of: ".languages [aria-current]") == "한국어")
            try browser.choose("en")
            #expect(try browser.address == "/categories?category=9")
            #expect(try browser.text(of: ".languages [aria-current]") == "English")
            try browser.open("/signup")
            #expect(try browser.all("html[lang=en]").count == 1)
            try browser.choose("ko")
            #expect(try browser.address == "/signup")
            try browser.expectNoComplaints()
        }

        /// Events from a page in another language must not be inserted into this page.
        @Test func aPageThatIsOpenStaysInItsLanguage() throws {
            let watcher = try Fixture.browser(.on, of: "두 나라 말")
            let writer = try Fixture.browser(.off)
            try writer.comeBack(as: "두 나라 말")
            try watcher.open("/my/memos")
            try writer.choose("en")
            try writer.write(memo: "Call home")
            try writer.choose("ko")
            try watcher.waitUntil("the memo is there") {
                let isThere = try watcher.memos.first?.hasPrefix("Call home") == true
                let heading = try watcher.text(of: "h1")
                guard heading == "메모" else { throw Failure("mixed: \(heading)") }
                return isThere
            }
        }
    }
}

extension Browser {
    /// Presses a language button and waits for the page in that language.
    fileprivate func choose(_ language: String) throws {
        try click(".languages [value=\(language)]")
        try waitUntil("the page is in it") { try all("html[lang=\(language)]").count == 1 }
    }
}
