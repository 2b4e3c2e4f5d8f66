/// A language of the site; the default one comes first.
public enum Language: String, CaseIterable, Sendable {
    case korean = "ko"
    case english = "en"

    /// The BCP 47 tag: `ko`.
    public var tag: String { rawValue }

    /// What the language is called in itself.
    public var name: String {
        switch self {
        case .korean: "한국어"
        case .english: "English"
        }
    }
}
