/// A range of a template's bytes: text within one line (including its line end), or a tag.
struct Token {
    enum Kind {
        case text(startsLine: Bool)
        case comment
        case delimiters
        case value(Name, escaped: Bool)
        case section(Name, inverted: Bool)
        case partial(Target)
        case parent(Target)
        case block(String)
        /// `ofParent`: whether the innermost open tag is a parent.
        case close(ofParent: Bool)
    }

    let kind: Kind
    let range: Range<Int>
    /// What follows the sigil of an opening tag; the closing tag must repeat it.
    var label = ""
    /// The delimiters in force after the tag.
    var delimiters = Delimiters.standard

    var isText: Bool {
        if case .text = kind { true } else { false }
    }

    /// Whether the tag may be standalone, which removes its whole line; variable tags never are.
    var canStandAlone: Bool {
        switch kind {
        case .text, .value: false
        default: true
        }
    }

    var isOfParent: Bool {
        switch kind {
        case .parent, .close(ofParent: true): true
        default: false
        }
    }
}

/// A dotted name; without parts it is the current value, `.`.
struct Name: Hashable, Sendable {
    let parts: [String]

    var description: String {
        parts.isEmpty ? "." : parts.joined(separator: ".")
    }

    /// Returns nil if a part is empty or contains white space.
    init?(_ text: String) {
        guard text != "." else {
            parts = []
            return
        }
        parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard parts.allSatisfy({ !$0.isEmpty && !$0.contains(where: \.isWhitespace) }) else {
            return nil
        }
    }
}

/// The partial or parent that a tag refers to: by its name, or by a value that holds the name.
enum Target: Sendable {
    case named(String)
    case dynamic(Name)
}

/// What tags begin and end with.
struct Delimiters: Hashable, Sendable {
    static let standard = Delimiters(open: Array("{{".utf8), close: Array("}}".utf8))

    let open: [UInt8]
    let close: [UInt8]
}

/// An error at a byte offset of a template.
struct Fault {
    let offset: Int
    let reason: String
}
