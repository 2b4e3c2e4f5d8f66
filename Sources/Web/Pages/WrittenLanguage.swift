import Mustache

/// The language of a user's text, as a `lang` value: `ko` if it contains Hangul, which only Korean
/// uses; otherwise empty, which means unknown (HTML section 3.2.6.1). Without it the text would be
/// taken to be in the language of the page around it.
struct WrittenLanguage: TemplateValue {
    let text: String

    init(_ text: String) {
        self.text = text
    }

    var isTruthy: Bool { true }

    func write(_ action: Action, _ renderer: inout Renderer) {
        if Self.hasHangul(text.utf8Span.span) { renderer.write(unescaped: "ko") }
    }

    /// Whether the text contains a Hangul syllable or letter (conjoining or compatibility jamo).
    /// All of them take three bytes.
    private static func hasHangul(_ text: Span<UInt8>) -> Bool {
        var index = 0
        while index + 2 < text.count {
            guard text[index] & 0xF0 == 0xE0 else {
                index += 1
                continue
            }
            let (first, second, third) = (
                text[index] & 15, text[index + 1] & 63, text[index + 2] & 63
            )
            switch UInt32(first) << 12 | UInt32(second) << 6 | UInt32(third) {
            case 0xAC00...0xD7A3, 0x1100...0x11FF, 0x3131...0x318E: return true
            default: index += 3
            }
        }
        return false
    }
}
