import Fixtures
import Testing

extension MarketInBrowserTests {
    /// Going back in the browser, after forms and after the sheet of filters.
    @Blocking
    struct Back {
        @Test(arguments: Browser.Scripts.allCases)
        func aRefusedFormIsThereWhenGoingBack(_ scripts: Browser.Scripts) throws {
            let browser = try Fixture.browser(scripts, of: "되짚는 이 \(scripts)")
            let title = "다시 보낸 의자 \(scripts)"
            try browser.open("/items/new")
            try browser.choose(category: 9)
            try browser.type("내용은 적었어요.", into: "#content")
            try browser.submit()
            #expect(try browser.alert().first == "실패")
            try browser.type(title, into: "#title")
            try browser.submit()
            _ = try browser.arriveAtItem()
            try browser.back()
            try browser.waitUntil("the form is back") { try browser.find("#title").value == title }
            #expect(try browser.find("#content").value == "내용은 적었어요.")
            guard scripts == .on else { return }
            try browser.waitUntil("it is said to be sent") {
                try browser.alert() == ["이미 보낸 내용이에요"]
            }
            #expect(try browser.texts(of: ".fault").allSatisfy(\.isEmpty))
            #expect(try browser.texts(of: "dialog[open] button") == ["닫기"])
            try browser.back()
            try browser.waitUntil("the first form is back") { try browser.address == "/items/new" }
            // What has been posted is no draft any more.
            try browser.open("/items/new")
            #expect(try !browser.find(".draft").isDisplayed)
        }

        @Test(arguments: Browser.Scripts.allCases)
        func aListingLeadsBackToWhereItWasFound(_ scripts: Browser.Scripts) throws {
            let path = try Fixture.member("되돌아보는 이웃 \(scripts)").sell("되돌아갈 책장")
            let browser = try Fixture.browser(scripts)
            try browser.open(path)
            try browser.click(".seller a[href^='/people/']")
            _ = try browser.find(".entries a[href='\(path)']")
            let person = try browser.address
            try browser.click(".entries a[href='\(path)']")
            try browser.arrive(at: path)
            if scripts == .on { try waitUntilLeadingBack(browser) }
            try browser.click("a.up")
            try browser.arrive(at: scripts == .on ? person : "/")
        }

        @Test(arguments: Browser.Scripts.allCases)
        func aChatLeadsBackToTheQuestionsAboutItsListing(_ scripts: Browser.Scripts) throws {
            let browser = try Fixture.browser(scripts)
            try browser.signUp("여럿에게 답하는 이 \(scripts)")
            let item = try browser.sell("여럿이 묻는 책장")
            let path = try Fixture.member("책장을 묻는 이 \(scripts)").submit(
                item + "/conversation", ["text": "아직 있나요?"])
            try browser.open(item + "/chats")
            try browser.click(".talks a[href='\(path)']")
            try browser.arrive(at: path)
            if scripts == .on { try waitUntilLeadingBack(browser) }
            try browser.click("a.up")
            try browser.arrive(at: scripts == .on ? item + "/chats" : "/chats")
        }

        private func waitUntilLeadingBack(_ browser: Browser) throws {
            try browser.waitUntil("the script is there") {
                try browser.run(
                    """
                    return performance.getEntriesByType('resource')
                        .some(({ name, responseEnd }) => name.includes('/back.js') && responseEnd)
                    """) as? Bool == true
            }
        }

        /// The answer contains the password, so no cache stores it.
        @Test func aGuestsRefusedFormHasNoPasswordWhenGoingBack() throws {
            let browser = try Fixture.browser(.on)
            let listing = Listing(title: "손님이 다시 보낸 의자")
            try browser.open("/items/new")
            try browser.type(listing.password, into: "#password")
            try browser.submit()
            #expect(try browser.alert().first == "실패")
            try browser.find("#password").retype("")
            try browser.fillIn(listing)
            try browser.submit()
            _ = try browser.arriveAtItem()
            try browser.back()
            try browser.waitUntil("the form is there") {
                try browser.address == "/items/new"
                    && browser.alert() == ["이미 보낸 내용이에요"]
            }
            #expect(try browser.find("#password").value.isEmpty)
        }

        /// The way there led over the page that asks for the password.
        @Test func goingBackAfterAGuestsDealShowsThePresentState() throws {
            let browser = try Fixture.browser(.on)
            let listing = Listing(title: "손님이 판 책장")
            let item = try browser.post(listing)
            try browser.forget(cookie: "edit")
            try browser.open(item)
            try browser.click("[formaction='\(item)/sale']")
            try browser.waitUntil("the password is asked for") {
                try browser.all("#password").count == 1
            }
            try browser.type(listing.password, into: "#password")
            try browser.submit()
            func waitUntilSold() throws {
                try browser.waitUntil("it is sold") {
                    try browser.address == item && browser.all("#password").isEmpty
                        && browser.all("[formaction='\(item)/sale/deletion']").count == 1
                }
            }
            try waitUntilSold()
            // First back to the page that asked for the password, then to the one before it.
            for _ in 0..<2 {
                try browser.back()
                try waitUntilSold()
            }
        }

