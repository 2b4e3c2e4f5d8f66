import Fixtures
import Testing

extension MarketInBrowserTests {
    /// Searching for listings.
    @Blocking
    struct Search {
        /// Posts two chairs with titles that no other listing has.
        private func postChairs() throws {
            let client = try Fixture.client()
            for (title, price) in [("물푸레 의자", "70000"), ("물푸레 안락의자", "30000")] {
                try client.post(Listing(title: title, price: price))
            }
        }

        private func field(_ browser: Browser) throws -> Element {
            try browser.find("form[role=search] input")
        }

        @Test(arguments: Browser.Scripts.allCases)
        func aPhoneSearchesByTheBottomBar(_ scripts: Browser.Scripts) throws {
            let browser = try Fixture.browser(scripts)
            try postChairs()
            try browser.open("/")
            #expect(try !field(browser).isDisplayed)
            try browser.click(".tabs [href='/search']")
            try browser.waitUntil("the field has the focus") {
                try browser.focused().attribute("name") == "q"
            }
            try browser.focused().type("물푸레의자")
            try browser.press(.enter)
            try browser.waitUntil("the chair is found") { try browser.titles.contains("물푸레 의자") }
            #expect(try Set(browser.titles) == ["물푸레 의자"])
            #expect(try Set(browser.texts(of: "mark")) == ["물푸레 의자"])
            #expect(try field(browser).isDisplayed)
            #expect(try field(browser).value == "물푸레의자")
            #expect(try browser.text(of: "h1") == "‘물푸레의자’ 검색 결과")
            // Only categories with results are offered.
            let others = try browser.run(
                """
                return [...document.querySelectorAll('.chips a')].filter((chip) =>
                    chip.checkVisibility() && chip.text && !chip.querySelector('small')).length;
                """)
            #expect(others as? Int == 0)
        }

        /// The browser's own completion would leave this out, because `의자` does not contain `읮`.
        @Test func unfinishedWordsAreCompletedBelowTheField() throws {
            let browser = try Fixture.browser(.on)
            try postChairs()
            try browser.open("/search")
            let option = ".search [role=option]"
            func waitForOffer() throws {
                try browser.waitUntil("the chair is offered") {
                    try browser.texts(of: option).contains("물푸레 의자")
                }
            }
            try field(browser).type("물푸레 읮")
            try waitForOffer()
            #expect(try field(browser).attribute("aria-expanded") == "true")
            try browser.press(.escape)
            #expect(try browser.all(option).isEmpty)
            #expect(try field(browser).value == "물푸레 읮")
            #expect(try field(browser).attribute("aria-expanded") == "false")
            try field(browser).retype("물푸레 의")
            try waitForOffer()
            try browser.press(.down)
            // Earlier searches come first.
            let chosen = try browser.text(of: ".search [aria-selected=true]")
            #expect(chosen.hasPrefix("물푸레 의"))
            try browser.press(.enter)
            try browser.waitUntil("the chairs are found") { try browser.titles.contains("물푸레 의자") }
            #expect(try field(browser).value == chosen)
            try browser.expectNoComplaints()
        }

        /// Filters that do not fit on one line wrap onto another.
        @Test func everyFilterThatIsOnIsInSightOnAPhone() throws {
            let browser = try Fixture.browser(.on)
            let words = "%EC%9D%98%EC%9E%90+-%EC%9D%B4%EC%BC%80%EC%95%84"
            try browser.open("/?q=\(words)&category=9&purpose=offer&max=50000")
            let cut = try browser.run(
                """
                const width = document.documentElement.clientWidth;
                return [...document.querySelectorAll('.used :is(a, button)')].filter((chip) => {
                    const { left, right } = chip.getBoundingClientRect();
                    return left < 0 || right > width;
                }).map((chip) => chip.textContent).join();
                """)
            #expect(cut as? String == "")
            #expect(try browser.texts(of: ".used li a").count == 5)
        }

        @Test(arguments: Browser.Scripts.allCases)
        func filtersGoOnAndOffAndTheWayBackLeadsThroughThem(_ scripts: Browser.Scripts) throws {
            let browser = try Fixture.browser(scripts)
            try postChairs()
            try browser.open("/?q=%EB%AC%BC%ED%91%B8%EB%A0%88")
            let all = try browser.titles.count
            try browser.click(".filters summary")
            try browser.find("#max").type("3만")
            try browser.click(".filters .primary")
            try browser.waitUntil("the dear one is gone") { try browser.titles.count < all }
            #expect(try browser.titles.contains("물푸레 안락의자"))
            #expect(try browser.texts(of: ".used a").contains("30,000원까지"))
            // With scripts, empty conditions are left out of the address.
            #expect(try browser.address.contains("min=") == (scripts == .off))
            try browser.click(".used li:last-child a")
            try browser.waitUntil("it is back") { try browser.titles.count == all }
            try browser.click(".orders summary")
            try browser.click(".orders a[href*='sort=low']")
            try browser.waitUntil("the cheap one comes first") {
                try browser.address.contains("sort=low")
            }
            #expect(try browser.titles.first == "물푸레 안락의자")
            try browser.back()
            try browser.back()
            try browser.waitUntil("the filter is on again") { try browser.titles.count < all }
            #expect(try browser.find("#max").value == "3만")
        }

