import Fixtures

/// A way to look at a page, and scripts that then find nothing wrong with it.
@Blocking
struct PageView {
    private typealias Faults = MarketInBrowserTests.Accessibility

    let name: String
    var width = 390
    var isDark = false
    var hasForcedColors = false
    /// A style sheet of the reader's own.
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
        // Text of twice the size (1.4.4), and spaced as 1.4.12 has it.
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
        // What passes slowly into another color is looked at in neither.
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
