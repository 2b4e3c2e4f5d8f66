/// What a tag does with the value that it names. One word, so that it is passed in a register.
public struct Action: Sendable, BitwiseCopyable {
    @usableFromInline
    enum Kind: UInt64, Sendable, BitwiseCopyable {
        case escaped, raw, section, inverted
    }

    /// Maximum number of bodies and of sites; a template that needs more is refused.
    static let placeLimit = 1 << 23

    /// From the lowest bit: 2 bits of kind, 1 of link, 15 of slot, 23 of body, 23 of site.
    @usableFromInline var word: UInt64

    init(_ kind: Kind) {
        word = kind.rawValue
    }

    @usableFromInline var kind: Kind {
        switch word & 3 {
        case 0: .escaped
        case 1: .raw
        case 2: .section
        default: .inverted
        }
    }

    /// Whether the frame goes on top of the dynamic one that is already in the register.
    @usableFromInline var isLinked: Bool {
        get { word & 4 != 0 }
        set { word = word & ~4 | (newValue ? 4 : 0) }
    }

    /// The register into which a section puts its frame.
    @usableFromInline var slot: Int32 {
        get { Int32(truncatingIfNeeded: word >> 3 & 0x7FFF) }
        set { set(newValue, 0x7FFF, at: 3) }
    }

    /// The body with the section's nodes.
    @usableFromInline var body: Int32 {
        get { Int32(truncatingIfNeeded: word >> 18 & 0x7F_FFFF) }
        set { set(newValue, 0x7F_FFFF, at: 18) }
    }

    /// The site with which lambdas render their text; only set for dynamic values.
    var site: Int32 {
        get { Int32(truncatingIfNeeded: word >> 41) }
        set { set(newValue, 0x7F_FFFF, at: 41) }
    }

    private mutating func set(_ value: Int32, _ mask: UInt64, at bit: UInt64) {
        word = word & ~(mask << bit) | (UInt64(truncatingIfNeeded: value) & mask) << bit
    }
}
