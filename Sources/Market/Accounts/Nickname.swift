// For `_nfc`: the standard library can normalize strings, but does not make that public yet.
@_spi(_Unicode) import Swift

/// The name that an account shows and signs in with. No two nicknames may differ only in case, in
/// Unicode form or in invisible letters.
public struct Nickname: Hashable, Sendable {
    /// The maximum length, counted in what people perceive as letters (Swift's `Character`).
    public static let longest = 20

    /// As typed, without surrounding white space.
    public let text: String

    /// Returns nil unless the trimmed text has 1 to `longest` letters, of which at least one is
    /// visible and none breaks the line or changes the text direction.
    public init?(_ typed: String) {
        // Fast path for most nicknames, which need no look-up in Unicode's tables whenever one is read.
        guard !Self.isPlain(typed) else {
            text = typed
            return
        }
        let text = String(typed.trimmingWhitespace)
        // A single letter may consist of any number of scalars, so the number of bytes is limited, too.
        guard text.utf8.count <= Self.longest * 20, text.count <= Self.longest,
            text.unicodeScalars.allSatisfy(Self.isAllowed),
            text.unicodeScalars.contains(where: { !$0.isBlank || $0 == "\u{2800}" })
        else { return nil }
        self.text = text
    }

    /// A nickname that somebody chooses now, under stricter rules than older ones had to meet: it
    /// shows something and cannot pass for another one on a page. It has no spaces but the plain
    /// one, no two of them in a row, and no scalars that are invisible or unknown to Unicode.
    public init?(new typed: String) {
        self.init(typed)
        guard !Self.isPlain(text) else { return }
        let scalars = text.unicodeScalars
        guard !text.contains("  "), scalars.allSatisfy(Self.isDistinct),
            scalars.contains(where: \.isSeen),
            scalars.first?.properties.isGraphemeExtend == false
        else { return nil }
    }

    /// The same for all nicknames that count as equal: in any case, composed or decomposed, with or
    /// without invisible letters.
    public var key: String { Self.key(of: text) }

    static func key(of text: String) -> String {
        var seen = String.UnicodeScalarView()
        for scalar in text.unicodeScalars where !scalar.properties.isDefaultIgnorableCodePoint {
            seen.append(scalar)
        }
        // Upper case first and then lower case, since some letters (ß) have several forms in lower case only.
        let folded = String(seen).uppercased().lowercased()
        var key = String.UnicodeScalarView()
        for scalar in folded._nfc { key.append(scalar) }
        return String(key)
    }

    /// Whether the text is a nickname of ASCII letters, digits and composed Hangul only, in which
    /// each scalar is a letter by itself.
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
        // The joiner in emoji. The others change the text direction or are invisible.
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
