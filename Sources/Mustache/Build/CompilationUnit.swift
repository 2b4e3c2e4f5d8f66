/// A template or block to be compiled for one place. Equal units share their nodes, which also ends
/// the compilation of templates that contain themselves.
struct CompilationUnit: Hashable {
    let content: Content
    let layout: Layout
    /// The arguments in force, as an index into `Builder.blockScopes`.
    let blocks: Int
    let scope: Scope
}

enum Content: Hashable {
    case template(Int)
    case block(Argument)

    /// The index of the source that contains it.
    var source: Int {
        switch self {
        case .template(let source): source
        case .block(let argument): argument.source
        }
    }
}

/// A block that is passed to a parent, with the context in which it is written.
struct Argument: Hashable {
    let block: Block
    let source: Int
    let blocks: Int
}

/// How the start of each line of a text is changed.
struct Layout: Hashable {
    /// Maximum indentation in bytes. Otherwise a template that includes itself would need ever more of it.
    static let indentLimit = 64

    /// Removed first.
    var dedent: [UInt8] = []
    /// Added after that.
    var indent: [UInt8] = []
    /// Whether the text begins in the middle of a line.
    var continuesLine = false

    func dedented<C: Collection<UInt8>>(_ line: C) -> C.SubSequence {
        var rest = line[...]
        for byte in dedent {
            guard rest.first == byte else { break }
            rest.removeFirst()
        }
        return rest
    }

    /// The layout of a text that is included here, with further indentation.
    func within(_ inner: [UInt8]) -> Layout {
        Layout(indent: Array((indent + dedented(inner)).prefix(Self.indentLimit)))
    }
}

// MARK: - Scope

/// The types of the frames that can be seen at a place in a template, outermost first.
///
/// Frames that can no longer be seen are left out: one that has no names, once another is on top,
/// and one whose type comes again further in. So a type that contains itself needs no more frames,
/// however deep its values are nested.
struct Scope {
    struct Frame {
        let shape: Shape
        let slot: Int
    }

    /// Maximum number of frames; more are a template error.
    static let limit = 32

    private(set) var frames: [Frame] = []

    /// Where a section's frame goes: the scope inside the section, the register, and whether the
    /// frame goes on top of the dynamic one in that register.
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

    /// The types that have names, innermost first, for error messages.
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
