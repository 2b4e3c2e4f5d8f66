import CLinux
import Glibc
import Synchronization

/// Serves the files of a folder. They are found by looking a path up among the files that were
/// there, never by putting a path together, so nothing outside the folder can be named.
public final class StaticFiles: Sendable {
    /// A file as it is sent. A class, so that to look one up counts one reference and not forty.
    final class Entry: Sendable {
        /// To be asked for again each time, and, under a URL that names the tag, never again.
        let checked: Representation
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
    }

    /// By this a changed file is known.
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

    /// Reads all files of the folder and those below it, and compresses the text among them; what
    /// is larger than `inMemory` bytes is sent from its descriptor, as it is. With `reloading` each
    /// request looks whether its file has changed, and sees new files (for development). Throws
    /// when the folder or a file in it cannot be read.
    public init(
        _ folder: String, inMemory: Int = 1024 * 1024, reloading: Bool = false
    ) throws(StaticFilesError) {
        self.folder = try StaticFolder(folder, inMemory: inMemory)
        isReloading = reloading
        fixed = try self.folder.loadAll()
        entries = Mutex(fixed)
    }

    /// Answers with the file at `path` (by default the request's own, which begins with a slash),
    /// or nil when there is none. A query `v` that names the file's tag makes the answer good for a
    /// year.
    public func response(to request: Request, path: String? = nil) -> Response? {
        guard let entry = entry(at: path ?? request.path) else { return nil }
        guard request.method == .get || request.method == .head else {
            var response = Response(.methodNotAllowed)
            response.append("Allow", "GET, HEAD" as StaticString)
            return response
        }
        let isVersioned = !request.head.query.isEmpty && request.query["v"] == entry.tag.value
        return (isVersioned ? entry.immutable : entry.checked).response(to: request)
    }

    /// The value of the file's tag, for URLs such as `/app.css?v=…`; nil when there is no such
    /// file.
    public func etag(of path: String) -> String? {
        entry(at: path)?.tag.value
    }

    private func entry(at path: String) -> Entry? {
        guard isReloading else { return fixed[path] }
        return entries.withLock { entries in
            guard let file = folder.find(path) else {
                entries[path] = nil
                return nil
            }
            if let known = entries[path], known.state == file.state { return known }
            // Not readable now, in the middle of being replaced: as good as missing for the moment.
            let fresh = try? folder.load(file)
            entries[path] = fresh
            return fresh
        }
    }
}

/// Why a folder of files cannot be served.
public enum StaticFilesError: Error, Equatable, Sendable {
    case notAFolder(String)
    /// A file or folder could not be read, by its `errno`.
    case unreadable(String, Int32)
}
