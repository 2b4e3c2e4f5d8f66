import Glibc

/// Templates that can include each other, parsed and free of syntax errors.
public struct Library: Sendable {
    /// The source text of one template, not parsed yet.
    public struct Text: Sendable {
        /// The name by which partials and parents refer to it.
        public let name: String
        /// The file name for error messages.
        public let file: String
        /// The text in UTF-8.
        public let bytes: [UInt8]

        /// Uses the name as the file name if none is given.
        public init(name: String, file: String? = nil, bytes: [UInt8]) {
            self.name = name
            self.file = file ?? name
            self.bytes = bytes
        }

        /// Like `init(name:file:bytes:)`, for a template that is written in Swift.
        public init(name: String, file: String? = nil, _ text: String) {
            self.init(name: name, file: file, bytes: Array(text.utf8))
        }
    }

    private(set) var sources: Sources
    let stamps: [FileStamp]

    /// The source texts of the templates.
    public var texts: [Text] {
        sources.all.compactMap { source in
            source.name.map { Text(name: $0, file: source.file, bytes: source.bytes) }
        }
    }

    /// Throws all syntax errors, and an error for each partial or parent that does not exist,
    /// unless `allowsMissing` is true: then those render as nothing.
    /// - Parameters:
    ///   - messages: what the templates say, in the language in which they are rendered.
    ///   - constants: texts by name, which replace the tags that show these names. They become part
    ///     of the template, and hide fields of the same name.
    public init(
        _ texts: [Text], messages: Messages? = nil, constants: [String: String] = [:],
        allowsMissing: Bool = false
    ) throws(TemplateErrors) {
        try self.init(
            texts,
            Sources(allowsMissing: allowsMissing, messages: messages, constants: constants),
            stamps: [])
    }

    private init(
        _ texts: [Text], _ empty: Sources, stamps: [FileStamp]
    ) throws(TemplateErrors) {
        var sources = empty
        var errors: [TemplateError] = []
        for text in texts {
            do throws(TemplateErrors) {
                let source = Source(name: text.name, file: text.file, bytes: text.bytes)
                _ = try sources.add(source)
            } catch {
                errors += error.all
            }
        }
        // A template that was refused above is not missing, only faulty.
        let refused = Set(texts.map(\.name).filter { sources.index(of: $0) == nil })
        errors += sources.missingPartials(except: refused)
        guard errors.isEmpty else { throw TemplateErrors(errors) }
        self.sources = sources
        self.stamps = stamps
    }

    /// The same templates with the messages of another language.
    public func localized(with messages: Messages) -> Library {
        var library = self
        library.sources.messages = messages
        return library
    }

    /// The template `name`, for rendering a `Root`. Throws an error for every tag, also in included
    /// templates, that names something `Root` does not have, or uses it in a way that is not
    /// possible.
    public func template<Root: TemplateValue>(
        _ name: String, for root: Root.Type
    ) throws(TemplateErrors) -> Template<Root> {
        let entry = Scope().entering(Root.shape)
        return Template(try program(name, entry.scope), entry)
    }

    /// The template `name`, for rendering a `Root` inside a `Chrome`: names that the root does not
    /// have are looked up there. Throws as `template(_:for:)` does.
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
            CompilationUnit(content: .template(source), layout: Layout(), blocks: 0, scope: scope))
        return Program(builder, file: sources[source].file)
    }
}

// MARK: - From a folder

/// The state of a file or folder when it was read. A different state later means that it has changed.
struct FileStamp: Sendable, Equatable {
    let path: String
    let size: Int
    let seconds: Int
    let nanoseconds: Int
    let isFolder: Bool

    /// Returns nil if there is no such file, or if `stat` fails.
    init?(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        self.path = path
        size = Int(status.st_size)
        seconds = status.st_mtim.tv_sec
        nanoseconds = status.st_mtim.tv_nsec
        isFolder = status.st_mode & S_IFMT == S_IFDIR
    }
}

extension Library {
    /// Maximum depth of nested folders; deeper ones are an error.
    private static let folderDepth = 8
    private static let suffix = ".mustache"

    /// Reads all `*.mustache` files of a folder and its subfolders, without hidden ones. In a
    /// subfolder a template is called `folder/name`. Throws the same errors as
    /// `init(_:messages:constants:allowsMissing:)`, and an error for what cannot be read.
    public init(
        folder: String, constants: [String: String] = [:]
    ) throws(TemplateErrors) {
        var texts: [Text] = []
        var stamps: [FileStamp] = []
        do throws(TemplateError) {
            try Self.read(folder, prefix: "", depth: 0, &texts, &stamps)
        } catch {
            throw TemplateErrors([error])
        }
        try self.init(
            texts, Sources(allowsMissing: false, constants: constants), stamps: stamps)
    }

    /// Whether a file or folder that was read has been changed, added or removed since. Costs one
    /// `stat` for each. Always false for a library that was not made from a folder.
    public var hasChanged: Bool {
        stamps.contains { FileStamp($0.path) != $0 }
    }

    private static func read(
        _ folder: String, prefix: String, depth: Int,
        _ texts: inout [Text], _ stamps: inout [FileStamp]
    ) throws(TemplateError) {
        guard depth < folderDepth else { throw failure(folder, "folders nest too deep") }
        guard let stamp = FileStamp(folder) else { throw failure(folder) }
        stamps.append(stamp)
        for entry in try entries(of: folder).sorted() where !entry.hasPrefix(".") {
            let path = "\(folder)/\(entry)"
            guard let stamp = FileStamp(path) else { continue }
            if stamp.isFolder {
                try read(path, prefix: "\(prefix)\(entry)/", depth: depth + 1, &texts, &stamps)
            } else if entry.hasSuffix(suffix) {
                stamps.append(stamp)
                let name = "\(prefix)\(entry.dropLast(suffix.count))"
                let text = Text(name: name, file: "\(prefix)\(entry)", bytes: try bytes(of: path))
                texts.append(text)
            }
        }
    }

    private static func entries(of folder: String) throws(TemplateError) -> [String] {
        guard let stream = opendir(folder) else { throw failure(folder) }
        defer { closedir(stream) }
        var entries: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { name in
                name.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            entries.append(name)
        }
        return entries
    }

    private static func bytes(of path: String) throws(TemplateError) -> [UInt8] {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw failure(path) }
        defer { close(file) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = Glibc.read(file, &chunk, chunk.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw failure(path) }
            guard count > 0 else { return bytes }
            bytes += chunk[..<count]
        }
    }

    private static func failure(_ path: String, _ reason: String? = nil) -> TemplateError {
        TemplateError(file: path, reason: reason ?? String(cString: strerror(errno)))
    }
}
