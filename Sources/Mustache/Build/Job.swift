/// A template or block to be compiled for one place. Equal jobs share their nodes, which is
/// also what ends the compilation of what contains itself.
struct Job: Hashable {
    let content: Content
    let layout: Layout
    /// Index of the arguments in force, in `Builder.blockScopes`.
    let blocks: Int
    let scope: Scope
}

enum Content: Hashable {
    case template(Int)
    case block(Argument)

    /// The source that it is a part of.
    var source: Int {
        switch self {
        case .template(let source): source
        case .block(let argument): argument.source
        }
    }
}

/// A block given to a parent, together with what was in force where it is written.
struct Argument: Hashable {
    let block: Block
    let source: Int
    let blocks: Int

    static func == (a: Argument, b: Argument) -> Bool {
        a.block === b.block && a.source == b.source && a.blocks == b.blocks
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(block))
        hasher.combine(source)
        hasher.combine(blocks)
    }
}

/// What is done to the start of each line of a text.
struct Layout: Hashable {
    /// Indentation does not grow beyond this many bytes, else a template that includes itself
    /// would need ever more of it.
    static let indentLimit = 64

    /// Taken away first.
    var dedent: [UInt8] = []
    /// Put there then.
    var indent: [UInt8] = []
    /// Where the text begins, a line has begun already.
    var continuesLine = false

    func dedented<C: Collection<UInt8>>(_ line: C) -> C.SubSequence {
        var rest = line[...]
        for byte in dedent {
            guard rest.first == byte else { break }
            rest.removeFirst()
        }
        return rest
    }

    /// The layout of a text that stands here, further in.
    func within(_ inner: [UInt8]) -> Layout {
        Layout(indent: Array((indent + dedented(inner)).prefix(Self.indentLimit)))
    }
}
