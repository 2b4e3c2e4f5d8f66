import Fixtures
import Testing

extension MarketInBrowserTests {
    /// A visit by somebody who reads English, from the sign-up to the last button.
    @Blocking
    struct English {
        @Test(arguments: zip(Browser.Scripts.allCases, [390, 1_280]))
        func somebodySignsUpSellsAndDeletes(_ scripts: Browser.Scripts, width: Int) throws {
            let browser = try Fixture.browser(scripts)
            try browser.resize(width: width, height: 844)
            // One of the two uses the dark colour scheme.
            try browser.prefer(dark: scripts == .on)
            try signUp(browser, "Ina \(scripts) \(width)")
            let path = try post(browser, "Oak bookcase")
            #expect(try browser.alert() == ["Done", "Your listing is up."])
            #expect(try browser.text(of: ".price") == "₩35,000")
            #expect(try browser.all(".strip img").count == 1)

            try browser.chooseInMenu("edit")
            try browser.find("#title").retype("Oak bookcase, five shelves")
            try expectEnglish(browser)
            try browser.submit()
            try browser.waitUntil("it is changed") {
                try browser.text(of: "h1") == "Oak bookcase, five shelves"
            }
            #expect(try browser.alert() == ["Saved", "The listing shows your changes."])

            try browser.click("button[formaction$='/sale']")
            try browser.waitUntil("it is sold") { try browser.text(of: ".marks li") == "Sold" }
            #expect(try browser.alert() == ["Marked as sold"])
            try expectEnglish(browser)

            try browser.chooseInMenu("deletion")
            _ = try browser.find(".danger.submit")
            try expectEnglish(browser)
            try browser.submit()
            try browser.arrive(at: "/")
            #expect(try browser.alert() == ["Deleted", "It stays in the trash for 30 days."])
            #expect(try browser.all(".entries a[href='\(path)']").isEmpty)
            try expectEnglish(browser)
            try browser.expectNoComplaints(besides: 422)
            try browser.prefer(dark: false)
            try browser.resize(width: 390, height: 844)
        }

        /// Switches the language with the buttons in the footer first.
        private func signUp(_ browser: Browser, _ nickname: String) throws {
            try browser.open("/signup")
            try browser.click(".languages [value=en]")
            try browser.waitUntil("the page is in English") {
                try browser.all("html[lang=en]").count == 1
            }
            try browser.submit()
            #expect(
                try browser.alert() == [
                    "Something is missing or wrong", "~ Please enter a nickname.",
                    "~ Please enter a password.",
                ])
            try browser.type(nickname, into: "#nickname")
            try browser.type(Browser.password, into: "#password")
            try browser.submit()
            _ = try browser.find(".codes")
            try expectEnglish(browser)
            try browser.click(".send a")
            try browser.arrive(at: "/")
            #expect(try browser.signedInAs == nickname)
        }

        private func post(_ browser: Browser, _ title: String) throws -> String {
            try browser.open("/items/new")
            try browser.add(photo: Fixture.picture("english"))
            try browser.type(title, into: "#title")
            try browser.choose(category: 9)
            try browser.type("35,000", into: "#price")
            try browser.type("We are moving.", into: "#content")
            try expectEnglish(browser)
            try browser.submit()
            return try browser.arriveAtItem()
        }

        /// Expects Korean only in texts that people wrote, which are marked as Korean.
        private func expectEnglish(
            _ browser: Browser, at location: SourceLocation = #_sourceLocation
        ) throws {
            let korean = try browser.run(
                """
                const texts = [];
                const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
                while (walker.nextNode()) {
                    const { data, parentElement } = walker.currentNode;
                    if (!parentElement.closest('[lang=ko]')) texts.push(data);
                }
                for (const name of ['alt', 'aria-label', 'placeholder', 'data-cover', 'data-done']) {
                    for (const element of document.querySelectorAll(`[${name}]:not([lang=ko])`)) {
                        texts.push(element.getAttribute(name));
                    }
                }
                return texts.filter((text) => /\\p{Script=Hangul}/u.test(text));
                """)
            #expect(korean as? [String] == [], sourceLocation: location)
        }
    }
}
