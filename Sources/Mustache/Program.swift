import Synchronization

/// A compiled template. Nothing is written to its memory after `init`, and that lives as long as
/// the program, which makes the pointers safe to share.
final class Program: @unchecked Sendable {
    /// What rendering reads; valid as long as the program. The text is followed by `Output.padding`.
    struct Code {
        let nodes: UnsafePointer<Node>
        let bodies: UnsafePointer<Body>
        let text: UnsafePointer<UInt8>
        let readers: UnsafePointer<Unmanaged<Reader>>
    }

    /// The nodes of a section, template or block.
    struct Body: BitwiseCopyable {
        let first: Int
        let count: Int
    }

    let code: Code
    /// The file name for error messages.
    let file: String
    let slotCount: Int
    let searches: [Search]
    let sites: [Site]
    let transforms: [@Sendable (String) -> String]
    let blockScopes: [[String: Argument]]
    let sources: Sources
    private let readers: [Reader]
    /// Partials that were named by values, each compiled for a site when it was first named.
    private let partials = Mutex<[PartialKey: Program]>([:])

    /// The cached output of sections over permanent objects. There are only a few, so a linear search
    /// is faster than hashing.
    private let constantSections = Mutex<[ConstantSection]>([])

    let recurringSections = SectionCache()

    private struct ConstantSection {
        let body: Int32
        let object: ObjectIdentifier
        let text: [UInt8]
        /// Retained, so that no other object can get the same identity.
        let owner: any ConstantData
    }

    private struct PartialKey: Hashable {
        let site: Int32
        let name: String
    }

    init(_ builder: Builder, file: String) {
        var nodes: [Node] = []
        var bodies: [Body] = []
        for body in builder.bodies {
            bodies.append(Body(first: nodes.count, count: body.count))
            nodes += body
        }
        self.file = file
        readers = builder.readers
        code = Code(
            nodes: Self.store(nodes), bodies: Self.store(bodies),
            text: Self.store(builder.text + Output.padding),
            readers: Self.store(readers.map(Unmanaged.passUnretained)))
        slotCount = builder.slotCount
        searches = builder.searches
        sites = builder.sites
        transforms = builder.transforms
        blockScopes = builder.blockScopes
        sources = builder.sources
    }

    deinit {
        code.nodes.deallocate()
        code.bodies.deallocate()
        code.text.deallocate()
        code.readers.deallocate()
    }

    private static func store<T: BitwiseCopyable>(_ elements: [T]) -> UnsafePointer<T> {
        let storage = UnsafeMutablePointer<T>.allocate(capacity: max(elements.count, 1))
        _ = UnsafeMutableBufferPointer(start: storage, count: elements.count)
            .initialize(from: elements)
        return UnsafePointer(storage)
    }

    /// The partial called `name`, compiled as if it stood at the site; nil if there is none.
    func partial(_ name: String, at site: Int32) throws(TemplateErrors) -> Program? {
        guard let source = sources.index(of: name) else { return nil }
        let key = PartialKey(site: site, name: name)
        if let known = partials.withLock({ $0[key] }) { return known }
        let program = try compile(.template(source), in: sources, at: sites[Int(site)])
        partials.withLock { $0[key] = program }
        return program
    }

    /// The cached output of the section with this body over the object; nil if there is none yet.
    func constantSection(_ body: Int32, over object: any ConstantData) -> [UInt8]? {
        let object = ObjectIdentifier(object)
        return constantSections.withLock { sections in
            for index in sections.indices
            where sections[index].body == body && sections[index].object == object {
                return sections[index].text
            }
            return nil
        }
    }

    func cache(_ text: [UInt8], ofSection body: Int32, over owner: any ConstantData) {
        let section = ConstantSection(
            body: body, object: ObjectIdentifier(owner), text: text, owner: owner)
        constantSections.withLock { sections in
            // Another thread may have rendered it meanwhile.
            guard !sections.contains(where: { $0.body == body && $0.object == section.object })
            else { return }
            sections.append(section)
        }
    }

    /// The text that a lambda returned, compiled as if it stood at the site.
    func expansion(
        of text: String, at site: Int32, delimiters: Delimiters
    ) throws(TemplateErrors) -> Program {
        let place = sites[Int(site)]
        var sources = sources
        let index = try sources.add(
            Source(
                name: nil, file: "\(place.file) (lambda)", bytes: Array(text.utf8),
                delimiters: delimiters))
        return try compile(.template(index), in: sources, at: place)
    }

    private func compile(
        _ content: Content, in sources: Sources, at site: Site
    ) throws(TemplateErrors) -> Program {
        var builder = Builder(sources: sources, blockScopes: blockScopes)
        try builder.build(
            CompilationUnit(
                content: content, layout: site.layout, blocks: site.blocks, scope: site.scope))
        return Program(builder, file: site.file)
    }
}
