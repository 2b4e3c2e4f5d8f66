import Fixtures
import Foundation
import Testing

/// The contrast of the style sheet's colours with their backgrounds (WCAG 2.2, 1.4.3 and 1.4.11).
struct ContrastTests {
    /// The two colour schemes.
    private static let lights = ["light", "dark"]

    /// Text colours, and the backgrounds that they appear on.
    private static let texts: [(String, [String])] = [
        ("ink", ["paper", "surface", "sunken", "bad-tint", "warm-tint", "tint"]),
        ("muted", ["paper", "surface", "sunken"]),
        ("paper", ["ink", "muted", "heart", "bad"]),
        ("on-brand", ["brand"]), ("brand", ["paper", "surface", "tint"]),
        ("good", ["paper", "good-tint"]), ("warm", ["paper", "warm-tint"]),
        ("bad", ["paper", "surface", "bad-tint"]), ("on-ink", ["ink"]),
    ]

    /// Colours that show what can be pressed, has the focus, is chosen or is wrong: the rule that
    /// draws it, its colour, and the backgrounds that it appears on.
    private static let controls: [(rule: String, colour: String, grounds: [String])] = [
        // Fields, and what looks like one.
        (
            ":where(.row > input:not([type=file]), select, textarea, .chooser)", "edge",
            ["paper", "surface"]
        ),
        (".counter", "edge", ["paper", "surface"]),
        (".folded summary", "edge", ["paper", "surface"]),
        (
            ".row :is([aria-invalid]:not([type=file]), [aria-invalid] + .chooser)", "bad",
            ["paper", "surface"]
        ),
        (".tick::before", "edge", ["paper", "surface"]),
        // The focus.
        (":root", "brand", ["paper", "surface", "sunken", "tint", "bad-tint", "warm-tint"]),
        // Chosen options.
        (".tick[aria-pressed=true]::before", "brand", ["paper", "surface"]),
        (".icons label:has(:checked)", "brand", ["paper"]),
        (".views [aria-current]", "edge", ["paper", "surface"]),
        (".chips [aria-current]", "ink", ["paper"]),
        (".market .chips [aria-current]", "brand", ["paper", "tint"]),
        (".market .chips [aria-current]", "ink", ["paper"]),
        // Drawings with a meaning.
        (".up::before", "ink", ["paper"]), (".like svg", "heart", ["paper", "surface"]),
        (
            ".choices a::after, .choice::after, summary:not(.icon)::after", "edge",
            ["paper", "surface", "sunken"]
        ),
        (".reveal", "muted", ["surface"]), (".tick, .delete", "muted", ["paper", "surface"]),
        (".views a", "muted", ["surface"]), (".entries svg", "edge", ["sunken"]),
        (".pictogram svg", "brand", ["tint"]), (".empty svg", "brand", ["tint"]),
    ]

    private let sheet: String
    private let colours: [String: [String: [Double]]]

    init() throws {
        sheet = try String(
            contentsOfFile: Program.packageRoot + "/Public/app.css", encoding: .utf8)
        let blocks = sheet.matches(of: /:root \{([^}]*)\}/).prefix(2).map { String($0.1) }
        var light: [String: [Double]] = [:]
        var both: [[String: [Double]]] = []
        for block in blocks {
            for token in block.matches(of: /--([a-z-]+): #([0-9a-f]{6}|[0-9a-f]{3});/) {
                light[String(token.1)] = Self.channels(String(token.2))
            }
            both.append(light)
        }
        colours = Dictionary(uniqueKeysWithValues: zip(Self.lights, both))
    }

    @Test(arguments: lights)
    func textIsReadOnEveryGround(_ light: String) throws {
        try expect(Self.texts, atLeast: 4.5, light)
    }

    @Test(arguments: lights)
    func controlsAreSeenOnEveryGround(_ light: String) throws {
        try expect(Self.controls.map { ($0.colour, $0.grounds) }, atLeast: 3, light)
    }

    @Test func controlsAreDrawnInTheColourThatIsMeasured() {
        for (rule, colour, _) in Self.controls {
            let bodies = sheet.components(separatedBy: rule + " {").dropFirst()
                .map { $0.prefix { $0 != "}" } }
            #expect(bodies.contains { $0.contains("var(--\(colour))") }, "\(rule): \(colour)")
        }
    }

    private func expect(
        _ pairs: [(String, [String])], atLeast least: Double, _ light: String
    ) throws {
        let colours = try #require(colours[light])
        for (front, grounds) in pairs {
            for ground in grounds {
                let contrast = Self.contrast(
                    try #require(colours[front]), try #require(colours[ground]))
                #expect(contrast >= least, "\(front) on \(ground), \(light)")
            }
        }
    }

    /// WCAG 2.2, “contrast ratio”.
    private static func contrast(_ one: [Double], _ other: [Double]) -> Double {
        let (a, b) = (luminance(one), luminance(other))
        return (max(a, b) + 0.05) / (min(a, b) + 0.05)
    }

    /// WCAG 2.2, “relative luminance”.
    private static func luminance(_ channels: [Double]) -> Double {
        let linear = channels.map { $0 <= 0.04045 ? $0 / 12.92 : pow(($0 + 0.055) / 1.055, 2.4) }
        return zip(linear, [0.2126, 0.7152, 0.0722]).reduce(0) { $0 + $1.0 * $1.1 }
    }

    private static func channels(_ digits: String) -> [Double] {
        let whole = digits.count == 3 ? digits.map { "\($0)\($0)" }.joined() : digits
        let number = Int(whole, radix: 16) ?? 0
        return [16, 8, 0].map { Double(number >> $0 & 255) / 255 }
    }
}
