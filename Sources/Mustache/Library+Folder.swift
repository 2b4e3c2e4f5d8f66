import Glibc

/// What tells that a file or folder is no longer the one that was read.
struct FileStamp: Sendable, Equatable {
    let path: String
    let size: Int
    let seconds: Int
    let nanoseconds: Int
    let isFolder: Bool

    /// Nil when there is no such file, or it can not be asked.
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
    /// Folders within each other that are read.
    private static let folderDepth = 8
    private static let suffix = ".mustache"

    /// All `*.mustache` files of the folder and of those in it, without the hidden ones; in a
    /// sub-folder a template is called `folder/name`. Throws as `init(_:allowsMissing:)` does,
    /// and what can not be read.
    public init(folder: String, allowsMissing: Bool = false) throws(TemplateErrors) {
        var texts: [Text] = []
        var stamps: [FileStamp] = []
        do throws(TemplateError) {
            try Self.read(folder, prefix: "", depth: 0, &texts, &stamps)
        } catch {
            throw TemplateErrors([error])
        }
        try self.init(texts, allowsMissing: allowsMissing, stamps: stamps)
    }

    /// Whether a file or folder that was read has changed since, come or gone. Costs one `stat`
    /// for each. Always false for a library that was not made from a folder.
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
