/// One step of rendering: literal text, then what the tag behind it says. Holds numbers only, so
/// that reading it counts no references.
struct Node: BitwiseCopyable {
    var textStart: Int32
    var textCount: Int32
    var tag: Tag

    enum Tag: BitwiseCopyable {
        /// Nothing follows the text.
        case none
        /// The value that `reader` has from the frame in register `slot`.
        case field(slot: Int32, reader: Int32, Action)
        /// The value that the search finds at run time.
        /// A typed value needs an action of its own, for its frame differs from a dynamic one.
        case search(Int32, Action, typed: Action)
        case call(body: Int32)
        /// The partial or parent whose name `search` or a field yields; the site says which.
        case dynamicCall(site: Int32, name: Lookup)
    }

    /// Where a value comes from.
    enum Lookup: BitwiseCopyable {
        case field(slot: Int32, reader: Int32)
        case search(Int32)
    }
}

/// The way to a name that may be in dynamic values: the registers to look through, innermost
/// first, then what a typed frame further out offers.
struct Search {
    let slots: [Int32]
    let key: String
    /// Goes on from the value found under `key`.
    let found: Reader
    let fallback: (slot: Int32, reader: Int32)?
}

/// What a place in a template leaves to run time: a text or a name is compiled as if it stood
/// there.
struct Site {
    let scope: Scope
    let blocks: Int
    let layout: Layout
    let sectionText: String
    let delimiters: Delimiters
    let file: String
}
