// For `_nfc`: the standard library normalizes, but does not offer it yet.
@_spi(_Unicode) import Swift

/// The name that an account signs in with and shows; no two are alike but for case, Unicode form or
/// letters that cannot be seen.
public struct Nickname: Hashable, Sendable {
    /// In what people call letters.
    public static let longest = 20

    /// As typed, without the white space around it.
    public let text: String

    /// Nil unless 1 to `longest` letters stay without the white space around them, at least one of
    /// which can be seen, and none breaks the line or turns its direction.
    public init?(_ typed: String) {
        // Most are: those need none of Unicode's tables, wherever one is read.
        guard !Self.isPlain(typed) else {
            text = typed
            return
        }
        let text = String(typed.trimmingWhitespace)
        // One letter may have any number of scalars, so the bytes are bounded too.
        guard text.utf8.count <= Self.longest * 20, text.count <= Self.longest,
            text.unicodeScalars.allSatisfy(Self.isAllowed),
            text.unicodeScalars.contains(where: { !$0.isBlank || $0 == "\u{2800}" })
        else { return nil }
        self.text = text
    }

    /// One that is to be somebody's from now on. It shows something, and passes for no other on a
    /// page, either: it has no two spaces in a row and none but the plain one, and no letters that
    /// nobody sees or Unicode does not know. Older ones may.
    public init?(new typed: String) {
        self.init(typed)
        guard !Self.isPlain(text) else { return }
        let scalars = text.unicodeScalars
        guard !text.contains("  "), scalars.allSatisfy(Self.isDistinct),
            scalars.contains(where: \.isSeen),
            scalars.first?.properties.isGraphemeExtend == false
        else { return nil }
    }

    /// The same for all nicknames that pass for one another: in any case, composed or not, with or
    /// without letters that cannot be seen.
    public var key: String { Self.key(of: text) }

    static func key(of text: String) -> String {
        var seen = String.UnicodeScalarView()
        for scalar in text.unicodeScalars where !scalar.properties.isDefaultIgnorableCodePoint {
            seen.append(scalar)
        }
        // To upper case and back, since some letters (ß) have several forms in lower case only.
        let folded = String(seen).uppercased().lowercased()
        var key = String.UnicodeScalarView()
        for scalar in folded._nfc { key.append(scalar) }
        return String(key)
    }

    /// Whether it is a nickname of ASCII letters, digits and composed Hangul, each a letter by itself.
    private static func isPlain(_ text: String) -> Bool {
        var count = 0
        for scalar in text.unicodeScalars {
            switch scalar {
            case "a"..."z", "A"..."Z", "0"..."9", "\u{AC00}"..."\u{D7A3}": count += 1
            default: return false
            }
        }
        return 1...longest ~= count
    }

    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: false
        // The joiner of emoji; the others turn directions or are not seen.
        case .format: scalar == "\u{200D}"
        default: true
        }
    }

    private static func isDistinct(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .unassigned, .privateUse, .surrogate: return false
        case .spaceSeparator: return scalar == " "
        default: break
        }
        return !scalar.isBlank || scalar == "\u{200D}" || scalar.properties.isVariationSelector
    }
}