        @Test(arguments: Browser.Scripts.allCases)
        func severalNeighbourhoodsAreTickedAndTakenOff(_ scripts: Browser.Scripts) throws {
            let browser = try Fixture.browser(scripts)
            try browser.open("/")
            try browser.click(".filters summary")
            try browser.click(".filters .terms summary")
            try browser.click(".filters [name=place][value='1']")
            try browser.click(".filters [name=place][value='3']")
            if scripts == .on { try expectNamesToFollowTicks(browser) }
            try browser.click(".filters .primary")
            try browser.waitUntil("both are chosen") {
                try browser.texts(of: ".used a") == ["망원동", "연남동"]
            }
            #expect(try browser.address.hasPrefix("/?place=1&place=3"))
            try browser.click(".used li:first-child a")
            try browser.waitUntil("one is left") {
                try browser.texts(of: ".used li a") == ["연남동"]
            }
            #expect(try browser.address == "/?place=3")
        }

        private func expectNamesToFollowTicks(_ browser: Browser) throws {
            let ticks = [(1, "연남동"), (3, "모든 동네"), (1, "망원동"), (3, "망원동, 연남동")]
            for (place, names) in ticks {
                try browser.click(".filters [name=place][value='\(place)']")
                try browser.waitUntil("\(names) is named") {
                    try browser.text(of: ".filters .terms summary small") == names
                }
            }
        }

        @Test(arguments: Browser.Scripts.allCases)
        func oneButtonLeadsToOnesOwnNeighbourhood(_ scripts: Browser.Scripts) throws {
            let browser = try Fixture.browser(scripts)
            defer { try? browser.resize(width: 390, height: 844) }
            try browser.signUp("연남\(scripts)")
            func press() throws {
                try browser.click(".filters summary")
                try browser.click(".filters [formaction='/near']")
            }
            try browser.open("/?free=1")
            try press()
            try browser.waitUntil("it is asked for") {
                try browser.address.hasPrefix("/my/profile?return=/near")
            }
            try browser.click("#neighbourhood option[value='3']")
            try browser.submit()
            try browser.waitUntil("what is there is shown, of what is free") {
                try browser.address == "/?place=3&free=1"
                    && browser.texts(of: ".used a").contains("연남동")
            }
            for (width, height) in [(390, 844), (1_280, 900)] {
                try browser.resize(width: width, height: height)
                try browser.open("/?place=1")
                try press()
                try browser.waitUntil("one press is enough") { try browser.address == "/?place=3" }
            }
            try browser.expectNoComplaints()
        }

        @Test func theFiltersButtonsStayInSightOnAPhone() throws {
            let browser = try Fixture.browser(.on)
            defer { try? browser.resize(width: 390, height: 844) }
            // A few neighbourhoods overflow this sheet, as many of them would overflow a tall phone's.
            try browser.resize(width: 390, height: 520)
            try browser.open("/?free=1")
            try browser.click(".filters summary")
            try browser.click(".filters .terms summary")
            for isAtEnd in [false, true] {
                try browser.run(
                    "document.querySelector('.filters form').scrollTop = \(isAtEnd ? 9999 : 0)")
                try browser.waitUntil("the sheet scrolls, and its button is in sight") {
                    try browser.run(
                        """
                        const form = document.querySelector('.filters form');
                        const button = form.querySelector('.primary');
                        const { left, top, right, bottom } = button.getBoundingClientRect();
                        const shown = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
                        return form.scrollHeight > form.clientHeight && bottom <= innerHeight
                            && shown === button;
                        """) as? Bool == true
                }
            }
            try browser.click(".filters .primary")
            try browser.waitUntil("the sheet is closed") {
                try browser.all(".filters[open]").isEmpty
            }
        }

        @Test func theKeyboardAloneSearchesAndFilters() throws {
            let browser = try Fixture.browser(.on)
            try postChairs()
            try browser.resize(width: 1_280, height: 900)
            defer { try? browser.resize(width: 390, height: 844) }
            try browser.open("/")
            try tab(browser, to: "form[role=search] input")
            try browser.focused().type("물푸레")
            try browser.press(.enter)
            try browser.waitUntil("the chairs are found") { try browser.titles.contains("물푸레 의자") }
            try tab(browser, to: ".filters summary")
            try browser.press(.enter)
            try browser.press(.escape)
            #expect(try browser.all(".filters[open]").isEmpty)
            #expect(try isFocused(".filters summary", browser))
            try browser.press(.enter)
            try tab(browser, to: "#min")
            try browser.focused().type("5만원")
            try browser.press(.enter)
            try browser.waitUntil("the cheap one is gone") {
                try !browser.titles.contains("물푸레 안락의자")
            }
            try tab(browser, to: ".used li:last-child a")
            try browser.press(.enter)
            try browser.waitUntil("it is back") { try browser.titles.contains("물푸레 안락의자") }
            try browser.expectNoComplaints()
        }

        private func isFocused(_ selector: String, _ browser: Browser) throws -> Bool {
            try browser.run("return document.activeElement.matches(\"\(selector)\")") as? Bool
                == true
        }

        private func tab(_ browser: Browser, to selector: String) throws {
            for _ in 0..<60 {
                if try isFocused(selector, browser) { return }
                try browser.press(.tab)
            }
            Issue.record("the tab key does not reach \(selector)")
        }
    }
}
