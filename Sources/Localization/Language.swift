/// A language that the site speaks, the preset one first.
public enum Language: String, CaseIterable, Sendable {
    case korean = "ko"
    case english = "en"

    /// As BCP 47 calls it: `ko`.
    public var tag: String { rawValue }
}
