/// Compiles a template for the types with which it is rendered: resolves each name to a reader and
/// a register, applies indentation to the text, and finds the block that is in force.
///
/// Templates and blocks become bodies of their own, which are called from where they stand. They
/// are compiled from a queue instead of recursively, so that nesting needs no stack.
struct Builder {
    /// Maximum number of bodies; more are a template error, since partials multiply without end then.
    static let bodyLimit = 10_000

    var sources: Sources
    var bodies: [[Node]] = []
    var text: [UInt8] = []
    var readers: [Reader] = []
    var searches: [Search] = []
    var sites: [Site] = []
    var transforms: [@Sendable (String) -> String] = []
    /// The arguments in force by block name, for each `CompilationUnit.blocks`. The first has none.
    var blockScopes: [[String: Argument]]
    var slotCount = 0

    var errors: Set<TemplateError> = []
    private var queue: [(unit: CompilationUnit, body: Int32)] = []
    private var known: [CompilationUnit: Int32] = [:]
    var calls: [UnconditionalCall] = []

    init(sources: Sources, blockScopes: [[String: Argument]] = [[:]]) {
        self.sources = sources
        self.blockScopes = blockScopes
    }

    /// Compiles `unit` as body 0, with everything that it calls. Throws all errors found.
    mutating func build(_ unit: CompilationUnit) throws(TemplateErrors) {
        for frame in unit.scope.frames { slotCount = max(slotCount, frame.slot + 1) }
        _ = body(for: unit)
        while let (unit, body) = queue.popLast() {
            compile(unit, into: body)
        }
        errors.formUnion(endlessCalls)
        if max(bodies.count, sites.count) > Action.placeLimit {
            report(unit.content.source, 0, "more than \(Action.placeLimit) sections")
        }
        if transforms.count > UInt16.max {
            report(unit.content.source, 0, "more than \(UInt16.max) transformed values")
        }
        guard errors.isEmpty else { throw TemplateErrors(Array(errors)) }
    }

    /// The body into which the unit is or will be compiled.
    mutating func body(for unit: CompilationUnit) -> Int32 {
        if let body = known[unit] { return body }
        let body = newBody()
        known[unit] = body
        queue.append((unit, body))
        return body
    }

    mutating func newBody() -> Int32 {
        bodies.append([])
        return Int32(bodies.count - 1)
    }

    private mutating func compile(_ unit: CompilationUnit, into body: Int32) {
        guard bodies.count <= Self.bodyLimit else {
            report(unit.content.source, 0, "partials include each other too often")
            return
        }
        let items =
            switch unit.content {
            case .template(let source): sources[source].items
            case .block(let argument): argument.block.items
            }
        var emitter = Emitter(unit, body: body)
        emitter.emit(items, in: &self)
        bodies[Int(body)] = emitter.nodes
    }

    mutating func report(_ source: Int, _ offset: Int, _ reason: String) {
        errors.insert(sources[source].error(at: offset, reason))
    }
}

// MARK: - Names

extension Builder {
    /// What a name resolves to: the shape of its value, and how rendering looks the value up.
    struct Found {
        let shape: Shape
        let lookup: Node.Lookup

        /// Whether the value may turn out to be dynamic, whatever its shape.
        var mayBeDynamic: Bool {
            if case .search = lookup { true } else { shape.isDynamic }
        }

        func tag(_ action: Action, dynamic: Action) -> Node.Tag {
            switch lookup {
            case .field(let slot, let reader): .field(slot: slot, reader: reader, action)
            case .search(let search): .search(search, dynamic, typed: action)
            }
        }
    }

    /// Resolves a name; reports an error and returns nil if it leads nowhere.
    mutating func resolve(_ name: Name, at item: Item, in emitter: Emitter) -> Found? {
        guard let first = name.parts.first else { return current(at: item, in: emitter) }
        var slots: [Int32] = []
        for frame in emitter.scope.frames.reversed() {
            if frame.shape.isDynamic {
                slots.append(Int32(frame.slot))
            } else if let field = frame.shape.field(first) {
                return found(field, in: frame, behind: slots, name, at: item, in: emitter)
            }
        }
        guard slots.isEmpty else { return search(name, slots, fallback: nil) }
        let reason = "nothing offers “\(first)” (\(emitter.scope.titles))"
        report(emitter.source, item.offset, reason)
        return nil
    }

