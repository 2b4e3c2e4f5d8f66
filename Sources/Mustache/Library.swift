/// Templates that can include each other, parsed and free of syntax errors.
public struct Library: Sendable {
    /// A template's name, which partials call it by, its text in UTF-8, and the file to name in
    /// messages.
    public struct Text: Sendable {
        public let name: String
        public let file: String
        public let bytes: [UInt8]

        public init(name: String, file: String? = nil, bytes: [UInt8]) {
            self.name = name
            self.file = file ?? name
            self.bytes = bytes
        }

        public init(name: String, file: String? = nil, _ text: String) {
            self.init(name: name, file: file, bytes: Array(text.utf8))
        }
    }

    let sources: Sources
    let stamps: [FileStamp]

    /// Throws every syntax error and every partial or parent that does not exist, unless
    /// `allowsMissing`: then it renders nothing.
    public init(_ texts: [Text], allowsMissing: Bool = false) throws(TemplateErrors) {
        try self.init(texts, allowsMissing: allowsMissing, stamps: [])
    }

    init(
        _ texts: [Text], allowsMissing: Bool, stamps: [FileStamp]
    ) throws(TemplateErrors) {
        var sources = Sources(allowsMissing: allowsMissing)
        var errors: [TemplateError] = []
        for text in texts {
            do throws(TemplateErrors) {
                let source = Source(name: text.name, file: text.file, bytes: text.bytes)
                _ = try sources.add(source)
            } catch {
                errors += error.all
            }
        }
        // A template refused above is not missing, only faulty.
        let refused = Set(texts.map(\.name).filter { sources.index(of: $0) == nil })
        errors += sources.missingPartials(except: refused)
        guard errors.isEmpty else { throw TemplateErrors(errors) }
        self.sources = sources
        self.stamps = stamps
    }

    /// The template `name` for rendering a `Root`. Throws every tag, here and in what is
    /// included, that names what `Root` does not offer or does with it what can not be done.
    public func template<Root: TemplateValue>(
        _ name: String, for root: Root.Type
    ) throws(TemplateErrors) -> Template<Root> {
        let entry = Scope().entering(Root.shape)
        return Template(try program(name, entry.scope), entry)
    }

    /// The template `name` for rendering a `Root` inside of a `Chrome`: names that the root
    /// does not offer are looked for there.
    public func template<Root: TemplateValue, Chrome: TemplateValue>(
        _ name: String, for root: Root.Type, within chrome: Chrome.Type
    ) throws(TemplateErrors) -> TemplateWithin<Chrome, Root> {
        let outer = Scope().entering(Chrome.shape)
        let inner = outer.scope.entering(Root.shape)
        return TemplateWithin(try program(name, inner.scope), outer, inner)
    }

    private func program(_ name: String, _ scope: Scope) throws(TemplateErrors) -> Program {
        guard let source = sources.index(of: name) else {
            throw TemplateErrors([TemplateError(file: name, reason: "there is no such template")])
        }
        var builder = Builder(sources: sources)
        try builder.build(
            Job(content: .template(source), layout: Layout(), blocks: 0, scope: scope))
        return Program(builder, file: sources[source].file)
    }
}
