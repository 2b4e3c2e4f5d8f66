import Fixtures
import Foundation
import Testing

extension MarketInBrowserTests {
    /// Navigation, photos and messages as they are seen.
    @Blocking
    struct Looks {
        @Test(arguments: Browser.Scripts.allCases)
        func theTabsAreAtAThumbsReachOnAPhoneAndInTheHeaderElsewhere(
            _ scripts: Browser.Scripts
        ) throws {
            let browser = try Fixture.browser(scripts)
            try browser.open("/")
            let gap = "return innerHeight - document.querySelector('.tabs')"
            #expect(try browser.run(gap + ".getBoundingClientRect().bottom") as? Double == 0)
            try browser.resize(width: 1280, height: 900)
            let top = try browser.run(gap + ".getBoundingClientRect().bottom") as? Double
            #expect(top ?? 0 > 800)
            try browser.resize(width: 390, height: 844)
        }

        @Test(arguments: ["/my", "/items/1", "/items/new", "/categories", "/my/profile"])
        func theEndOfAPageIsNotUnderABar(_ path: String) throws {
            let browser = try Fixture.browser(.on, of: "끝까지 \(path.filter(\.isLetter))")
            try browser.open(path)
            try browser.run("scrollTo(0, 1e6)")
            let hidden = try browser.run(
                """
                const links = [...document.querySelectorAll('#main :is(a, button)')]
                    .filter(e => e.checkVisibility() && e.tabIndex >= 0
                        && !e.closest('.unseen, .deal, .tools, .viewer'));
                const last = links.at(-1), box = last.getBoundingClientRect();
                const top = document.elementFromPoint(
                    box.x + box.width / 2, box.y + box.height / 2);
                return last.contains(top) || top?.contains(last) ? null : last.outerHTML;
                """)
            #expect(hidden as? String == nil, "\(path)")
        }

        @Test func photosFillTheWindowAndAreTurnedByKeys() throws {
            let browser = try Fixture.browser(.on)
            try open(browser, photos: ["first", "second"])
            try browser.click(".strip a")
            try browser.waitUntil("the photos are large") {
                try browser.all("dialog.viewer[open] .reel img").count == 2
            }
            try browser.press(.right)
            try browser.waitUntil("the second is shown") { try shown(".reel", browser) == 1 }
            try browser.press(.left)
            try browser.waitUntil("the first is shown again") { try shown(".reel", browser) == 0 }
            try browser.press(.right)
            try browser.waitUntil("the second is shown again") { try shown(".reel", browser) == 1 }
            try browser.press(.escape)
            try browser.waitUntil("the page is back, at the second photo") {
                try browser.all("dialog[open].viewer").isEmpty && shown(".strip", browser) == 1
            }
            let place = "return document.activeElement.closest('li')?.id"
            #expect(try browser.run(place) as? String == "photo-2")
        }

        @Test func theWayBackLeavesTheLargePhotosAndStaysAtTheListing() throws {
            let browser = try Fixture.browser(.on)
            try open(browser, photos: ["front", "rear"])
            let path = try browser.address
            func waitUntilOpen(_ isOpen: Bool) throws {
                try browser.waitUntil(isOpen ? "the photos are large" : "the page is back") {
                    try browser.all("dialog.viewer[open]").isEmpty != isOpen
                        && browser.run("return navigation.canGoForward") as? Bool == !isOpen
                        && browser.address == path
                }
            }
            try browser.click(".strip a")
            try waitUntilOpen(true)
            #expect(try browser.text(of: ".viewer p") == "1/2")
            try browser.press(.right)
            try browser.waitUntil("the second is counted") {
                try browser.text(of: ".viewer p") == "2/2"
            }
            try browser.back()
            try waitUntilOpen(false)
            // Closing it leaves nothing in the history to go back to.
            try browser.click("#photo-2 a")
            try waitUntilOpen(true)
            #expect(try browser.text(of: ".viewer p") == "2/2")
            try browser.click(".shut")
            try waitUntilOpen(false)
        }

        @Test func withoutScriptsAPhotoLeadsToItsLargestSize() throws {
            let browser = try Fixture.browser(.off)
            try open(browser, photos: ["only"])
            try browser.click(".strip a")
            try browser.waitUntil("the photo is there") {
                try browser.address.hasSuffix("/full.jpg")
            }
        }

