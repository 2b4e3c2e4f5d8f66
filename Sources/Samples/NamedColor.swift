import Photos

/// A colour with a name: a line of `Colors.txt`.
struct NamedColor: Hashable, Sendable {
    let name: String
    /// 0xRRGGBB.
    let code: Int32
    /// The words for it in titles, in any language.
    let words: [String]

    static let all = SectionedText(PackageResources.Colors_txt).fields(of: "colors")
        .compactMap(NamedColor.init)

    static let named: [String: NamedColor] = all.reduce(into: [:]) { $0[$1.name] = $1 }

    private static let spoken: [String: NamedColor] = all.reduce(into: [:]) { colors, color in
        for word in color.words { colors[word] = color }
    }

    /// The first colour that the title mentions as a separate word; nil if it mentions none.
    init?(spokenIn title: String) {
        let words = title.split { $0 == " " || $0 == "," }
        guard let color = words.lazy.compactMap({ Self.spoken[$0.lowercased()] }).first else {
            return nil
        }
        self = color
    }

    /// Nil for a malformed line.
    init?(_ fields: [String]) {
        guard fields.count == 3, let code = Int32(fields[1], radix: 16) else { return nil }
        (name, self.code) = (fields[0], code)
        words = fields[2].split(separator: ", ").map(String.init)
    }

    static func == (one: NamedColor, other: NamedColor) -> Bool { one.code == other.code }
    func hash(into hasher: inout Hasher) { hasher.combine(code) }
}
