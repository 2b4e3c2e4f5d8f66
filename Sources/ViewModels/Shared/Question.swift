/// What is asked before something is done that nothing takes back.
public struct Question: Equatable, Sendable {
    /// The page's heading, and its window's title.
    public let heading: Phrase
    /// What comes of it, a sentence each.
    public let consequences: [Phrase]
    /// On the button that does it.
    public let answer: Phrase
}
