import Fixtures
import Foundation
import Testing

extension MarketInBrowserTests {
    /// The WCAG 2.2 AA criteria for every page that a program can check;
    /// Tests/Accessibility/README.md says which criterion is tested where.
    @Blocking
    struct Accessibility {
        /// Opens each page once and checks it in every view, as a member whose nickname is as long
        /// and as wide as allowed.
        @Test func everyPageIsBuiltForReadersOfEveryKind() throws {
            let browser = try Fixture.browser(.on)
            try AllPages.walk(browser, as: "초록이네다락방에서오래오래읽어주는낭독기") { page in
                try holdAlert(browser)
                try expectNamedControls(browser, page)
                for view in PageView.all {
                    try view.show(in: browser)
                    for script in view.scripts {
                        let findings = try browser.run(script) as? [String]
                        #expect(findings == [], "\(page), \(view.name)")
                    }
                }
                try PageView.usual.show(in: browser)
            }
        }

        /// Fixed bars must leave part of the focused element visible (2.4.11).
        @Test(arguments: [390, 1_280], ["/", "/items/new", "/items/1", "/my/lists"])
        func noFocusIsWhollyBehindABar(_ width: Int, _ path: String) throws {
            let browser = try Fixture.browser(.on)
            try browser.resize(width: width, height: 640)
            try browser.signUp("초점 \(width) \(path)")
            try browser.open(path)
            for _ in 0..<60 {
                try browser.press(.tab)
                let isDone = try browser.run("return document.activeElement === document.body")
                if isDone as? Bool == true { break }
                // The focused element scrolls into view with the next frame.
                try browser.waitUntil("the focus is seen") {
                    try browser.run(Self.hiddenFocus) as? String == nil
                }
            }
            try browser.resize(width: 390, height: 844)
        }

        /// Proves that faults are found.
        @Test func plantedFaultsAreFound() throws {
            let browser = try Fixture.browser(.on)
            try browser.open("/nowhere")
            try browser.run(
                """
                document.querySelector('main').setHTMLUnsafe(`<h1 id="main">One</h1><h4>Four</h4>
                    <img src="/icon.svg"><input><p class="pale">pale</p><button></button>
                    <a href="/" aria-label="Other">Words</a><p class="narrow">Cut off here</p>`);
                const sheet = new CSSStyleSheet();
                sheet.replaceSync(`.pale { color: #8888; } main button { all: unset; }
                    .narrow { width: 20px; height: 20px; overflow: hidden; }`);
                document.adoptedStyleSheets = [sheet];
                """)
            for (script, count) in [
                (Self.structure, 4), (Self.contrast, 1), (Self.cutOff, 1), (Self.outlines, 1),
                (Self.names, 1), (Self.smallTargets, 3),
            ] {
                #expect((try browser.run(script) as? [String])?.count == count)
            }
            let nameless = try AccessibilityTree(of: browser).nodes.filter(\.isNamelessControl)
            #expect(nameless.map(\.role).sorted() == ["button", "textbox"])
            try browser.resize(width: 1_280, height: 844)
            try browser.run(
                """
                document.querySelector('.narrow').style.width = '2000px';
                document.querySelector('header.site .search').style.left = 0;
                """)
            for script in [Self.excessWidth, Self.overlapsInTheHeader] {
                #expect((try browser.run(script) as? [String])?.count == 1)
            }
            try browser.resize(width: 390, height: 844)
        }

        /// A link within text may be as small as the text; a link on its own and a button may not.
        @Test func controlsAreSmallOnlyWithinText() throws {
            let browser = try Fixture.browser(.on)
            try browser.open("/nowhere")
            try browser.run(
                """
                document.querySelector('main').setHTMLUnsafe(`<p>Words <a href="/">link</a></p>
                    <p>Words <button>press</button></p><p><a href="/">alone</a></p>`);
                """)
            let small = try browser.run(Self.smallTargets) as? [String] ?? []
            #expect(small.map { $0.contains("press") || $0.contains("alone") } == [true, true])
        }

        /// Success alerts disappear after a while, but stay as long as they have the focus.
        private func holdAlert(_ browser: Browser) throws {
            try browser.run(
                "document.querySelector('.alert:not(.failure) [method=dialog] button')?.focus()")
        }

        /// Checks the accessibility tree that screen readers use.
        private func expectNamedControls(_ browser: Browser, _ page: String) throws {
            let tree = try AccessibilityTree(of: browser)
            let nameless = tree.nodes.filter(\.isNamelessControl).map(\.role)
            #expect(nameless == [], "\(page)")
        }
    }
}
