/// A template or block to be compiled for one place. Equal units share their nodes, which is
/// also what ends the compilation of what contains itself.
struct CompilationUnit: Hashable {
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

    /// The layout of a text that stands here, indented further.
    func within(_ inner: [UInt8]) -> Layout {
        Layout(indent: Array((indent + dedented(inner)).prefix(Self.indentLimit)))
    }
}

// MARK: - Scope

/// The frames that a place in a template stands in, outermost first, by their types.
///
/// A frame that can not be seen any more is left out: one that offers no names, once another
/// is on top, and one whose type comes again further in. So a type that contains itself needs
/// no more frames, however deep its values go.
struct Scope {
    struct Frame {
        let shape: Shape
        let slot: Int
    }

    /// More frames than this are a template error.
    static let limit = 32

    private(set) var frames: [Frame] = []

    /// Where a section's frame goes: the scope in it, its register, and whether it goes on top
    /// of the dynamic frame in that register.
    struct Entry {
        let scope: Scope
        let slot: Int
        let isLinked: Bool
    }

    func entering(_ shape: Shape) -> Entry {
        if let top = frames.last, top.shape.isDynamic, shape.isDynamic {
            return Entry(scope: self, slot: top.slot, isLinked: true)
        }
        var inner = self
        if shape.isConstant { inner.frames = [] }
        inner.frames.removeAll { !$0.shape.offersNames || $0.shape.isShadowed(by: shape) }
        let taken = Set(inner.frames.map(\.slot))
        let slot = (0...taken.count).first { !taken.contains($0) } ?? taken.count
        inner.frames.append(Frame(shape: shape, slot: slot))
        return Entry(scope: inner, slot: slot, isLinked: false)
    }

    /// The types that offer names, innermost first, for messages.
    var titles: String {
        frames.reversed().filter(\.shape.offersNames).map(\.shape.title).joined(separator: ", ")
    }
}

extension Shape {
    var offersNames: Bool {
        switch kind {
        case .object, .dynamic: true
        case .text, .flag, .list: false
        }
    }

    func isShadowed(by inner: Shape) -> Bool {
        !isDynamic && type == inner.type
    }
}

extension Scope: Hashable {
    static func == (a: Scope, b: Scope) -> Bool {
        a.frames.elementsEqual(b.frames) { $0.slot == $1.slot && $0.shape.type == $1.shape.type }
    }

    func hash(into hasher: inout Hasher) {
        for frame in frames {
            hasher.combine(frame.slot)
            hasher.combine(ObjectIdentifier(frame.shape.type))
        }
    }
}
