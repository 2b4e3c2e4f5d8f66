import CLinux
import Glibc
import Synchronization

/// Serves the files of a folder. A path is looked up in a table of the files found at the start,
/// never joined to the folder's path, so nothing outside the folder can be reached.
public final class StaticFiles: Sendable {
    /// A file ready to be sent. A class, so that a lookup counts one reference instead of forty.
    final class Entry: Sendable {
        /// The representation that caches revalidate at each use.
        let checked: Representation
        /// The representation for a URL that contains the version.
        let immutable: Representation
        let tag: EntityTag
        let state: FileState

        init(
            checked: Representation, immutable: Representation, tag: EntityTag, state: FileState
        ) {
            self.checked = checked
            self.immutable = immutable
            self.tag = tag
            self.state = state
        }

        /// The last 32 bits of the tag; any changed byte changes them.
        var version: String { String(tag.value.suffix(8)) }
    }

    /// The metadata by which a changed file is noticed.
    struct FileState: Sendable, Equatable {
        let size: Int
        let seconds: Int
        let nanoseconds: Int
        let inode: UInt64
    }

    private let folder: StaticFolder
    private let isReloading: Bool
    private let entries: Mutex<[String: Entry]>
    private let fixed: [String: Entry]

    /// Reads all files of the folder and its subfolders, and compresses the text files. A file of more than
    /// `inMemory` bytes is sent from its descriptor, uncompressed. With `reloading`, each request checks
    /// whether its file is new or has changed (for development). Throws if the folder or a file in it cannot
    /// be read.
    public init(
        _ folder: String, inMemory: Int = 1024 * 1024, reloading: Bool = false
    ) throws(StaticFilesError) {
        self.folder = try StaticFolder(folder, inMemory: inMemory)
        isReloading = reloading
        fixed = try self.folder.loadAll()
        entries = Mutex(fixed)
    }

    /// The paths of all files, as found at the start.
    public var paths: some Sequence<String> { fixed.keys }

    /// The response with the file at `path`, which begins with a slash (by default the request's own path);
    /// nil if there is no such file. If the query's `v` equals the file's version, the response may be
    /// cached for a year.
    public func response(to request: Request, path: String? = nil) -> Response? {
        guard let entry = entry(at: path ?? request.path) else { return nil }
        guard request.method == .get || request.method == .head else {
            var response = Response(.methodNotAllowed)
            response.append("Allow", "GET, HEAD" as StaticString)
            return response
        }
        let isVersioned = request.hasQuery && request.query["v"] == entry.version
        return (isVersioned ? entry.immutable : entry.checked).response(to: request)
    }

    /// The value of the file's entity tag; nil if there is no such file.
    public func etag(of path: String) -> String? {
        entry(at: path)?.tag.value
    }

    /// The version of the file's content, for URLs such as `/app.css?v=…`; nil if there is no such file.
    /// Short, because a page repeats it for each of its icons.
    public func version(of path: String) -> String? {
        entry(at: path)?.version
    }

    private func entry(at path: String) -> Entry? {
        guard isReloading else { return fixed[path] }
        return entries.withLock { entries in
            guard let file = folder.find(path) else {
                entries[path] = nil
                return nil
            }
            if let known = entries[path], known.state == file.state { return known }
            // A file that is being replaced may be unreadable: it counts as missing meanwhile.
            let fresh = try? folder.load(file)
            entries[path] = fresh
            return fresh
        }
    }
}

/// Why a folder of files cannot be served.
public enum StaticFilesError: Error, Equatable, Sendable {
    /// The path is missing or is not a folder.
    case notAFolder(String)
    /// The file or folder at the path could not be read; the second value is its `errno`.
    case unreadable(String, Int32)
}

/// The file system side of `StaticFiles`.
struct StaticFolder: Sendable {
    /// A file that may be served.
    struct File {
        /// The real path, with symbolic links resolved.
        let path: String
        let state: StaticFiles.FileState
    }

