/// A template that was checked for values of type `Root`, and renders them.
public struct Template<Root: TemplateValue>: Sendable {
    private let program: Program
    private let action: Action

    init(_ program: Program, _ entry: Scope.Entry) {
        self.program = program
        action = Action(entering: entry)
    }

    /// Renders a value to bytes. Throws if templates nest too deep for this value, or if a partial
    /// that a value names does not fit the types.
    public func render(_ root: Root) throws(TemplateError) -> [UInt8] {
        try program.render { renderer in
            withUnsafePointer(to: root) { Root.push($0, action, &renderer) }
        }
    }
}

/// A template that was checked for values of type `Root` inside a `Chrome`, and renders them.
public struct TemplateWithin<Chrome: TemplateValue, Root: TemplateValue>: Sendable {
    private let program: Program
    private let outer: Action
    private let inner: Action

    init(_ program: Program, _ outer: Scope.Entry, _ inner: Scope.Entry) {
        self.program = program
        self.outer = Action(entering: outer)
        self.inner = Action(entering: inner)
    }

    /// Renders a value to bytes; throws as `Template.render(_:)` does.
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
    /// Initial capacity in bytes; most pages are no larger.
    private static let usualSize = 18 << 10

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
