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
