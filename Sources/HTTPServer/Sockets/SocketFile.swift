import CLinux
import Glibc

/// The file of a Unix socket, which outlives its server unless it is removed.
struct SocketFile {
    private let path: String
    private let device: dev_t
    private let inode: ino_t

    /// Makes the socket, for its owner and group (mode 0660), in the place of one that nobody
    /// listens on any more. Throws `.notASocket` when something else has that name.
    static func listen(
        at path: String
    ) throws(ServerError) -> (socket: Int32, file: SocketFile) {
        let address = try SocketAddress(path: path)
        // Two servers that start at once would each take the other's file for a dead one's.
        let folder = open(folder(of: path), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { throw ServerError(binding: errno) }
        defer { close(folder) }
        while flock(folder, LOCK_EX) < 0, errno == EINTR {}
        if try isThere(path) { try removeDead(path, address) }
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        let descriptor = socket(AF_UNIX, kind, 0)
        guard descriptor >= 0 else { throw .system(errno) }
        // The mode of the socket bounds that of its file: nobody else comes in before `chmod`.
        guard fchmod(descriptor, 0o660) == 0,
            address.withPointer({ bind(descriptor, $0, $1) }) == 0, chmod(path, 0o660) == 0,
            Glibc.listen(descriptor, SOMAXCONN) == 0, let file = SocketFile(path)
        else {
            let reason = ServerError(binding: errno)
            close(descriptor)
            throw reason
        }
        return (descriptor, file)
    }

    /// Nil when there is none.
    private init?(_ path: String) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return nil }
        (self.path, device, inode) = (path, status.st_dev, status.st_ino)
    }

    /// Removes the file, unless another has taken its place.
    func remove() {
        guard let present = SocketFile(path), present.device == device, present.inode == inode
        else { return }
        unlink(path)
    }

    private static func isThere(_ path: String) throws(ServerError) -> Bool {
        var status = stat()
        guard lstat(path, &status) == 0 else { return false }
        guard status.st_mode & S_IFMT == S_IFSOCK else { throw .notASocket }
        return true
    }

    /// Throws `.addressInUse` when somebody answers: only a refusal proves that nobody listens.
    private static func removeDead(
        _ path: String, _ address: SocketAddress
    ) throws(ServerError) {
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        let probe = socket(AF_UNIX, kind, 0)
        guard probe >= 0 else { throw .system(errno) }
        defer { close(probe) }
        guard address.withPointer({ connect(probe, $0, $1) }) < 0, errno != EAGAIN else {
            throw .addressInUse
        }
        guard errno == ECONNREFUSED, unlink(path) == 0 else { throw ServerError(binding: errno) }
    }

    private static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }
}
