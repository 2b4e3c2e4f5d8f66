extension Builder {
    /// What is in force inside a partial or parent.
    struct Place {
        let layout: Layout
        let blocks: Int
    }

    /// Arguments given further out win over those given here.
    mutating func place(_ emitter: Emitter, _ indent: [UInt8]?, _ blocks: [Block]) -> Place {
        let job = emitter.job
        var layout = job.layout.within(indent ?? [])
        layout.continuesLine = indent == nil
        var given = blockScopes[job.blocks]
        for block in blocks where blockScopes[job.blocks][block.name] == nil {
            given[block.name] = Argument(
                block: block, source: emitter.source, blocks: job.blocks)
        }
        if let index = blockScopes.firstIndex(of: given) {
            return Place(layout: layout, blocks: index)
        }
        blockScopes.append(given)
        return Place(layout: layout, blocks: blockScopes.count - 1)
    }

    /// A site for a partial that a value names.
    mutating func site(_ emitter: Emitter, _ place: Place) -> Int32 {
        add(
            Site(
                scope: emitter.scope, blocks: place.blocks, layout: place.layout,
                sectionText: "", delimiters: .standard, file: sources[emitter.source].file))
    }

    /// A site for a lambda, over a section or shown by a tag.
    mutating func site(_ emitter: Emitter, _ section: Section?) -> Int32 {
        let source = sources[emitter.source]
        let text = section.map { String(decoding: source.bytes[$0.text], as: UTF8.self) }
        var layout = emitter.job.layout.within([])
        layout.continuesLine = true
        return add(
            Site(
                scope: emitter.scope, blocks: emitter.job.blocks, layout: layout,
                sectionText: text ?? "", delimiters: section?.delimiters ?? .standard,
                file: source.file))
    }

    private mutating func add(_ site: Site) -> Int32 {
        sites.append(site)
        return Int32(sites.count - 1)
    }
}
