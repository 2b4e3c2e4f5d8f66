/// The text and the tree of one template.
struct Source: Sendable {
    /// The name by which partials refer to it; nil for the text of a lambda.
    let name: String?
    let file: String
    let bytes: [UInt8]
    let items: [Item]
    private let faults: [Fault]

    init(name: String?, file: String, bytes: [UInt8], delimiters: Delimiters = .standard) {
        var parser = Parser(bytes, delimiters: delimiters)
        parser.parse()
        self.name = name
        self.file = file
        self.bytes = bytes
        items = parser.items
        faults = parser.faults
    }

    var errors: [TemplateError] {
        faults.map { error(at: $0.offset, $0.reason) }
    }

    func error(at offset: Int, _ reason: String) -> TemplateError {
        let before = bytes[..<min(offset, bytes.count)]
        let line = before.split(
            separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        // Continuation bytes of UTF-8 begin with the bits 10.
        let column = line.last.map { $0.count { $0 & 0xC0 != 0x80 } } ?? 0
        return TemplateError(file: file, line: line.count, column: column + 1, reason: reason)
    }
}

/// All templates of a library.
struct Sources: Sendable {
    private(set) var all: [Source] = []
    private var indexes: [String: Int] = [:]
    /// Whether a partial that does not exist renders as nothing, as the specification says, instead
    /// of being an error.
    let allowsMissing: Bool
    /// The messages that the templates show, if there is a catalogue.
    var messages: Messages?
    /// Texts by the names of the tags that show them.
    let constants: [String: String]

    init(
        allowsMissing: Bool, messages: Messages? = nil, constants: [String: String] = [:]
    ) {
        self.allowsMissing = allowsMissing
        self.messages = messages
        self.constants = constants
    }

    subscript(index: Int) -> Source { all[index] }

    func index(of name: String) -> Int? {
        indexes[name]
    }

    /// Adds a source and returns its index. Throws its syntax errors, or that its name is taken.
    mutating func add(_ source: Source) throws(TemplateErrors) -> Int {
        guard source.errors.isEmpty else { throw TemplateErrors(source.errors) }
        if let name = source.name {
            if let other = indexes[name] {
                let reason = "“\(name)” is \(all[other].file) already"
                throw TemplateErrors([TemplateError(file: source.file, reason: reason)])
            }
            indexes[name] = all.count
        }
        all.append(source)
        return all.count - 1
    }

    /// Errors for partials and parents that do not exist, wherever they are named.
    func missingPartials(except refused: Set<String>) -> [TemplateError] {
        guard !allowsMissing else { return [] }
        return all.flatMap { missing(in: $0.items, of: $0, except: refused) }
    }

    private func missing(
        in items: [Item], of source: Source, except refused: Set<String>
    ) -> [TemplateError] {
        items.flatMap { item in
            var errors: [TemplateError] = []
            if case .named(let name) = item.target, index(of: name) == nil,
                !refused.contains(name)
            {
                errors.append(source.error(at: item.offset, "there is no template “\(name)”"))
            }
            return errors + missing(in: item.items, of: source, except: refused)
        }
    }
}
