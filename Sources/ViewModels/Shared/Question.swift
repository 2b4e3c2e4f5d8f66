/// A confirmation of something that cannot be undone.
public struct Question: Equatable, Sendable {
    /// The page's heading and window title.
    public let heading: Phrase
    /// The consequences, one sentence each.
    public let consequences: [Phrase]
    /// The label of the button that confirms.
    public let answer: Phrase
}