        /// Windows share the browser's storage, but each has its own history.
        @Test func aFormForgottenByAnotherWindowIsStillKnownAsSent() throws {
            let browser = try Fixture.browser(.on, of: "창이 둘인 이")
            try browser.open("/items/new")
            try browser.type("두 창 사이의 의자", into: "#title")
            try browser.choose(category: 9)
            try browser.type("이사하면서 내놓습니다.", into: "#content")
            // As another window could do while this one is leaving the page.
            try browser.run("addEventListener('pagehide', () => localStorage.clear())")
            try browser.submit()
            _ = try browser.arriveAtItem()
            try browser.back()
            try browser.waitUntil("it is said to be sent") {
                try browser.alert() == ["이미 보낸 내용이에요"]
            }
        }

        /// The page itself shows what came of the form.
        @Test func goingBackInAConversationTellsNothing() throws {
            let browser = try Fixture.browser(.on)
            let item = try Fixture.member("되짚는 책장 파는 이웃").sell("되짚는 책장")
            try browser.signUp("값을 부르고 되짚는 이")
            let path = try browser.client().ask(about: item)
            func place() throws -> String? {
                try browser.run("return navigation.currentEntry.key") as? String
            }
            try browser.open(path)
            let before = try #require(try place())
            try browser.click(".steps summary")
            try browser.type("3만", into: "#price")
            try browser.click(".steps details .primary")
            try browser.waitUntil("the page comes again") {
                try place() != before && browser.texts(of: ".offer strong") == ["30,000원"]
            }
            try browser.back()
            try browser.waitUntil("the page before is shown") {
                let hasLoaded = try browser.run(
                    "return performance.getEntriesByType('navigation')[0].loadEventEnd > 0")
                return try place() == before && hasLoaded as? Bool == true
            }
            #expect(try browser.all("dialog[open]").isEmpty)
        }

        @Test func theWayBackStepsOverTheCodes() throws {
            let browser = try Fixture.browser(.on)
            try browser.open("/signup")
            try browser.type("한 번만 보는 이", into: "#nickname")
            try browser.type("짧다", into: "#password")
            try browser.submit()
            #expect(try browser.alert().first == "실패")
            try browser.type(Browser.password, into: "#password")
            try browser.submit()
            #expect(try !browser.text(of: ".codes").isEmpty)
            try browser.click(".send a")
            try browser.waitUntil("the list is shown") { try !browser.titles.isEmpty }
            try browser.back()
            try browser.waitUntil("the form is there") {
                try browser.all("#nickname").count == 1 && browser.all(".codes").isEmpty
            }
        }

        @Test func pagesFromBeforeASignOutAreNotShownAgain() throws {
            let browser = try Fixture.browser(.on, of: "나간 이")
            try browser.open("/my/profile")
            try browser.click("form[action='/signout'] button")
            try browser.arrive(at: "/")
            try browser.back()
            try browser.waitUntil("the sign-in is asked for") {
                try browser.address.hasPrefix("/signin")
            }
        }

        @Test func theWayBackClosesTheFiltersOnAPhone() throws {
            let browser = try Fixture.browser(.on)
            try browser.open("/items/new")
            try browser.open("/?q=%EC%9D%98%EC%9E%90")
            func waitUntilOpen(_ isOpen: Bool) throws {
                try browser.waitUntil(isOpen ? "the sheet is open" : "the sheet is closed") {
                    try browser.all(".filters[open]").isEmpty != isOpen
                        && browser.run("return navigation.canGoForward") as? Bool == !isOpen
                }
            }
            try browser.click(".filters summary")
            try waitUntilOpen(true)
            try browser.back()
            try waitUntilOpen(false)
            #expect(try browser.all(".filters").count == 1)

            // The filtered list replaces the sheet in the history: one step back is the list before.
            try browser.click(".filters summary")
            try waitUntilOpen(true)
            try browser.find("#max").type("3만")
            try browser.click(".filters .primary")
            try browser.waitUntil("the filter is on") { try browser.address.contains("max=") }
            try browser.back()
            try browser.waitUntil("the list is as before") {
                try !browser.address.contains("max=") && browser.all(".filters[open]").isEmpty
            }
        }
    }
}
