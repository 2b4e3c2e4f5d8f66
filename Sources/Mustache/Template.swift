/// A template checked for, and rendering, values of type `Root`.
public struct Template<Root: TemplateValue>: Sendable {
    private let program: Program
    private let action: Action

    init(_ program: Program, _ entry: Scope.Entry) {
        self.program = program
        action = Action(entering: entry)
    }

    /// The rendered bytes. Throws when templates within each other go too deep for the values
    /// given, or when a partial named by a value does not fit them.
    public func render(_ root: Root) throws(TemplateError) -> [UInt8] {
        try program.render { renderer in
            withUnsafePointer(to: root) { Root.push($0, action, &renderer) }
        }
    }
}

/// A template checked for, and rendering, values of type `Root` inside of a `Chrome`.
public struct TemplateWithin<Chrome: TemplateValue, Root: TemplateValue>: Sendable {
    private let program: Program
    private let outer: Action
    private let inner: Action

    init(_ program: Program, _ outer: Scope.Entry, _ inner: Scope.Entry) {
        self.program = program
        self.outer = Action(entering: outer)
        self.inner = Action(entering: inner)
    }

    /// As `Template.render(_:)`.
    public func render(_ root: Root, within chrome: Chrome) throws(TemplateError) -> [UInt8] {
        try program.render { renderer in
            withUnsafePointer(to: chrome) { chrome in
                Chrome.withFrame(chrome, over: nil) { frame in
                    renderer.registers[Int(outer.slot)] = frame
                    withUnsafePointer(to: root) { Root.push($0, inner, &renderer) }
                }
            }
        }
    }
}

extension Action {
    init(entering entry: Scope.Entry) {
        self.init(.section)
        slot = Int32(entry.slot)
        isLinked = entry.isLinked
    }
}

extension Program {
    /// In bytes; most pages are no larger.
    private static let usualSize = 16 << 10

    func render(_ body: (inout Renderer) -> Void) throws(TemplateError) -> [UInt8] {
        var failure: TemplateError?
        let bytes = withUnsafeTemporaryAllocation(
            of: UnsafeRawPointer?.self, capacity: slotCount
        ) { registers in
            registers.initialize(repeating: nil)
            return Output.bytes(capacity: Self.usualSize) { output in
                guard let registers = registers.baseAddress else { return output }
                var renderer = Renderer(self, registers: registers, output: output)
                withExtendedLifetime(self) { body(&renderer) }
                failure = renderer.failure
                return renderer.end()
            }
        }
        if let failure { throw failure }
        return bytes
    }
}
