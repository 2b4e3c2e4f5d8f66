import Fixtures
import Testing

extension MarketInBrowserTests {
    /// Pages as they are printed.
    @Blocking
    struct Print {
        @Test(arguments: ["/?view=list", "/?view=grid&sort=low&min=1", "/items/1"])
        func buttonsAreNotPrinted(_ path: String) throws {
            let browser = try Fixture.browser(.on)
            try browser.open(path)
            try browser.command("Emulation.setEmulatedMedia", ["media": "print"])
            defer { _ = try? browser.command("Emulation.setEmulatedMedia", ["media": ""]) }
            #expect(try seen(".site, nav, button, summary, .button", browser) == 0)
            #expect(try seen("main h1, article h1", browser) == 1)
            // The seller's other listings are not printed with a listing.
            let entries = try seen(".entries li", browser) ?? 0
            #expect(path.hasPrefix("/?") ? entries >= 20 : entries == 0)
        }

        @Test func aListingIsPrintedWithItsAddress() throws {
            let browser = try Fixture.browser(.on)
            try browser.open("/items/1")
            try browser.command("Emulation.setEmulatedMedia", ["media": "print"])
            defer { _ = try? browser.command("Emulation.setEmulatedMedia", ["media": ""]) }
            for part in [".facts h1", ".facts > .price", ".description"] {
                #expect(try seen(part, browser) == 1, "\(part)")
            }
            let address =
                try browser.run(
                    "return getComputedStyle(document.querySelector('.times'), '::after').content")
                as? String
            #expect(address?.hasSuffix("/items/1\"") == true)
        }

        /// On screen a photo is at least as high as the first of the strip, which would leave a gap on paper.
        @Test func aPhotoTakesNoMorePlaceOnPaperThanItNeeds() throws {
            let browser = try Fixture.browser(.on)
            try browser.open("/items/1")
            try browser.command("Emulation.setEmulatedMedia", ["media": "print"])
            defer { _ = try? browser.command("Emulation.setEmulatedMedia", ["media": ""]) }
            let least = try browser.run(
                """
                const strip = document.querySelector('main').appendChild(document.createElement('ul'))
                strip.className = 'strip'
                const photo = strip.appendChild(document.createElement('li'))
                return getComputedStyle(photo).minHeight
                """)
            #expect(least as? String == "0px")
        }

        @Test func ownListingsArePrintedWithTheirSellerAndNoButtons() throws {
            let browser = try Fixture.browser(.on, of: "인쇄하는 이")
            try browser.open(try browser.client().sell("원목 의자"))
            try browser.command("Emulation.setEmulatedMedia", ["media": "print"])
            defer { _ = try? browser.command("Emulation.setEmulatedMedia", ["media": ""]) }
            #expect(try seen(".seller h2", browser) == 1)
            #expect(try seen(".site, nav, button, summary, .button, .hint", browser) == 0)
        }

        @Test func todosArePrintedWithBoxesToTick() throws {
            let browser = try Fixture.browser(.on, of: "인쇄하는 할 일")
            let list = try browser.makeList("이사 준비")
            let client = try browser.client()
            for title in ["상자 사기", "가스 끊기"] { try client.submit("\(list)/tasks", ["title": title]) }
            defer { _ = try? browser.command("Emulation.setEmulatedMedia", ["media": ""]) }
            for path in [list, "/my"] {
                try browser.open(path)
                try browser.command("Emulation.setEmulatedMedia", ["media": "print"])
                #expect(try seen(".tasks .tick", browser) == 2, "\(path)")
                #expect(
                    try seen(".site, nav, summary, .button, .icon, .delete, .adding", browser) == 0,
                    "\(path)")
                #expect(try seen(".tasks li > a", browser) == 2, "\(path)")
            }
        }

        private func seen(_ selector: String, _ browser: Browser) throws -> Int? {
            let script = """
                return [...document.querySelectorAll("\(selector)")]
                    .filter(part => part.checkVisibility()).length
                """
            return try browser.run(script) as? Int
        }
    }
}
