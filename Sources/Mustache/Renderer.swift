/// Renders a compiled template (`Program`). It holds the output so far and, in each register, the
/// current frame: an object whose fields tags read. Values write themselves through it.
///
/// The language is that of <https://mustache.github.io/mustache.5.html>, with blocks and parents. A
/// `Library` parses templates, a `Builder` compiles them into nodes (`Node`), and the renderer runs
/// these.
public struct Renderer: ~Copyable {
    /// Maximum depth of nested sections and partials, counted together; rendering fails beyond that.
    static let depthLimit = 256

    var output: Output
    var program: Unmanaged<Program>
    var code: Program.Code
    var registers: UnsafeMutablePointer<UnsafeRawPointer?>
    /// Lives as long as the program.
    let table: Unmanaged<MessageTable>?
    private var depth = 0
    private var hasFailed = false
    private(set) var failure: TemplateError?

    /// - Parameter registers: has room for `program.slotCount` frames. It must outlive the
    ///   renderer, as must the program.
    init(
        _ program: Program, registers: UnsafeMutablePointer<UnsafeRawPointer?>,
        output: consuming Output
    ) {
        self.output = output
        self.program = .passUnretained(program)
        code = program.code
        table = program.sources.messages.map { .passUnretained($0.table) }
        self.registers = registers
    }

    /// The output so far.
    consuming func end() -> Output { output }

    /// Writes UTF-8 text, escaped if the tag asks for that.
    public mutating func write(_ text: UnsafeBufferPointer<UInt8>, for action: Action) {
        if action.kind == .escaped { output.appendEscaped(text) } else { output.append(text) }
    }

    /// Writes a literal text unescaped: markup, or text that needs no escaping.
    public mutating func write(unescaped text: StaticString) {
        output.append(text)
    }

    /// Writes a number, which needs no escaping.
    public mutating func write(_ number: Int64) {
        output.append(number)
    }

    /// Renders the section of `action` once, with the present frames.
    public mutating func run(_ action: Action) {
        run(body: action.body)
    }

    /// Renders the section of `action` with another frame.
    @usableFromInline
    mutating func run(_ action: Action, frame: UnsafeRawPointer) {
        let slot = Int(action.slot)
        let outer = registers[slot]
        registers[slot] = frame
        run(body: action.body)
        registers[slot] = outer
    }

    /// Renders a section over a permanent object, or writes its cached output.
    mutating func renderConstantSection(
        _ action: Action, over object: any ConstantData, _ render: (inout Renderer) -> Void
    ) {
        let program = program.takeUnretainedValue()
        if let cached = program.constantSection(action.body, over: object) {
            return cached.withUnsafeBufferPointer { write($0, for: Action(.raw)) }
        }
        let start = output.count
        render(&self)
        guard !hasFailed else { return }
        program.cache(Array(output.bytes[start...]), ofSection: action.body, over: object)
    }

    /// Renders a section over a value of the object, or writes its cached output.
    @usableFromInline
    mutating func renderRecurringSection(
        _ action: Action, of object: AnyObject & Sendable, version: Int64,
        _ render: (inout Renderer) -> Void
    ) {
        let lookup = program._withUnsafeGuaranteedRef {
            $0.recurringSections.write(action.body, of: object, version: version, to: &output)
        }
        switch lookup {
        case .hit:
            break
        case .firstMiss:
            render(&self)
        case .repeatedMiss:
            let start = output.count
            render(&self)
            guard !hasFailed else { return }
            program.takeUnretainedValue().recurringSections
                .keep(Array(output.bytes[start...]), action.body, of: object, version: version)
        }
    }

    /// The frame on top of which a new one in the same register goes.
    @usableFromInline
    func frame(under action: Action) -> UnsafeRawPointer? {
        action.isLinked ? registers[Int(action.slot)] : nil
    }

    /// The name has no value: only an inverted section is rendered.
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
        var node = code.nodes + nodes.first
        let end = node + nodes.count
        while node < end, !hasFailed {
            step(node)
            node += 1
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
        default:
            stepRarely(node.pointee.tag)
        }
    }

    /// A separate function, so that the frequent tags have fewer registers to save.
    @inline(never)
    private mutating func stepRarely(_ tag: Node.Tag) {
        switch tag {
        case .transformed(let slot, let reader, let transform, let escaped):
            let action = Action(escaped ? .escaped : .raw)
            write(slot: slot, reader: reader, transformedBy: Int(transform), action)
        case .search(let search, let action, let typed):
            find(search, action, typed: typed)
        case .dynamicCall(let site, let name):
            call(name, at: site)
        case .none, .field, .call:
            break
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

// MARK: - Dynamic values

/// What is only known at run time: names in dynamic values, lambdas, partials named by values.
extension Renderer {
    mutating func find(_ index: Int32, _ action: Action, typed: Action) {
        let search = program.takeUnretainedValue().searches[Int(index)]
        for slot in search.slots {
            var frame = registers[Int(slot)]
            while let current = frame?.assumingMemoryBound(to: DynamicFrame.self).pointee {
                if let value = current.value.pointee[search.key] {
                    return withUnsafePointer(to: value) {
                        search.found.read(UnsafeRawPointer($0), action, &self)
                    }
                }
                frame = current.outer
            }
        }
        guard let fallback = search.fallback else { return missing(action) }
        read(slot: fallback.slot, reader: fallback.reader, typed)
    }

    /// Renders the partial whose name is the value; renders nothing if there is no such partial.
    mutating func call(_ name: Node.Lookup, at site: Int32) {
        let mark = output.count
        var action = Action(.raw)
        action.site = site
        switch name {
        case .field(let slot, let reader): read(slot: slot, reader: reader, action)
        case .search(let search): find(search, action, typed: action)
        }
        let partial = output.removeSuffix(from: mark)
        do throws(TemplateErrors) {
            if let program = try program.takeUnretainedValue().partial(partial, at: site) {
                run(program)
            }
        } catch {
            error.all.first.map { fail($0) }
        }
    }

    /// Shows the result of a lambda, rendered with the default delimiters.
    mutating func interpolate(_ lambda: (String) -> String, _ action: Action) {
        let mark = output.count
        expand(lambda(""), at: action.site, delimiters: .standard)
        guard action.kind == .escaped else { return }
        output.removeSuffix(from: mark).write(action, &self)
    }

    /// Renders the result of a lambda for the section's text, with the delimiters in force there.
    mutating func section(_ lambda: (String) -> String, _ action: Action) {
        let site = program.takeUnretainedValue().sites[Int(action.site)]
        expand(lambda(site.sectionText), at: action.site, delimiters: site.delimiters)
    }

    private mutating func expand(_ text: String, at site: Int32, delimiters: Delimiters) {
        do throws(TemplateErrors) {
            let program = program.takeUnretainedValue()
            run(try program.expansion(of: text, at: site, delimiters: delimiters))
        } catch {
            error.all.first.map { fail($0) }
        }
    }

    /// Renders another program with the present frames.
    private mutating func run(_ inner: Program) {
        let (program, code, registers) = (program, code, registers)
        let count = program.takeUnretainedValue().slotCount
        let capacity = max(count, inner.slotCount)
        self.registers = .allocate(capacity: capacity)
        self.registers.initialize(repeating: nil, count: capacity)
        self.registers.update(from: registers, count: count)
        self.program = .passUnretained(inner)
        self.code = inner.code
        withExtendedLifetime(inner) { run(body: 0) }
        self.registers.deallocate()
        (self.program, self.code, self.registers) = (program, code, registers)
    }
}