        @Test(arguments: Browser.Scripts.allCases)
        func aSuccessDoesNotMoveThePageAndAFailureStandsOnTop(_ scripts: Browser.Scripts) throws {
            let browser = try Fixture.browser(scripts)
            _ = try browser.post(Listing())
            let top = "return document.querySelector('#main').getBoundingClientRect().top"
            let bar = "return document.querySelector('header.site').offsetHeight"
            #expect(try browser.alert() == ["성공", "글을 올렸어요."])
            #expect(try browser.run(top) as? Int == browser.run(bar) as? Int)
            try browser.open("/items/new")
            try browser.submit()
            #expect(try browser.alert().first == "실패")
            try browser.waitUntil("it stands above the form") {
                try browser.run(top) as? Double ?? 0 > browser.run(bar) as? Double ?? 0
            }
        }

        @Test func aSuccessCoversNoFormAndGoesWhenSomebodyGoesOn() throws {
            let browser = try Fixture.browser(.on, of: "바로 가는 이")
            try browser.open("/my/password")
            try browser.type(Browser.password, into: "#password")
            try browser.type("별빛처럼 환하게", into: "#new_password")
            try browser.submit()
            try browser.arrive(at: "/my/profile")
            #expect(try browser.alert().first == "비밀번호를 바꿨어요")
            let gap = try browser.run(
                """
                const [alert, main] = ['dialog.alert', '#main'].map(e =>
                    document.querySelector(e).getBoundingClientRect());
                return main.top - alert.bottom;
                """)
            #expect(gap as? Double ?? -1 >= 0)
            try browser.type("!", into: "#nickname")
            try browser.waitUntil("it is gone") { try browser.all("dialog[open]").isEmpty }
        }

        @Test func theWayBackFindsTheListAsItWasLeft() throws {
            let browser = try Fixture.browser(.on)
            try browser.open("/?category=9&view=list")
            try browser.click(".entries h2 a")
            _ = try browser.find("article.item")
            try browser.click("a.up")
            try browser.waitUntil("the category is back") {
                try browser.address.hasPrefix("/?category=9")
            }
        }

        @Test(arguments: ["/", "/?view=grid", "/items/1", "/items/new", "/signin", "/nowhere"])
        func lettersOfTwiceTheSizeFitANarrowPhone(_ path: String) throws {
            let browser = try Fixture.browser(.on)
            try browser.resize(width: 320, height: 640)
            try browser.open(path)
            try browser.run("document.documentElement.style.fontSize = '200%'")
            let sizes = try browser.run(
                """
                const page = document.documentElement;
                const text = [...document.querySelectorAll('#main *')].filter(e =>
                    e.checkVisibility() && [...e.childNodes].some(n => n.data?.trim()));
                return [page.scrollWidth - page.clientWidth,
                    Math.min(...text.map(e => parseFloat(getComputedStyle(e).fontSize)))];
                """)
            try browser.resize(width: 390, height: 844)
            let (excess, smallest) = ((sizes as? [Double])?.first, (sizes as? [Double])?.last)
            #expect(excess == 0, "\(path) is wider than the screen")
            #expect(smallest ?? 0 >= 24, "\(path) has text that did not grow")
        }

        /// The links of a list's rows reach further than the gap between two cards is wide.
        @Test func aTapBetweenTwoCardsOfAGridOpensNeither() throws {
            let browser = try Fixture.browser(.on)
            try browser.open("/?view=grid")
            let pressed = try browser.run(
                """
                const [first, second] = document.querySelectorAll('.grid li');
                first.scrollIntoView({ block: 'center' });
                const { right, top, height } = first.getBoundingClientRect();
                const middle = (right + second.getBoundingClientRect().left) / 2;
                const links = [right - 4, middle].map(x =>
                    document.elementFromPoint(x, top + height / 2)?.closest('a'));
                return links.map(link => link?.pathname ?? 'nothing');
                """)
            let paths = try #require(pressed as? [String])
            #expect(paths.count == 2 && paths[0].hasPrefix("/items/") && paths[1] == "nothing")
        }

