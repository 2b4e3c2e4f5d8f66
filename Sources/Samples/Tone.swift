import Photos

/// How sellers write about one kind of thing: its condition, and why it is sold. A section of `Tones.txt`.
struct Tone: Sendable {
    let conditions: [Condition]
    let reasons: [String]
    /// Whether a seller may have more than one of these things.
    let mayBeSeveral: Bool
    /// Other things that may be said about it.
    let details: [String]
    let isEnglish: Bool

    /// The condition of a thing, as its title and description tell it.
    struct Condition: Sendable {
        /// The title, with `*` in place of the thing's name.
        private let title: String
        /// Percentage of the usual price.
        let percent: Int64
        let note: String

        /// Nil for a malformed line.
        init?(_ fields: [String]) {
            guard fields.count == 3, fields[0].contains("*"), let percent = Int64(fields[1]) else {
                return nil
            }
            (title, self.percent, note) = (fields[0], percent, fields[2])
        }

        func title(of name: String) -> String { title.replacing("*", with: name) }

        /// Whether the title fits a gift: text after the name is about the sale.
        var suitsGifts: Bool { title.hasSuffix("*") }
    }

    static let named: [String: Tone] = {
        let text = SectionedText(PackageResources.Tones_txt)
        return text.sections.keys.reduce(into: [:]) { $0[$1] = Tone(text.fields(of: $1)) }
    }()

    private init(_ lines: [[String]]) {
        conditions = lines.compactMap(Condition.init)
        reasons = lines.compactMap { Self.text(of: $0, behind: "- ") }
        details = lines.compactMap { Self.text(of: $0, behind: "+ ") }
        mayBeSeveral = lines.contains(["several"])
        isEnglish = lines.contains(["english"])
    }

    /// The text of a line such as `- It no longer fits.`; nil for other lines.
    static func text(of fields: [String], behind mark: String) -> String? {
        guard fields.count == 1, fields[0].hasPrefix(mark) else { return nil }
        return String(fields[0].dropFirst(mark.count))
    }
}
