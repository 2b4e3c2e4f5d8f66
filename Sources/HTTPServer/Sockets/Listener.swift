import CLinux
import Glibc

/// Listening sockets, one for each loop.
struct Listener {
    let endpoint: Endpoint
    let sockets: [Int32]
    /// The file of a Unix socket, to be removed at the end.
    var file: SocketFile?

    /// Opens or duplicates `count` sockets for the source of the configuration.
    init(_ configuration: Configuration, count: Int) throws(ServerError) {
        switch configuration.source {
        case .network:
            let candidates = try Self.resolve(configuration.host, configuration.port)
            (endpoint, sockets) = try Self.open(Self.firstUsable(candidates), count)
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

    /// Duplicates a socket, so that the first loop to wake up accepts, and closes the original.
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

    /// Checks a socket that another process opened, and makes it non-blocking.
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

    private static func set(_ descriptor: Int32, _ level: Int32, _ name: Int32, _ value: Int32) {
        var value = value
        setsockopt(descriptor, level, name, &value, socklen_t(MemoryLayout<Int32>.size))
    }
}

// MARK: - Network addresses

extension Listener {
    /// All addresses of a host.
    private static func resolve(
        _ host: String, _ port: UInt16
    ) throws(ServerError) -> [SocketAddress] {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV
        var list: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, "\(port)", &hints, &list) == 0 else { throw .unknownHost }
        defer { freeaddrinfo(list) }
        var addresses: [SocketAddress] = []
        var next = list
        while let entry = next?.pointee {
            next = entry.ai_next
            if let address = SocketAddress(entry) { addresses.append(address) }
        }
        return addresses
    }

    /// The first address that can be bound without SO_REUSEPORT, which would allow sharing the port with another
    /// server of the same user. A name may have addresses of a family that this machine does not use.
    private static func firstUsable(_ candidates: [SocketAddress]) throws(ServerError)
        -> SocketAddress
    {
        var failure = ServerError.unknownHost
        for address in candidates {
            do throws(ServerError) {
                close(try listen(address, isShared: false))
                return address
            } catch {
                failure = error
            }
        }
        throw failure
    }

    /// Opens `count` sockets on one port; the kernel distributes connections among them.
    private static func open(
        _ address: SocketAddress, _ count: Int
    ) throws(ServerError) -> (Endpoint, [Int32]) {
        var wanted = address
        var sockets: [Int32] = []
        do throws(ServerError) {
            for _ in 0..<count {
                let socket = try listen(wanted, isShared: true)
                sockets.append(socket)
                wanted = try SocketAddress(of: socket)
            }
        } catch {
            for socket in sockets { close(socket) }
            throw error
        }
        return (wanted.endpoint, sockets)
    }

    private static func listen(
        _ address: SocketAddress, isShared: Bool
    ) throws(ServerError) -> Int32 {
        let descriptor = try address.makeSocket()
        set(descriptor, SOL_SOCKET, SO_REUSEADDR, 1)
        if isShared { set(descriptor, SOL_SOCKET, SO_REUSEPORT, 1) }
        // Accepted sockets inherit it: a response is one write, so there is nothing to coalesce.
        set(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, 1)
        if address.family == AF_INET6 { set(descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY, 0) }
        guard address.withPointer({ bind(descriptor, $0, $1) }) == 0,
            !isShared || Glibc.listen(descriptor, SOMAXCONN) == 0
        else {
            let reason = ServerError(binding: errno)
            close(descriptor)
            throw reason
        }
        return descriptor
    }
}

extension ServerError {
    /// From the `errno` of `bind`, `listen` or a call before them.
    init(binding code: Int32) {
        self =
            switch code {
            case EADDRINUSE: .addressInUse
            case EACCES: .permissionDenied
            case EADDRNOTAVAIL: .addressNotAvailable
            default: .system(code)
            }
    }
}