        @Test func theTilesOfTheDeskBreakNoWordOnANarrowPhone() throws {
            let browser = try Fixture.browser(.on, of: "Ina of the tiles")
            try browser.client().submit("/language", ["language": "en"])
            try browser.resize(width: 320, height: 640)
            try browser.open("/my")
            let broken = try browser.run(
                """
                const words = [...document.querySelectorAll('.quick li:not(:has(.avatar)) a')]
                    .map(tile => tile.lastChild);
                return words.filter(text => {
                    const range = document.createRange();
                    range.selectNodeContents(text);
                    return range.getClientRects().length > text.data.trim().split(' ').length;
                }).map(text => text.data);
                """)
            let excess = try browser.run(
                "const page = document.documentElement; return page.scrollWidth - page.clientWidth")
            try browser.resize(width: 390, height: 844)
            #expect(broken as? [String] == [])
            #expect(excess as? Int == 0)
        }

        @Test func theOperatorSeesAllTabsAndBeginsWithTheReasonOnAPhone() throws {
            let browser = try Fixture.browser(.on)
            try browser.comeBack(as: AllPages.operatorName, password: AllPages.operatorPassword)
            try browser.resize(width: 390, height: 844)
            try browser.open("/reports")
            let excess = try browser.run(
                """
                const tabs = document.querySelector('nav.chips');
                return tabs.querySelectorAll('a').length < 6 ? -1
                    : tabs.scrollWidth - tabs.clientWidth;
                """)
            #expect(excess as? Int == 0)
            try browser.open("/items/1/hiding")
            try browser.waitUntil("the cursor is in the field") {
                try browser.run("return document.activeElement?.name ?? ''") as? String == "reason"
            }
        }

        @Test func theHeadingInTheBarOfAPhoneHasRoomForItsTails() throws {
            let browser = try Fixture.browser(.on)
            try browser.resize(width: 390, height: 844)
            try browser.open("/items/new")
            let cut = try browser.run(
                """
                const heading = document.querySelector('h1');
                heading.textContent = 'Sell something';
                return heading.scrollHeight - heading.clientHeight;
                """)
            #expect(cut as? Int == 0)
        }

        /// The bar stays in sight, and must not make the page wider than the screen.
        @Test(arguments: [320, 390], [16, 24, 32])
        func theBarOfAListingHoldsItsButtonWhole(_ width: Int, _ letters: Int) throws {
            let browser = try Fixture.browser(.on)
            try browser.resize(width: width, height: 640)
            try browser.prefer(textSize: letters)
            try browser.open("/items/1")
            let faults = try browser.run(
                """
                const [bar, ask, price] = ['.deal', '.ask', '.deal .price'].map(e => document.querySelector(e));
                const [outer, button, line] = [bar, ask, price].map(e => e.getBoundingClientRect());
                const range = document.createRange();
                range.selectNodeContents(price);
                const text = range.getBoundingClientRect();
                const middle = (text.top + text.bottom) / 2;
                const letter = parseFloat(getComputedStyle(price).fontSize);
                return [
                    button.left < outer.left || button.right > outer.right
                        || button.top < outer.top || button.bottom > outer.bottom
                        || ask.scrollWidth > ask.clientWidth ? 'the button is cut' : null,
                    text.height > 2 * letter ? 'the price breaks' : null,
                    middle < line.bottom && (middle < line.top || text.right > button.left)
                        ? 'the price is cut' : null,
                ].filter(Boolean);
                """)
            try browser.prefer(textSize: 16)
            try browser.resize(width: 390, height: 844)
            #expect(faults as? [String] == [])
        }

        /// Posts a listing with these pictures and opens its page.
        private func open(_ browser: Browser, photos: [String]) throws {
            try browser.open("/items/new")
            for photo in photos { try browser.add(photo: Fixture.picture(photo)) }
            try browser.fillIn(Listing())
            try browser.submit()
            let path = try browser.arriveAtItem()
            // Opened again, so that no alert is shown.
            try browser.open(path)
        }

        private func shown(_ strip: String, _ browser: Browser) throws -> Int {
            let place = try browser.run(
                "const s = document.querySelector('\(strip)'); return s.scrollLeft / s.clientWidth")
            return Int((place as? Double ?? -1).rounded())
        }
    }
}
