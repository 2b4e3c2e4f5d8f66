import Fixtures

/// A way to view a page, and scripts that must find no faults in that view.
@Blocking
struct PageView {
    private typealias Faults = MarketInBrowserTests.Accessibility

    let name: String
    var width = 390
    var isDark = false
    var hasForcedColors = false
    /// A user style sheet.
    var rules = ""
    var scripts: [String] = []

    static let usual = PageView(name: "as usual")

    private static let largeText = ":root { font-size: 200% }"
    private static let spacedText = """
        * { line-height: 1.5 !important; letter-spacing: 0.12em !important; \
        word-spacing: 0.16em !important }
        """

    static let all = [
        PageView(
            name: "on a phone",
            scripts: [
                Faults.structure, Faults.names, Faults.contrast, Faults.overlapsInTheHeader,
            ]),
        PageView(name: "in the dark", isDark: true, scripts: [Faults.contrast]),
        PageView(name: "in forced colors", hasForcedColors: true, scripts: [Faults.outlines]),
        // Text at twice the size (1.4.4), and with the spacing of 1.4.12.
        PageView(name: "in large text", rules: largeText, scripts: [Faults.cutOff]),
        PageView(name: "in spaced text", rules: spacedText, scripts: [Faults.cutOff]),
        PageView(
            name: "on a desktop in large text", width: 1_280, rules: largeText,
            scripts: [Faults.cutOff]),
        PageView(
            name: "on a desktop in spaced text", width: 1_280, rules: spacedText,
            scripts: [Faults.cutOff]),
        PageView(name: "on a desktop", width: 1_280, scripts: [Faults.overlapsInTheHeader]),
        PageView(name: "on a tablet", width: 1_024, scripts: [Faults.overlapsInTheHeader]),
        PageView(
            name: "on a narrow phone", width: 320,
            scripts: [Faults.excessWidth, Faults.smallTargets]),
    ]

    func show(in browser: Browser) throws {
        // Without transitions, so that no colour is inspected halfway.
        try browser.run(
            """
            const sheet = new CSSStyleSheet();
            sheet.replaceSync('* { transition: none !important } \(rules)');
            document.adoptedStyleSheets = [sheet];
            """)
        try browser.resize(width: width, height: 844)
        try browser.prefer(dark: isDark, forcedColors: hasForcedColors)
    }
}
