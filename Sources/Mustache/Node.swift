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