    private let root: String
    private let inMemory: Int
    /// The best level, since each file is compressed only once.
    private let gzip = Gzip(level: 9)

    /// Throws `.notAFolder`.
    init(_ folder: String, inMemory: Int) throws(StaticFilesError) {
        guard let root = StaticFolder.realPath(folder), StaticFolder.kind(root) == S_IFDIR else {
            throw .notAFolder(folder)
        }
        self.root = root
        self.inMemory = inMemory
    }

    /// Every file by its path, which begins with a slash.
    func loadAll() throws(StaticFilesError) -> [String: StaticFiles.Entry] {
        var entries: [String: StaticFiles.Entry] = [:]
        var folders = [""]
        // Each real folder is read once: a link to a parent folder would never end.
        var visited: Set<String> = []
        while let folder = folders.popLast() {
            guard let real = StaticFolder.realPath(root + folder), isInside(real),
                visited.insert(real).inserted
            else { continue }
            for name in try StaticFolder.names(in: real) where !name.hasPrefix(".") {
                let path = "\(folder)/\(name)"
                if let file = find(path) {
                    entries[path] = try load(file)
                } else if StaticFolder.kind(root + path) == S_IFDIR {
                    folders.append(path)
                }
            }
        }
        return entries
    }

    /// The regular file at a path; nil if it is hidden, missing, or outside the folder.
    func find(_ path: String) -> File? {
        guard path.utf8.first == .slash, !path.utf8.contains(0),
            !path.split(separator: "/").contains(where: { $0.hasPrefix(".") }),
            let real = StaticFolder.realPath(root + path), isInside(real)
        else { return nil }
        var state = stat()
        guard stat(real, &state) == 0, state.st_mode & S_IFMT == S_IFREG else { return nil }
        return File(path: real, state: StaticFiles.FileState(state))
    }

    /// Reads a file. Throws `.unreadable`.
    func load(_ file: File) throws(StaticFilesError) -> StaticFiles.Entry {
        let size = file.state.size
        guard let open = OpenFile(path: file.path) else { throw .unreadable(file.path, errno) }
        let isSmall = size <= inMemory
        var digest = FNV1a()
        var bytes: [UInt8] = []
        let isRead = open.read(count: size) { piece in
            digest.add(piece)
            if isSmall { bytes.append(contentsOf: piece) }
        }
        guard isRead else { throw .unreadable(file.path, errno) }
        let tag = digest.tag
        let content: Response.Body = isSmall ? .bytes(bytes) : .file(FileRegion(open, count: size))
        let mediaType = MediaType.ofFile(file.path)
        let compressed = isSmall && MediaType.isText(mediaType) ? gzip.variant(of: bytes) : nil
        func representation(_ cacheControl: String) -> Representation {
            Representation(
                content, mediaType: mediaType, tag: tag, lastModified: Int64(file.state.seconds),
                cacheControl: cacheControl, gzip: compressed)
        }
        return StaticFiles.Entry(
            checked: representation("no-cache"),
            immutable: representation("public, max-age=31536000, immutable"),
            tag: tag, state: file.state)
    }

    private func isInside(_ real: String) -> Bool {
        real == root || real.hasPrefix(root == "/" ? root : root + "/")
    }

    private static func realPath(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    private static func kind(_ path: String) -> mode_t? {
        var state = stat()
        return stat(path, &state) == 0 ? state.st_mode & S_IFMT : nil
    }

    private static func names(in folder: String) throws(StaticFilesError) -> [String] {
        guard let stream = opendir(folder) else { throw .unreadable(folder, errno) }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            // Read in place: an entry may be shorter than its declared type.
            let name = withUnsafePointer(to: &entry.pointee.d_name) { name in
                name.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            names.append(name)
        }
        return names.sorted()
    }
}

extension StaticFiles.FileState {
    init(_ state: stat) {
        size = Int(state.st_size)
        seconds = state.st_mtim.tv_sec
        nanoseconds = state.st_mtim.tv_nsec
        inode = UInt64(state.st_ino)
    }
}
