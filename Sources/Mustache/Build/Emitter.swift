/// Emits the nodes of one body.
struct Emitter {
    private(set) var nodes: [Node] = []
    let unit: CompilationUnit
    private let body: Int32
    /// The current scope: that of the unit, or of a section in it.
    let scope: Scope
    /// Whether the emitted nodes are rendered whenever the unit's body is.
    private let isUnconditional: Bool
    private var continuesLine: Bool

    var source: Int { unit.content.source }

    init(_ unit: CompilationUnit, body: Int32) {
        self.unit = unit
        self.body = body
        scope = unit.scope
        isUnconditional = true
        continuesLine = unit.layout.continuesLine
    }

    /// An emitter for a section of what `outer` emits.
    init(inside outer: Emitter, scope: Scope) {
        unit = outer.unit
        body = outer.body
        self.scope = scope
        isUnconditional = false
        continuesLine = outer.continuesLine
    }

    mutating func emit(_ items: [Item], in builder: inout Builder) {
        for item in items {
            switch item.kind {
            case .text(let range, let startsLine):
                emit(range, startsLine: startsLine, in: &builder)
            case .value(let name, let escaped):
                let action = Action(escaped ? .escaped : .raw)
                if let message = builder.sources.messages?.name(name) {
                    emit(message: message, item, action, in: &builder)
                } else if let constant = builder.sources.constants[name.description] {
                    append(constant, action, in: &builder)
                } else {
                    emit(name, item, action, in: &builder)
                }
            case .section(let section):
                emit(section, item, in: &builder)
            case .partial(let target, let indent):
                call(target, item, builder.place(self, indent, []), in: &builder)
            case .parent(let target, let arguments, let indent):
                call(target, item, builder.place(self, indent, arguments), in: &builder)
            case .block(let block):
                emit(block, item, in: &builder)
            }
            continuesLine = false
        }
    }

    private mutating func emit(
        _ range: Range<Int>, startsLine: Bool, in builder: inout Builder
    ) {
        let line = builder.sources[source].bytes[range]
        guard startsLine else { return append(line, in: &builder) }
        let isEmptyLine = line.first?.isLineEnd ?? false
        if !isEmptyLine, !continuesLine { append(unit.layout.indent[...], in: &builder) }
        append(unit.layout.dedented(line), in: &builder)
    }

    /// Adds a text, escaped if the tag asks for that.
    mutating func append(_ text: String, _ action: Action, in builder: inout Builder) {
        let bytes = action.kind == .escaped ? Escape.escaped(text) : Array(text.utf8)
        append(bytes[...], in: &builder)
    }

    /// Adds text, as part of the text before it if there is nothing in between.
    private mutating func append(_ bytes: ArraySlice<UInt8>, in builder: inout Builder) {
        guard !bytes.isEmpty else { return }
        let start = Int32(builder.text.count)
        builder.text += bytes
        if let last = nodes.last, case .none = last.tag, last.textStart + last.textCount == start {
            nodes[nodes.count - 1].textCount += Int32(bytes.count)
        } else {
            nodes.append(Node(textStart: start, textCount: Int32(bytes.count), tag: .none))
        }
    }

    /// Adds a tag to the text before it.
    mutating func append(_ tag: Node.Tag) {
        if let last = nodes.last, case .none = last.tag {
            nodes[nodes.count - 1].tag = tag
        } else {
            nodes.append(Node(textStart: 0, textCount: 0, tag: tag))
        }
    }

    mutating func emit(
        _ name: Name, _ item: Item, _ action: Action, in builder: inout Builder
    ) {
        guard let found = builder.resolve(name, at: item, in: self) else { return }
        switch found.shape.kind {
        case .text: break
        case .dynamic: break
        case .flag, .list, .object:
            let reason = "“\(name.description)” is \(found.shape.noun), which cannot be shown"
            return builder.report(source, item.offset, reason)
        }
        var action = action
        if found.mayBeDynamic { action.site = builder.site(self, nil) }
        append(found.tag(action, dynamic: action))
    }

    private mutating func emit(
        _ section: Section, _ item: Item, in builder: inout Builder
    ) {
        guard let found = builder.resolve(section.name, at: item, in: self) else { return }
        let site = found.mayBeDynamic ? builder.site(self, section) : 0
        let typed = action(section, item, over: found.shape, site, in: &builder)
        let needsBoth = found.mayBeDynamic && !found.shape.isDynamic
        let dynamic =
            needsBoth ? action(section, item, over: Value.shape, site, in: &builder) : typed
        append(found.tag(typed, dynamic: dynamic))
    }

    /// The action of a section over a value of this shape. Emits the section's body, too.
    private func action(
        _ section: Section, _ item: Item, over shape: Shape, _ site: Int32,
        in builder: inout Builder
    ) -> Action {
        var action = Action(section.isInverted ? .inverted : .section)
        var inner = scope
        if !section.isInverted, let frame = shape.frame {
            let entry = builder.enter(frame, from: self, at: item)
            action.slot = Int32(entry.slot)
            action.isLinked = entry.isLinked
            inner = entry.scope
        }
        action.site = site
        action.body = builder.newBody()
        var emitter = Emitter(inside: self, scope: inner)
        emitter.emit(section.items, in: &builder)
        builder.bodies[Int(action.body)] = emitter.nodes
        return action
    }

    private mutating func emit(_ block: Block, _ item: Item, in builder: inout Builder) {
        guard let argument = builder.blockScopes[unit.blocks][block.name] else {
            return emit(block.items, in: &builder)
        }
        var layout = unit.layout.within(block.siteIndent)
        layout.dedent = argument.block.ownIndent
        layout.continuesLine = !block.isStandalone
        if block.isStandalone, !argument.block.beginsLine, !argument.block.items.isEmpty {
            append(layout.indent[...], in: &builder)
        }
        let unit = CompilationUnit(
            content: .block(argument), layout: layout, blocks: argument.blocks, scope: scope)
        call(unit, item, in: &builder)
    }

    private mutating func call(
        _ target: Target, _ item: Item, _ place: Builder.Place, in builder: inout Builder
    ) {
        switch target {
        case .named(let name):
            // A missing template is reported, or allowed, when the library is made.
            guard let source = builder.sources.index(of: name) else { return }
            let unit = CompilationUnit(
                content: .template(source), layout: place.layout, blocks: place.blocks,
                scope: scope)
            call(unit, item, in: &builder)
        case .dynamic(let name):
            guard let found = builder.resolve(name, at: item, in: self) else { return }
            guard found.shape.canNameTemplates else {
                let reason = "“\(name.description)” is \(found.shape.noun), not a name"
                return builder.report(source, item.offset, reason)
            }
            append(.dynamicCall(site: builder.site(self, place), name: found.lookup))
        }
    }

    private mutating func call(_ unit: CompilationUnit, _ item: Item, in builder: inout Builder) {
        let callee = builder.body(for: unit)
        append(.call(body: callee))
        guard isUnconditional else { return }
        builder.calls.append(
            UnconditionalCall(caller: body, callee: callee, source: source, offset: item.offset))
    }
}
