import CLinux
import Glibc

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
