/// What a tag wants done with the value it names.
public struct Action: Sendable, BitwiseCopyable {
    @usableFromInline
    enum Kind: UInt8, Sendable, BitwiseCopyable {
        case escaped, raw, section, inverted
    }

    @usableFromInline let kind: Kind
    /// The nodes of a section.
    @usableFromInline var body: Int32 = 0
    /// The register a section puts its frame into.
    @usableFromInline var slot: Int32 = 0
    /// Whether the frame goes on top of the dynamic one that is in the register already.
    @usableFromInline var isLinked = false
    /// Where lambdas find what they need to render their text; only set for dynamic values.
    var site: Int32 = -1

    init(_ kind: Kind) {
        self.kind = kind
    }
}
