import Photos

/// How sellers write about a kind of things: their condition, and why they are sold. A section of
/// `Tones.txt`.
struct Tone: Sendable {
    let conditions: [Condition]
    let reasons: [String]
    /// Whether a seller may have more than one of a thing.
    let mayBeSeveral: Bool
    /// What else may be said of it.
    let details: [String]
    let isEnglish: Bool

    /// The state of a thing, as its title and description tell it.
    struct Condition: Sendable {
        /// With `*` for the thing's name.
        private let title: String
        /// Of the usual price.
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

        /// What stands behind the name is about the sale.
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

    /// The text of a line such as `- It no longer fits.`; nil for another.
    static func text(of fields: [String], behind mark: String) -> String? {
        guard fields.count == 1, fields[0].hasPrefix(mark) else { return nil }
        return String(fields[0].dropFirst(mark.count))
    }
}
