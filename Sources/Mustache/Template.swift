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
        var bytes: [UInt8] = []
        try render(root, into: &bytes)
        return bytes
    }

    /// Appends the rendered bytes, or nothing when it throws.
    public func render(_ root: Root, into bytes: inout [UInt8]) throws(TemplateError) {
        try program.render(into: &bytes) { renderer in
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
        var bytes: [UInt8] = []
        try render(root, within: chrome, into: &bytes)
        return bytes
    }

    /// As `Template.render(_:into:)`.
    public func render(
        _ root: Root, within chrome: Chrome, into bytes: inout [UInt8]
    ) throws(TemplateError) {
        try program.render(into: &bytes) { renderer in
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
    func render(
        into bytes: inout [UInt8], _ body: (inout Renderer) -> Void
    ) throws(TemplateError) {
        let failure = withUnsafeTemporaryAllocation(
            of: UnsafeRawPointer?.self, capacity: slotCount
        ) { registers -> TemplateError? in
            registers.initialize(repeating: nil)
            guard let start = registers.baseAddress else { return nil }
            var renderer = Renderer(self, registers: start)
            withExtendedLifetime(self) { body(&renderer) }
            guard renderer.failure == nil else { return renderer.failure }
            bytes.append(contentsOf: renderer.output.bytes)
            return nil
        }
        if let failure { throw failure }
    }
}
