/// Texts that templates show by name, as `{{words.itemForm.title}}`: what a page says in one
/// language. They become part of the template when it is loaded, so that showing one costs no more
/// than text that stands in the template itself.
public struct Messages: Sendable {
    /// A piece of a message.
    public enum Part: Sendable {
        /// Shown as it is, escaped.
        case text(String)
        /// The value of a name, looked up where the message is shown.
        case value(String)
        /// A text made of such a value each time: the value with what goes behind it.
        case transformed(String, by: @Sendable (_ value: String) -> String)
    }

    private let prefix: String
    private let messages: [String: [Part]]

    /// - Parameters:
    ///   - messages: each by its name, which may have dots.
    ///   - prefix: what stands before a name in a template; no field can be called so.
    public init(_ messages: [String: [Part]], prefix: String = "words") {
        self.messages = messages
        self.prefix = prefix
    }

    /// The name of the message that a tag shows; nil where it shows something else.
    func name(_ name: Name) -> String? {
        guard name.parts.first == prefix else { return nil }
        return name.parts.dropFirst().joined(separator: ".")
    }

    subscript(name: String) -> [Part]? { messages[name] }
}

extension Library {
    /// The names of the messages that its templates show.
    public var shownMessages: Set<String> {
        guard let messages = sources.messages else { return [] }
        return Set(sources.all.flatMap { Self.names($0.items, of: messages) })
    }

    private static func names(_ items: [Item], of messages: Messages) -> [String] {
        items.flatMap { item -> [String] in
            guard case .value(let name, _) = item.kind else {
                return names(item.items, of: messages)
            }
            return messages.name(name).map { [$0] } ?? []
        }
    }
}

// MARK: - Building

extension Emitter {
    /// Emits a message in the place of the tag that names it.
    mutating func emit(
        message name: String, _ item: Item, _ action: Action, in builder: inout Builder
    ) {
        guard let parts = builder.sources.messages?[name] else {
            return builder.report(source, item.offset, "there is no message “\(name)”")
        }
        for part in parts {
            switch part {
            case .text(let text):
                append(text, action, in: &builder)
            case .value(let argument):
                guard let name = Name(argument) else { continue }
                emit(name, item, action, in: &builder)
            case .transformed(let argument, let transform):
                emit(argument, transformedBy: transform, item, action, in: &builder)
            }
        }
    }

    private mutating func emit(
        _ argument: String, transformedBy transform: @escaping @Sendable (String) -> String,
        _ item: Item, _ action: Action, in builder: inout Builder
    ) {
        guard let name = Name(argument), let found = builder.resolve(name, at: item, in: self)
        else { return }
        guard case .text = found.shape.kind, case .field(let slot, let reader) = found.lookup else {
            let reason = "“\(argument)” is \(found.shape.noun), which a message can not show"
            return builder.report(source, item.offset, reason)
        }
        builder.transforms.append(transform)
        let index = UInt16(truncatingIfNeeded: builder.transforms.count - 1)
        append(
            .transformed(
                slot: slot, reader: reader, transform: index, escaped: action.kind == .escaped))
    }
}

extension Renderer {
    /// Shows the value made into another text.
    mutating func write(
        slot: Int32, reader: Int32, transformedBy transform: Int, _ action: Action
    ) {
        let mark = output.count
        read(slot: slot, reader: reader, Action(.raw))
        let value = output.removeSuffix(from: mark)
        program.takeUnretainedValue().transforms[transform](value).write(action, &self)
    }
}
