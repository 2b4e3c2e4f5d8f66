/// What is known of a type before any value of it is there; templates are checked against it.
public struct Shape: Sendable {
    indirect enum Kind: Sendable {
        /// Can be shown.
        case text
        /// Can be asked only.
        case flag
        case list(of: Shape)
        /// Asked for its fields when they are needed: a type may contain itself.
        case object(@Sendable () -> [AnyField])
        /// Known at run time only.
        case dynamic
    }

    let type: ObjectIdentifier
    let title: String
    let kind: Kind
    /// Reads a frame of this type itself, for the tag `{{.}}`.
    let itself: Reader

    init<V: TemplateValue>(_ type: V.Type, _ kind: Kind) {
        self.type = ObjectIdentifier(type)
        self.kind = kind
        let name = String(reflecting: type)
        title = name.firstIndex(of: ".").map { String(name[name.index(after: $0)...]) } ?? name
        itself = Reader(
            read: { frame, action, renderer in
                V.value(inFrame: frame).visit(action, &renderer)
            },
            reach: { frame, next, action, renderer in
                V.value(inFrame: frame).reach(next, action, &renderer)
            })
    }

    /// The shape of the frame that a section over a value of this shape stands in, if any.
    var frame: Shape? {
        switch kind {
        case .flag: nil
        case .list(let element): element
        case .text, .object, .dynamic: self
        }
    }

    var isDynamic: Bool {
        if case .dynamic = kind { true } else { false }
    }

    /// Whether the text it shows may be the name of a template.
    var canNameTemplates: Bool {
        switch kind {
        case .text, .dynamic: true
        case .flag, .list, .object: false
        }
    }

    /// What to call it in a message.
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