    private mutating func current(at item: Item, in emitter: Emitter) -> Found? {
        guard let frame = emitter.scope.frames.last else {
            report(emitter.source, item.offset, "there is no current value here")
            return nil
        }
        return Found(shape: frame.shape, lookup: lookup(frame.shape.itself, in: frame))
    }

    private mutating func found(
        _ field: AnyField, in frame: Scope.Frame, behind slots: [Int32], _ name: Name,
        at item: Item, in emitter: Emitter
    ) -> Found? {
        var path = [field.reader]
        var shape = field.shape()
        for (index, part) in name.parts.enumerated().dropFirst() {
            switch shape.kind {
            case .dynamic:
                path.append(Value.member(part))
            case .object:
                guard let next = shape.field(part) else { fallthrough }
                path.append(next.reader)
                shape = next.shape()
            case .text, .flag, .list:
                let outer = name.parts[..<index].joined(separator: ".")
                let reason = "“\(outer)” (\(shape.noun)) does not offer “\(part)”"
                report(emitter.source, item.offset, reason)
                return nil
            }
        }
        guard let reader = Reader.path(path) else { return nil }
        let lookup = lookup(reader, in: frame)
        guard !slots.isEmpty, case .field(let slot, let index) = lookup else {
            return Found(shape: shape, lookup: lookup)
        }
        return search(name, slots, fallback: (slot, index), shape)
    }

    private mutating func lookup(_ reader: Reader, in frame: Scope.Frame) -> Node.Lookup {
        readers.append(reader)
        return .field(slot: Int32(frame.slot), reader: Int32(readers.count - 1))
    }

    private mutating func search(
        _ name: Name, _ slots: [Int32], fallback: (slot: Int32, reader: Int32)?,
        _ shape: Shape = Value.shape
    ) -> Found {
        let members = name.parts.dropFirst().map(Value.member)
        let found = Reader.path([Value.whole] + members) ?? Value.whole
        let key = name.parts.first ?? ""
        searches.append(Search(slots: slots, key: key, found: found, fallback: fallback))
        return Found(shape: shape, lookup: .search(Int32(searches.count - 1)))
    }

    /// The scope inside a section, with a register for its frame.
    mutating func enter(_ shape: Shape, from emitter: Emitter, at item: Item) -> Scope.Entry {
        let entry = emitter.scope.entering(shape)
        slotCount = max(slotCount, entry.slot + 1)
        if entry.scope.frames.count > Scope.limit {
            let reason = "more than \(Scope.limit) types of values within each other"
            report(emitter.source, item.offset, reason)
        }
        return entry
    }
}

// MARK: - Partials and blocks

extension Builder {
    /// The context inside a partial or parent.
    struct Place {
        let layout: Layout
        let blocks: Int
    }

    /// Arguments that are given further out take precedence over those given here.
    mutating func place(_ emitter: Emitter, _ indent: [UInt8]?, _ blocks: [Block]) -> Place {
        let unit = emitter.unit
        var layout = unit.layout.within(indent ?? [])
        layout.continuesLine = indent == nil
        var given = blockScopes[unit.blocks]
        for block in blocks where blockScopes[unit.blocks][block.name] == nil {
            given[block.name] = Argument(
                block: block, source: emitter.source, blocks: unit.blocks)
        }
        if let index = blockScopes.firstIndex(of: given) {
            return Place(layout: layout, blocks: index)
        }
        blockScopes.append(given)
        return Place(layout: layout, blocks: blockScopes.count - 1)
    }

    /// A site for a partial whose name is a value.
    mutating func site(_ emitter: Emitter, _ place: Place) -> Int32 {
        add(
            Site(
                scope: emitter.scope, blocks: place.blocks, layout: place.layout,
                sectionText: "", delimiters: .standard, file: sources[emitter.source].file))
    }

    /// A site for a lambda, either over a section or shown by a tag.
    mutating func site(_ emitter: Emitter, _ section: Section?) -> Int32 {
        let source = sources[emitter.source]
        let text = section.map { String(decoding: source.bytes[$0.text], as: UTF8.self) }
        var layout = emitter.unit.layout.within([])
        layout.continuesLine = true
        return add(
            Site(
                scope: emitter.scope, blocks: emitter.unit.blocks, layout: layout,
                sectionText: text ?? "", delimiters: section?.delimiters ?? .standard,
                file: source.file))
    }

    private mutating func add(_ site: Site) -> Int32 {
        sites.append(site)
        return Int32(sites.count - 1)
    }
}
