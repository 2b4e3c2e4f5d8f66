import CLinux
import Glibc

extension Listener {
    static func resolve(
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

    /// Sockets that share a port would also share it with another server of the same user: one that
    /// does not share finds out whether anyone is there. A name may have addresses of a family that
    /// this machine does not use.
    static func firstUsable(_ candidates: [SocketAddress]) throws(ServerError) -> SocketAddress {
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

    /// Sockets on one port; the kernel spreads the connections.
    static func spread(
        _ address: SocketAddress, over count: Int
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
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        let descriptor = socket(address.family, kind, 0)
        guard descriptor >= 0 else { throw .system(errno) }
        set(descriptor, SOL_SOCKET, SO_REUSEADDR, 1)
        if isShared { set(descriptor, SOL_SOCKET, SO_REUSEPORT, 1) }
        // Accepted sockets inherit it: an answer is one write, there is nothing to wait for.
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
    /// What `errno` says after `bind`, `listen` or what goes before them.
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
