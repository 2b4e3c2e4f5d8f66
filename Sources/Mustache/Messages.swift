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

    private let prefix: String
    private let messages: [String: [Part]]
    let table: MessageTable

    /// - Parameters:
    ///   - messages: the messages by name; a name may have dots.
    ///   - chosen: the messages that can be chosen at run time; one that does not exist shows nothing.
    ///   - prefix: what stands before a message's name in a template. No field can have this name.
    public init(
        _ messages: [String: [Part]], chosen: [Chosen] = [], prefix: String = "words"
    ) {
        self.messages = messages
        self.prefix = prefix
        table = MessageTable(
            chosen.map { (messages[$0.name] ?? [], $0.arguments) })
    }

    /// The name of the message that a tag shows; nil if the tag shows something else.
    func name(_ name: Name) -> String? {
        guard name.parts.first == prefix else { return nil }
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

// MARK: - Chosen while rendering

/// The messages that are chosen at run time, laid out to be shown fast: a list of twenty entries
/// shows a hundred. Nothing is written to it after `init`, which makes its pointers safe to share.
final class MessageTable: @unchecked Sendable {
    /// A part of a message: a literal text or a value.
    struct Step: BitwiseCopyable {
        var escaped = Text()
        var plain = Text()
        /// The index of the argument; negative for a literal text.
        var argument: Int16 = -1
        /// The index of the value's conversion in `transforms`; negative to show the value as it is.
        var transform: Int16 = -1
    }

    struct Text: BitwiseCopyable {
        var start: Int32 = 0
        var count: Int32 = 0
    }

    let transforms: [@Sendable (String) -> String]
    private let steps: UnsafeMutableBufferPointer<Step>
    /// The index of each message's first step, and at the end the number of steps.
    private let starts: UnsafeMutableBufferPointer<Int32>
    /// Followed by `Output.padding`.
    private let text: UnsafeMutableBufferPointer<UInt8>

    init(_ messages: [(parts: [Messages.Part], arguments: [String])]) {
        var draft = Draft()
        for (parts, arguments) in messages { draft.append(parts, arguments) }
        transforms = draft.transforms
        steps = Self.store(draft.steps)
        starts = Self.store(draft.starts + [Int32(draft.steps.count)])
        text = Self.store(draft.text + Output.padding)
    }

    deinit {
        steps.deallocate()
        starts.deallocate()
        text.deallocate()
    }

    /// The steps of a message; empty if there is no such message.
    func steps(of message: Int) -> UnsafeBufferPointer<Step> {
        guard message >= 0, message + 1 < starts.count else {
            return UnsafeBufferPointer(start: nil, count: 0)
        }
        let range = Int(starts[message])..<Int(starts[message + 1])
        return UnsafeBufferPointer(rebasing: steps[range])
    }

    func start(of text: Text) -> UnsafePointer<UInt8>? {
        UnsafePointer(self.text.baseAddress.map { $0 + Int(text.start) })
    }

    private static func store<T: BitwiseCopyable>(
        _ elements: [T]
    ) -> UnsafeMutableBufferPointer<T> {
        let storage = UnsafeMutableBufferPointer<T>.allocate(capacity: elements.count)
        _ = storage.initialize(from: elements)
        return storage
    }

    /// A table under construction.
    private struct Draft {
        var transforms: [@Sendable (String) -> String] = []
        var steps: [Step] = []
        var starts: [Int32] = []
        var text: [UInt8] = []

        mutating func append(_ parts: [Messages.Part], _ arguments: [String]) {
            func place(_ name: String) -> Int16 {
                arguments.firstIndex(of: name).map(Int16.init) ?? -1
            }
            starts.append(Int32(steps.count))
            for part in parts {
                switch part {
                case .text(let text):
                    let escaped = append(Escape.escaped(text))
                    steps.append(Step(escaped: escaped, plain: append(Array(text.utf8))))
                case .value(let name):
                    steps.append(Step(argument: place(name)))
                case .transformed(let name, let transform):
                    let index = Int16(transforms.count)
                    steps.append(Step(argument: place(name), transform: index))
                    transforms.append(transform)
                }
            }
        }

        private mutating func append(_ bytes: [UInt8]) -> Text {
            text += bytes
            return Text(start: Int32(text.count - bytes.count), count: Int32(bytes.count))
        }
    }
}

extension Renderer {
    /// Shows the message at an index of the chosen ones.
    /// - Parameter argument: shows the argument at an index of the message's arguments.
    public mutating func write(
        message: Int, for action: Action,
        argument: (_ place: Int, _ action: Action, _ renderer: inout Renderer) -> Void
    ) {
        guard let table else { return }
        table._withUnsafeGuaranteedRef { table in
            for step in table.steps(of: message) {
                let text = action.kind == .escaped ? step.escaped : step.plain
                if text.count > 0, let start = table.start(of: text) {
                    output.appendLiteral(start, count: Int(text.count))
                }
                guard step.argument >= 0 else { continue }
                guard step.transform >= 0 else {
                    argument(Int(step.argument), action, &self)
                    continue
                }
                write(transformedBy: table.transforms[Int(step.transform)], action) {
                    argument(Int(step.argument), Action(.raw), &$0)
                }
            }
        }
    }

    /// A function of its own, since most messages have no converted values.
    @inline(never)
    private mutating func write(
        transformedBy transform: (String) -> String, _ action: Action,
        value: (inout Renderer) -> Void
    ) {
        let mark = output.count
        value(&self)
        transform(output.removeSuffix(from: mark)).write(action, &self)
    }
}
