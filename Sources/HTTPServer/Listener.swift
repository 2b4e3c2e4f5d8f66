import CLinux
import Glibc

/// Listening sockets on one address, one for each loop; the kernel spreads the connections.
enum Listener {
    /// Throws what `ServerError` names.
    static func open(
        _ configuration: Configuration, count: Int
    ) throws(ServerError) -> (address: Address, sockets: [Int32]) {
        var wanted = try firstUsable(resolve(configuration.host, configuration.port))
        var sockets: [Int32] = []
        do throws(ServerError) {
            for _ in 0..<count {
                let socket = try listen(wanted, isShared: true)
                sockets.append(socket)
                wanted = try bound(socket)
            }
        } catch {
            for socket in sockets { close(socket) }
            throw error
        }
        return (Address(wanted.storage), sockets)
    }

    private struct Endpoint {
        var storage: sockaddr_storage
        var length: socklen_t
    }

    /// Sockets that share a port would also share it with another server of the same user: one that
    /// does not share finds out whether anyone is there. A name may have addresses of a family that
    /// this machine does not use.
    private static func firstUsable(_ endpoints: [Endpoint]) throws(ServerError) -> Endpoint {
        var failure = ServerError.unknownHost
        for endpoint in endpoints {
            do throws(ServerError) {
                close(try listen(endpoint, isShared: false))
                return endpoint
            } catch {
                failure = error
            }
        }
        throw failure
    }

    private static func resolve(
        _ host: String, _ port: UInt16
    ) throws(ServerError) -> [Endpoint] {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV
        var list: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, "\(port)", &hints, &list) == 0 else { throw .unknownHost }
        defer { freeaddrinfo(list) }
        var endpoints: [Endpoint] = []
        var next = list
        while let entry = next?.pointee {
            next = entry.ai_next
            var storage = sockaddr_storage()
            guard Int(entry.ai_addrlen) <= MemoryLayout<sockaddr_storage>.size else { continue }
            memcpy(&storage, entry.ai_addr, Int(entry.ai_addrlen))
            endpoints.append(Endpoint(storage: storage, length: entry.ai_addrlen))
        }
        return endpoints
    }

    private static func listen(
        _ endpoint: Endpoint, isShared: Bool
    ) throws(ServerError) -> Int32 {
        let family = Int32(endpoint.storage.ss_family)
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        let descriptor = socket(family, kind, 0)
        guard descriptor >= 0 else { throw .system(errno) }
        set(descriptor, SOL_SOCKET, SO_REUSEADDR, 1)
        if isShared { set(descriptor, SOL_SOCKET, SO_REUSEPORT, 1) }
        // Accepted sockets inherit it: an answer is one write, there is nothing to wait for.
        set(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, 1)
        if family == AF_INET6 { set(descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY, 0) }
        let code = withUnsafePointer(to: endpoint.storage) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, endpoint.length)
            }
        }
        guard code == 0, !isShared || Glibc.listen(descriptor, SOMAXCONN) == 0 else {
            let reason = error(errno)
            close(descriptor)
            throw reason
        }
        return descriptor
    }

    private static func bound(_ descriptor: Int32) throws(ServerError) -> Endpoint {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let code = withUnsafeMutablePointer(to: &storage) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                getsockname(descriptor, $0, &length)
            }
        }
        guard code == 0 else { throw .system(errno) }
        return Endpoint(storage: storage, length: length)
    }

    private static func set(_ descriptor: Int32, _ level: Int32, _ name: Int32, _ value: Int32) {
        var value = value
        setsockopt(descriptor, level, name, &value, socklen_t(MemoryLayout<Int32>.size))
    }

    private static func error(_ code: Int32) -> ServerError {
        switch code {
        case EADDRINUSE: .addressInUse
        case EACCES: .permissionDenied
        case EADDRNOTAVAIL: .addressNotAvailable
        default: .system(code)
        }
    }
}
