import Fixtures
import Foundation
import Testing

extension MarketInBrowserTests {
    /// Checks every page with axe-core: `make check-axe`, or `JANGTEO_AXE` with the path of an axe.min.js.
    @Blocking
    struct Axe {
        nonisolated static var path: String? {
            ProcessInfo.processInfo.environment["JANGTEO_AXE"]
        }

        @Test(
            .enabled(if: path != nil, "set JANGTEO_AXE to the path of axe.min.js"),
            arguments: [(390, false), (390, true), (1_280, false), (1_280, true)])
        func axeFindsNothing(_ width: Int, _ isDark: Bool) throws {
            let axe = try String(contentsOfFile: #require(Self.path), encoding: .utf8)
            let browser = try Fixture.browser(.on)
            try browser.resize(width: width, height: 844)
            try browser.prefer(dark: isDark)
            try AllPages.walk(browser, as: "도끼 \(width) \(isDark)") { page in
                let findings = try browser.run(axe + Self.script) as? [String]
                #expect(findings == [], "\(page)")
            }
            try browser.prefer(dark: false)
            try browser.resize(width: 390, height: 844)
        }

        private static let script = """

            const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
            return axe.run(document, { runOnly: { type: 'tag', values: tags } })
                .then(({ violations }) => violations.flatMap(({ id, nodes }) =>
                    nodes.map(({ html }) => `${id}: ${html.slice(0, 120)}`)));
            """
    }
}
