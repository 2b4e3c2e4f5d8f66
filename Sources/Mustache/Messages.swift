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

    /// A message that a value chooses while it is shown, by its place among those.
    public struct Chosen: Sendable {
        /// As the messages are called.
        public let name: String
        /// The names of the values that it shows, in the order in which these are given.
        public let arguments: [String]

        /// - Parameter arguments: in the order in which they are given.
        public init(name: String, arguments: [String]) {
            self.name = name
            self.arguments = arguments
        }
    }

    private let prefix: String
    private let messages: [String: [Part]]
    let table: MessageTable

    /// - Parameters:
    ///   - messages: each by its name, which may have dots.
    ///   - chosen: those that values may choose; one that is not among the messages shows nothing.
    ///   - prefix: what stands before a name in a template; no field can be called so.
    public init(
        _ messages: [String: [Part]], chosen: [Chosen] = [], prefix: String = "words"
    ) {
        self.messages = messages
        self.prefix = prefix
        table = MessageTable(
            chosen.map { chosen in
                (messages[chosen.name] ?? []).map { MessageTable.Piece($0, chosen.arguments) }
            })
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

// MARK: - Chosen while rendering

/// The messages that values choose, laid out for showing: a list of twenty entries shows a hundred.
/// Never written after `init`, which makes its pointers safe to share.
final class MessageTable: @unchecked Sendable {
    /// A stretch of a message: text, then a value unless `argument` is negative.
    struct Piece {
        var text = ""
        var argument = -1
        var transform: (@Sendable (String) -> String)?

        init(_ part: Messages.Part, _ arguments: [String]) {
            switch part {
            case .text(let text): self.text = text
            case .value(let name): argument = arguments.firstIndex(of: name) ?? -1
            case .transformed(let name, let transform):
                argument = arguments.firstIndex(of: name) ?? -1
                self.transform = transform
            }
        }
    }

    /// The same as it is shown, its text escaped.
    struct Step: BitwiseCopyable {
        let textStart: Int32
        let textCount: Int32
        let argument: Int16
        let isTransformed: Bool
    }

    private let pieces: [[Piece]]
    private let steps: UnsafeMutableBufferPointer<Step>
    /// Where the steps of each message begin, and behind the last where they end.
    private let starts: UnsafeMutableBufferPointer<Int32>
    /// `Output.padding` stands behind it.
    let text: UnsafeMutableBufferPointer<UInt8>

    init(_ messages: [[Piece]]) {
        pieces = messages
        var steps: [Step] = []
        var starts: [Int32] = []
        var text: [UInt8] = []
        for pieces in messages {
            starts.append(Int32(steps.count))
            for piece in pieces {
                let escaped = Escape.escaped(piece.text)
                steps.append(
                    Step(
                        textStart: Int32(text.count), textCount: Int32(escaped.count),
                        argument: Int16(piece.argument), isTransformed: piece.transform != nil))
                text += escaped
            }
        }
        self.steps = Self.store(steps)
        self.starts = Self.store(starts + [Int32(steps.count)])
        self.text = Self.store(text + Output.padding)
    }

    deinit {
        steps.deallocate()
        starts.deallocate()
        text.deallocate()
    }

    /// None of a message that is not there.
    func steps(of message: Int) -> UnsafeBufferPointer<Step> {
        guard message >= 0, message + 1 < starts.count else {
            return UnsafeBufferPointer(start: nil, count: 0)
        }
        let range = Int(starts[message])..<Int(starts[message + 1])
        return UnsafeBufferPointer(rebasing: steps[range])
    }

    /// What stands behind a step of a message.
    func piece(_ step: Int, of message: Int) -> Piece { pieces[message][step] }

    private static func store<T: BitwiseCopyable>(
        _ elements: [T]
    ) -> UnsafeMutableBufferPointer<T> {
        let storage = UnsafeMutableBufferPointer<T>.allocate(capacity: elements.count)
        _ = storage.initialize(from: elements)
        return storage
    }
}

extension Renderer {
    /// Shows the message at a place of `Messages`' chosen ones.
    /// - Parameter argument: shows the argument at a place among the message's.
    public mutating func write(
        message: Int, for action: Action,
        argument: (_ place: Int, _ action: Action, _ renderer: inout Renderer) -> Void
    ) {
        guard let table else { return }
        table._withUnsafeGuaranteedRef { table in
            for (index, step) in table.steps(of: message).enumerated() {
                if step.textCount > 0 { write(step, index, of: message, in: table, action) }
                guard step.argument >= 0 else { continue }
                guard step.isTransformed else {
                    argument(Int(step.argument), action, &self)
                    continue
                }
                let mark = output.count
                argument(Int(step.argument), Action(.raw), &self)
                let value = output.removeSuffix(from: mark)
                table.piece(index, of: message).transform?(value).write(action, &self)
            }
        }
    }

    private mutating func write(
        _ step: MessageTable.Step, _ index: Int, of message: Int, in table: MessageTable,
        _ action: Action
    ) {
        guard action.kind == .escaped else {
            return table.piece(index, of: message).text.write(action, &self)
        }
        guard let start = table.text.baseAddress else { return }
        output.appendLiteral(start + Int(step.textStart), count: Int(step.textCount))
    }
}
