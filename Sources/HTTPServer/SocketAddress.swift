import CLinux
import Glibc

/// An address of any family, as the system takes it.
struct SocketAddress {
    private(set) var storage = sockaddr_storage()
    private(set) var length = socklen_t(MemoryLayout<sockaddr_storage>.size)

    /// Nil when it is longer than any.
    init?(_ entry: addrinfo) {
        guard Int(entry.ai_addrlen) <= MemoryLayout<sockaddr_storage>.size else { return nil }
        memcpy(&storage, entry.ai_addr, Int(entry.ai_addrlen))
        length = entry.ai_addrlen
    }

    /// Of a Unix socket. Throws when the path is longer than the 107 bytes that unix(7) allows.
    init(path: String) throws(ServerError) {
        var address = sockaddr_un()
        let bytes = Array(path.utf8)
        // The last byte stays 0.
        guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else {
            throw .system(ENAMETOOLONG)
        }
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        memcpy(&storage, &address, MemoryLayout<sockaddr_un>.size)
        length = socklen_t(MemoryLayout<sockaddr_un>.size)
    }

    /// The one that a socket is bound to. Throws when it is no socket.
    init(of descriptor: Int32) throws(ServerError) {
        let code = withUnsafeMutablePointer(to: &storage) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                getsockname(descriptor, $0, &length)
            }
        }
        guard code == 0 else { throw .system(errno) }
    }

    var family: Int32 { Int32(storage.ss_family) }

    /// What it is called; a family that is neither IP nor Unix counts as 0.0.0.0.
    var endpoint: Endpoint {
        guard family == AF_UNIX else { return .network(Address(storage)) }
        let start = MemoryLayout<sa_family_t>.size
        let name = withUnsafeBytes(of: storage) { Array($0[start..<max(Int(length), start)]) }
        // Abstract names begin with a zero byte, paths end with one.
        guard name.first == 0 else {
            return .unix(path: String(decoding: name.prefix { $0 != 0 }, as: UTF8.self))
        }
        return .unix(path: "@" + String(decoding: name.dropFirst(), as: UTF8.self))
    }

    /// Hands it to a call of the system.
    func withPointer(_ call: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
        withUnsafePointer(to: storage) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { call($0, length) }
        }
    }
}
