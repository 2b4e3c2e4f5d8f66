/// Carries a rendering: the output so far, and for each register the frame that stands in it.
/// Values are written through it.
public struct Renderer: ~Copyable {
    /// Sections and partials within each other, counted together; rendering fails beyond.
    static let depthLimit = 256

    var output: Output
    var program: Unmanaged<Program>
    var code: Program.Code
    var registers: UnsafeMutablePointer<UnsafeRawPointer?>
    private var depth = 0
    private var hasFailed = false
    private(set) var failure: TemplateError?

    /// `registers` has room for `program.slotCount` frames and outlives the renderer, as does
    /// the program.
    init(_ program: Program, registers: UnsafeMutablePointer<UnsafeRawPointer?>) {
        output = Output(capacity: 16 << 10)
        self.program = .passUnretained(program)
        code = program.code
        self.registers = registers
    }

    /// Shows UTF-8 text, escaped if the tag wants it.
    public mutating func write(_ text: UnsafeBufferPointer<UInt8>, for action: Action) {
        if action.kind == .escaped {
            output.appendEscaped(text)
        } else if let start = text.baseAddress {
            output.append(start, count: text.count)
        }
    }

    /// Shows a number, which needs no escaping.
    public mutating func write(_ number: Int64) {
        output.append(number)
    }

    /// Renders the section of `action` as often as it is called, in the frames there are.
    public mutating func run(_ action: Action) {
        run(body: action.body)
    }

    /// Renders the section of `action` with a frame more.
    @usableFromInline
    mutating func run(_ action: Action, frame: UnsafeRawPointer) {
        let slot = Int(action.slot)
        let outer = registers[slot]
        registers[slot] = frame
        run(body: action.body)
        registers[slot] = outer
    }

    /// The frame that a new one of the same register goes on top of.
    @usableFromInline
    func frame(under action: Action) -> UnsafeRawPointer? {
        action.isLinked ? registers[Int(action.slot)] : nil
    }

    /// The name's value is not there.
    @usableFromInline
    mutating func missing(_ action: Action) {
        if action.kind == .inverted { run(action) }
    }

    mutating func run(body: Int32) {
        guard depth < Self.depthLimit else {
            return fail("more than \(Self.depthLimit) sections and partials within each other")
        }
        depth += 1
        let nodes = code.bodies[Int(body)]
        for index in nodes.first..<nodes.first + nodes.count where !hasFailed {
            step(code.nodes + index)
        }
        depth -= 1
    }

    private mutating func step(_ node: UnsafePointer<Node>) {
        let count = Int(node.pointee.textCount)
        if count > 0 { output.appendLiteral(code.text + Int(node.pointee.textStart), count: count) }
        switch node.pointee.tag {
        case .none:
            break
        case .field(let slot, let reader, let action):
            read(slot: slot, reader: reader, action)
        case .call(let body):
            run(body: body)
        case .search(let search, let action, let typed):
            find(search, action, typed: typed)
        case .dynamicCall(let site, let name):
            call(name, at: site)
        }
    }

    mutating func read(slot: Int32, reader: Int32, _ action: Action) {
        guard let frame = registers[Int(slot)] else { return }
        code.readers[Int(reader)]._withUnsafeGuaranteedRef { $0.read(frame, action, &self) }
    }

    mutating func fail(_ reason: String) {
        fail(TemplateError(file: program.takeUnretainedValue().file, reason: reason))
    }

    mutating func fail(_ error: TemplateError) {
        if failure == nil { failure = error }
        hasFailed = true
    }
}
