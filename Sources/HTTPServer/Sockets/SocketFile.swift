import CLinux
import Glibc

/// The file of a Unix socket, which outlives the server unless it is removed.
struct SocketFile {
    private let path: String
    private let device: dev_t
    private let inode: ino_t

    /// Creates the socket with mode 0660, replacing one on which nobody listens any more. Throws `.notASocket`
    /// if the path is taken by something else.
    static func listen(
        at path: String
    ) throws(ServerError) -> (socket: Int32, file: SocketFile) {
        let address = try SocketAddress(path: path)
        // The lock keeps two servers that start at once from replacing each other's file.
        let folder = open(folder(of: path), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { throw ServerError(binding: errno) }
        defer { close(folder) }
        while flock(folder, LOCK_EX) < 0, errno == EINTR {}
        if try exists(path) { try removeStale(path, address) }
        let descriptor = try address.makeSocket()
        // The file gets at most the mode of the socket, so nobody else can connect before `chmod`.
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

    /// Nil if there is no file.
    private init?(_ path: String) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return nil }
        (self.path, device, inode) = (path, status.st_dev, status.st_ino)
    }

    /// Removes the file, unless another has replaced it.
    func remove() {
        guard let present = SocketFile(path), present.device == device, present.inode == inode
        else { return }
        unlink(path)
    }

    private static func exists(_ path: String) throws(ServerError) -> Bool {
        var status = stat()
        guard lstat(path, &status) == 0 else { return false }
        guard status.st_mode & S_IFMT == S_IFSOCK else { throw .notASocket }
        return true
    }

    /// Throws `.addressInUse` unless the connection is refused, which proves that nobody listens.
    private static func removeStale(
        _ path: String, _ address: SocketAddress
    ) throws(ServerError) {
        let probe = try address.makeSocket()
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
