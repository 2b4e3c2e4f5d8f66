import Mustache

/// The language of what somebody wrote, as `lang` takes it: Korean where it has Hangul, which no
/// other language is written in, else unknown, which is empty (HTML section 3.2.6.1). Without it
/// the text would pass for one in the language of the page around it.
struct WrittenLanguage: TemplateValue {
    let text: String

    init(_ text: String) {
        self.text = text
    }

    var isTruthy: Bool { true }

    func write(_ action: Action, _ renderer: inout Renderer) {
        if text.unicodeScalars.contains(where: \.isHangul) { renderer.write(unescaped: "ko") }
    }
}

extension Unicode.Scalar {
    /// A syllable, or a letter of one: joining, or standing alone.
    fileprivate var isHangul: Bool {
        switch value {
        case 0xAC00...0xD7A3, 0x1100...0x11FF, 0x3131...0x318E: true
        default: false
        }
    }
}
