/// Texts that templates show by name, such as `{{words.itemForm.title}}`: what pages say in one
/// language. They become part of the template when it is loaded, so that showing one costs no more
/// than literal text in the template.
public struct Messages: Sendable {
    /// A piece of a message.
    public enum Part: Sendable {
        /// Literal text, which is escaped.
        case text(String)
        /// The value of a name, looked up where the message is shown.
        case value(String)
        /// Such a value, converted to another text whenever it is shown, for example by adding a suffix.
        case transformed(String, by: @Sendable (_ value: String) -> String)
    }

    /// A message that is chosen at run time, by its index among all of these.
    public struct Chosen: Sendable {
        /// The name of the message.
        public let name: String
        /// The names of its arguments, in the order in which their values are given.
        public let arguments: [String]

        /// - Parameter arguments: the names, in the order in which their values are given.
        public init(name: String, arguments: [String]) {
            self.name = name
            self.arguments = arguments
        }
    }

    /// What stands before a message's name in a template. No field can have this name.
    private static let prefix = "words"

    private let messages: [String: [Part]]
    let table: MessageTable

    /// - Parameters:
    ///   - messages: the messages by name; a name may have dots.
    ///   - chosen: the messages that can be chosen at run time; one that does not exist shows nothing.
    public init(_ messages: [String: [Part]], chosen: [Chosen] = []) {
        self.messages = messages
        table = MessageTable(
            chosen.map { (messages[$0.name] ?? [], $0.arguments) })
    }

    /// The name of the message that a tag shows; nil if the tag shows something else.
    func name(_ name: Name) -> String? {
        guard name.parts.first == Self.prefix else { return nil }
        return name.parts.dropFirst().joined(separator: ".")
    }

    subscript(name: String) -> [Part]? { messages[name] }
}

extension Library {
    /// The names of the messages that the templates show.
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
    /// Emits a message in place of the tag that names it.
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
            let reason = "“\(argument)” is \(found.shape.noun), which a message cannot show"
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
    /// Shows a value, converted to another text.
    mutating func write(
        slot: Int32, reader: Int32, transformedBy transform: Int, _ action: Action
    ) {
        let mark = output.count
        read(slot: slot, reader: reader, Action(.raw))
        let value = output.removeSuffix(from: mark)
        program.takeUnretainedValue().transforms[transform](value).write(action, &self)
    }
}
