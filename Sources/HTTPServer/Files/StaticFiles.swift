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
