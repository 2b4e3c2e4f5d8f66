import Synchronization

/// What is known about a type before there is any value of it. Templates are checked against it.
public struct Shape: Sendable {
    indirect enum Kind: Sendable {
        /// A tag can show it.
        case text
        /// Sections can test it; no tag can show it.
        case flag
        case list(of: Shape)
        /// Has fields, which are only read when they are needed, since a type may contain itself.
        case object(@Sendable () -> [AnyField])
        /// Only known at run time.
        case dynamic
    }

    let type: any TemplateValue.Type
    let kind: Kind
    /// Reads a frame of this type itself, for the tag `{{.}}`.
    let itself: Reader
    /// Whether a section over it sees its own names only.
    var isConstant = false

    init<V: TemplateValue>(_ type: V.Type, _ kind: Kind) {
        self.type = type
        self.kind = kind
        itself = Reader(
            read: { frame, action, renderer in
                V.value(inFrame: frame).visit(action, &renderer)
            },
            reach: { frame, next, action, renderer in
                V.value(inFrame: frame).reach(next, action, &renderer)
            })
    }

    /// The shape of the frame in a section over a value of this shape; nil if there is none.
    var frame: Shape? {
        switch kind {
        case .flag: nil
        case .list(let element): element
        case .text, .object, .dynamic: self
        }
    }

    /// The type's name without its module.
    var title: String {
        let name = String(reflecting: type)
        return name.firstIndex(of: ".").map { String(name[name.index(after: $0)...]) } ?? name
    }

    var isDynamic: Bool {
        if case .dynamic = kind { true } else { false }
    }

    /// Whether the text that it shows may be the name of a template.
    var canNameTemplates: Bool {
        switch kind {
        case .text, .dynamic: true
        case .flag, .list, .object: false
        }
    }

    /// A cache of the fields by name, for each type of which one was asked for.
    private static let fields = Mutex<[ObjectIdentifier: [String: AnyField]]>([:])

    func field(_ name: String) -> AnyField? {
        guard case .object(let all) = kind else { return nil }
        let type = ObjectIdentifier(type)
        if let known = Self.fields.withLock({ $0[type] }) { return known[name] }
        let fields = Dictionary(all().map { ($0.name, $0) }) { first, _ in first }
        Self.fields.withLock { $0[type] = fields }
        return fields[name]
    }

    /// What error messages call it.
    var noun: String {
        switch kind {
        case .text: "text"
        case .flag: "a yes or no"
        case .list: "a list"
        case .object: title
        case .dynamic: "anything"
        }
    }
}
