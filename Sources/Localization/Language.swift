/// A language that the site speaks, the preset one first.
public enum Language: String, CaseIterable, Sendable {
    case korean = "ko"
    case english = "en"

    /// As BCP 47 calls it: `ko`.
    public var tag: String { rawValue }

    /// As those call it who speak it.
    public var name: String {
        switch self {
        case .korean: "한국어"
        case .english: "English"
        }
    }
}
