import CLinux
import Glibc

/// Listening sockets, one for each loop.
struct Listener {
    let endpoint: Endpoint
    let sockets: [Int32]
    /// What is to be removed at the end.
    var file: SocketFile?

    /// Throws what `ServerError` names.
    init(_ configuration: Configuration, count: Int) throws(ServerError) {
        switch configuration.source {
        case .network:
            let candidates = try Self.resolve(configuration.host, configuration.port)
            (endpoint, sockets) = try Self.spread(Self.firstUsable(candidates), over: count)
        case .unix(let path):
            let (socket, file) = try SocketFile.listen(at: path)
            do throws(ServerError) {
                (endpoint, sockets) = (.unix(path: path), try Self.share(socket, count))
            } catch {
                file.remove()
                throw error
            }
            self.file = file
        case .inherited(let socket):
            endpoint = try Self.inspect(socket)
            sockets = try Self.share(socket, count)
        }
    }

    /// Further descriptors of the same socket: whoever is awake first accepts. Takes `socket` over.
    private static func share(_ socket: Int32, _ count: Int) throws(ServerError) -> [Int32] {
        defer { close(socket) }
        var sockets: [Int32] = []
        for _ in 0..<count {
            let descriptor = fcntl(socket, F_DUPFD_CLOEXEC, 3)
            guard descriptor >= 0 else {
                let reason = ServerError.system(errno)
                for socket in sockets { close(socket) }
                throw reason
            }
            sockets.append(descriptor)
        }
        return sockets
    }

    /// What another process opened is taken as it is, but must not block a loop.
    private static func inspect(_ socket: Int32) throws(ServerError) -> Endpoint {
        let families = [AF_INET, AF_INET6, AF_UNIX]
        let address = try SocketAddress(of: socket)
        guard families.contains(address.family), option(SO_ACCEPTCONN, of: socket) == 1,
            option(SO_TYPE, of: socket) == Int32(SOCK_STREAM.rawValue)
        else { throw .notListening }
        guard fcntl(socket, F_SETFL, fcntl(socket, F_GETFL) | O_NONBLOCK) == 0 else {
            throw .system(errno)
        }
        if address.family != AF_UNIX { set(socket, Int32(IPPROTO_TCP), TCP_NODELAY, 1) }
        return address.endpoint
    }

    private static func option(_ name: Int32, of socket: Int32) -> Int32? {
        var value: Int32 = 0
        var size = socklen_t(MemoryLayout<Int32>.size)
        return getsockopt(socket, SOL_SOCKET, name, &value, &size) == 0 ? value : nil
    }

    static func set(_ descriptor: Int32, _ level: Int32, _ name: Int32, _ value: Int32) {
        var value = value
        setsockopt(descriptor, level, name, &value, socklen_t(MemoryLayout<Int32>.size))
    }
}
