import Fixtures
import Testing

extension MarketInBrowserTests {
    @Blocking
    struct List {
        @Test(arguments: Browser.Scripts.allCases)
        func theGridIsRemembered(_ scripts: Browser.Scripts) throws {
            let browser = try Fixture.browser(scripts)
            try browser.open("/")
            try browser.find("a[href*='view=grid']").click()
            _ = try browser.find(".entries.grid")
            try browser.open("/?category=9")
            #expect(try browser.all(".entries.grid").count == 1)
            try browser.find("a[href*='view=list']").click()
            try browser.waitUntil("the list is back") { try browser.all(".entries.grid").isEmpty }
            try browser.open("/")
            #expect(try browser.all(".entries.grid").isEmpty)
        }

        @Test func scrollingBringsThreePagesAndTheLinkTheRest() throws {
            let browser = try Fixture.browser(.on)
            try browser.open("/?status=all")
            #expect(try browser.entries.count >= 20)
            try browser.waitUntil("three more pages are there") {
                try browser.run("scrollTo(0, document.body.scrollHeight)")
                return try browser.entries.count >= 80
            }
            try browser.run("scrollTo(0, document.body.scrollHeight)")
            #expect(try browser.all("a[rel=next]").count == 1)
            while try !browser.all("a[rel=next]").isEmpty {
                let shown = try browser.entries.count
                try browser.click("a[rel=next]")
                try browser.waitUntil("three more pages are there, or the last") {
                    try browser.run("scrollTo(0, document.body.scrollHeight)")
                    let isLast = try browser.all("a[rel=next]").isEmpty
                    return try isLast || browser.entries.count >= shown + 60
                }
            }
            let seen = try browser.entries
            #expect(Set(seen).count == seen.count)
            #expect(seen.count >= SeededDatabase.listings)
        }

        @Test func aPageThatComesInMovesNothing() throws {
            let browser = try Fixture.browser(.on)
            try browser.open("/")
            let entry = "document.querySelector('.entries > li:nth-child(18)')"
            let place = "return \(entry).getBoundingClientRect().top + scrollY"
            let before = try browser.run(place) as? Double
            try browser.run("\(entry).scrollIntoView()")
            try browser.waitUntil("another page is there") { try browser.entries.count > 20 }
            #expect(try browser.run(place) as? Double == before)
        }

        @Test func backReturnsToThePlaceInTheList() throws {
            let browser = try Fixture.browser(.on)
            try browser.open("/")
            try browser.waitUntil("the third page is there") {
                try browser.run("scrollTo(0, document.body.scrollHeight)")
                return try browser.entries.count > 40
            }
            let entry = try browser.entries[30]
            try browser.run("document.getElementById('\(entry)').scrollIntoView({block: 'center'})")
            try browser.waitUntil("the address follows") { try browser.address.contains("before=") }
            try browser.find("#\(entry) h2 a").click()
            _ = try browser.find("article.item")
            try browser.back()
            try browser.waitUntil("the entry is in view again") {
                let top = try browser.run(
                    "return document.getElementById('\(entry)')?.getBoundingClientRect().top ?? -1")
                return (0..<844).contains(top as? Double ?? -1)
            }
        }

        @Test(arguments: [9, 11])
        func theChosenCategoryIsInSight(_ category: Int) throws {
            let browser = try Fixture.browser(.on)
            try browser.open("/?category=\(category)")
            try browser.waitUntil("the category is in sight") {
                let isSeen = try browser.run(
                    """
                    const { left, right } = document.querySelector('.chips [aria-current]')
                        .getBoundingClientRect();
                    return left >= 0 && right <= innerWidth;
                    """)
                return isSeen as? Bool == true
            }
        }

        @Test func theArrowKeysTurnThePhotos() throws {
            let browser = try Fixture.browser(.on)
            try browser.open("/items/new")
            try browser.add(photo: Fixture.picture("left"))
            try browser.add(photo: Fixture.picture("right"))
            try browser.fillIn(Listing())
            try browser.submit()
            _ = try browser.arriveAtItem()
            try browser.run("document.querySelector('.strip').focus()")
            try browser.press(.right)
            try browser.waitUntil("the second photo is shown") {
                let left = try browser.run("return document.querySelector('.strip').scrollLeft")
                return left as? Double ?? 0 > 0
            }
        }
    }
}
