import Fixtures
import Testing

extension MarketInBrowserTests {
    /// Pages full of long words and titles, on a narrow phone.
    @Blocking
    struct Layout {
        @Test func nothingIsWiderThanAPhoneNorTooSmallForAFinger() throws {
            let browser = try Fixture.browser(.on)
            try browser.signUp("좁은 화면의 긴 이름을 가진 이웃")
            try OwnThings.fill(browser)
            try browser.resize(width: 320, height: 640)
            try expectFits(browser)
            for path in OwnThings.pages + ["/", "/?view=grid", "/categories", "/items/1"] {
                try browser.open(path)
                try expectFits(browser)
            }
            try OwnThings.visit(browser) { _ in try expectFits(browser) }
            try browser.forgetCookies()
            for path in ["/signin", "/signup", "/recovery", "/items/new", "/nowhere"] {
                try browser.open(path)
                try expectFits(browser)
            }
            try browser.resize(width: 390, height: 844)
        }

        @Test(arguments: [390, 1024, 1280])
        func nothingInTheHeaderLiesOverAnother(_ width: Int) throws {
            let browser = try Fixture.browser(.on)
            try browser.signUp("머리글을 보는 이웃 \(width)")
            try browser.resize(width: width, height: 900)
            for path in OwnThings.pages + ["/", "/?view=grid", "/items/1", "/nowhere", "/api"] {
                try browser.open(path)
                let overlaps = try browser.run(Self.overlapsInTheHeader) as? [String]
                #expect(overlaps == [], "\(path)")
            }
            try browser.resize(width: 390, height: 844)
        }

        private static let overlapsInTheHeader = """
            const parts = [...document.querySelector('header.site').children]
                .filter(part => part.checkVisibility({ visibilityProperty: true }))
                .map(part => [part, part.getBoundingClientRect()]);
            return parts.flatMap(([one, a], number) => parts.slice(number + 1)
                .filter(([, b]) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
                    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1)
                .map(([other]) => `${one.className} ${other.className}`));
            """

        private func expectFits(_ browser: Browser) throws {
            let path = try browser.address
            let excess = try browser.run(
                "const page = document.documentElement; return page.scrollWidth - page.clientWidth")
            #expect(excess as? Int == 0, "\(path) is wider than the screen")
            let small = try browser.run(Self.smallTargets) as? [String]
            #expect(small == [], "\(path)")
        }

        /// What is pressed and is seen with less than 44 pixels to a side (WCAG 2.2, 2.5.5), links
        /// in running text aside, and those that lead from a fault to its field, which is as large.
        private static let smallTargets = """
            const reach = element => {
                const label = element.labels?.[0];
                const boxes = [element, label, ...(element.tagName === 'A' ? element.children : [])]
                    .filter(Boolean).map(part => part.getBoundingClientRect());
                const after = getComputedStyle(element, '::after');
                if (after.position === 'absolute' && after.content !== 'none') return [44, 44];
                return [Math.max(...boxes.map(b => b.width)), Math.max(...boxes.map(b => b.height))];
            };
            return [...document.querySelectorAll('a, button, input, select, textarea, summary')]
                .filter(element => element.checkVisibility({ visibilityProperty: true })
                    && !element.closest('.unseen:not(input), .skip, .description, .about')
                    && !element.closest('.failure li')
                    && element.type !== 'hidden' && element.tabIndex >= 0)
                .filter(element => reach(element).some(side => side < 43.5))
                .map(element => `${element.outerHTML.slice(0, 120)} ${reach(element)}`);
            """
    }
}
