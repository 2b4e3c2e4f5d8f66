/// A dynamic value in a frame, and the dynamic frame further out.
struct DynamicFrame {
    let value: UnsafePointer<Value>
    let outer: UnsafeRawPointer?
}

/// What only run time can tell: names in dynamic values, lambdas, partials named by values.
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

    /// Renders the partial whose name the value shows; none when no partial is called so.
    mutating func call(_ name: Node.Lookup, at site: Int32) {
        let mark = output.count
        var action = Action(.raw)
        action.site = site
        switch name {
        case .field(let slot, let reader): read(slot: slot, reader: reader, action)
        case .search(let search): find(search, action, typed: action)
        }
        let partial = output.takeBack(to: mark)
        do throws(TemplateErrors) {
            if let program = try program.takeUnretainedValue().partial(partial, at: site) {
                run(program)
            }
        } catch {
            error.all.first.map { fail($0) }
        }
    }

    /// Shows what the lambda answers, rendered with the default delimiters.
    mutating func interpolate(_ lambda: (String) -> String, _ action: Action) {
        let mark = output.count
        expand(lambda(""), at: action.site, delimiters: .standard)
        guard action.kind == .escaped else { return }
        output.takeBack(to: mark).write(action, &self)
    }

    /// Renders what the lambda makes of the section's text, with the delimiters there.
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

    /// Renders another program in the frames there are.
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
