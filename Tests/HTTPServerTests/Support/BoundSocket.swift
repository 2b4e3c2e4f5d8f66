import Foundation
import Testing

/// Sockets as another process opens them before the server starts.
enum BoundSocket {
    /// A socket on a free port of 127.0.0.1.
    static func network(isListening: Bool = true, kind: __socket_type = SOCK_STREAM) throws -> Int32
    {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return try open(&address, isListening, kind)
    }

    static func unix(_ path: String, isListening: Bool = true) throws -> Int32 {
        var address = sockaddr_un(path: path)
        return try open(&address, isListening, SOCK_STREAM)
    }

    private static func open<A>(
        _ address: inout A, _ isListening: Bool, _ kind: __socket_type
    ) throws -> Int32 {
        try withUnsafePointer(to: &address) {
            try $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                let descriptor = socket(Int32($0.pointee.sa_family), Int32(kind.rawValue), 0)
                try #require(bind(descriptor, $0, socklen_t(MemoryLayout<A>.size)) == 0)
                if isListening { try #require(listen(descriptor, 16) == 0) }
                return descriptor
            }
        }
    }
}
