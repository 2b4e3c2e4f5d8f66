/// One step of rendering: literal text, then the tag after it. It holds numbers only, so that
/// reading it needs no reference counting.
struct Node: BitwiseCopyable {
    var textStart: Int32
    var textCount: Int32
    var tag: Tag

    enum Tag: BitwiseCopyable {
        /// Nothing follows the text.
        case none
        /// The value that `reader` reads from the frame in register `slot`.
        case field(slot: Int32, reader: Int32, Action)
        /// The same value, converted to another text by `transform`.
        case transformed(slot: Int32, reader: Int32, transform: UInt16, escaped: Bool)
        /// A value that is looked up at run time. A typed value needs an action of its own, since
        /// its frame differs from a dynamic one.
        case search(Int32, Action, typed: Action)
        case call(body: Int32)
        /// A partial or parent whose name is a value; the site says in which context to render it.
        case dynamicCall(site: Int32, name: Lookup)
    }

    /// Where a value comes from.
    enum Lookup: BitwiseCopyable {
        case field(slot: Int32, reader: Int32)
        case search(Int32)
    }
}

/// How to look up a name that may be in dynamic values: first in the registers of `slots`,
/// innermost first, then in a typed frame further out.
struct Search {
    let slots: [Int32]
    let key: String
    /// Continues from the value found under `key`.
    let found: Reader
    let fallback: (slot: Int32, reader: Int32)?
}

/// A place in a template where a text, or a template's name, is only known at run time. What is
/// found then is compiled as if it stood there.
struct Site {
    let scope: Scope
    let blocks: Int
    let layout: Layout
    let sectionText: String
    let delimiters: Delimiters
    let file: String
}

// MARK: - Action

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
