import CLinux
import Glibc

/// An IP address and a port. An IPv4-mapped IPv6 address (`::ffff:192.0.2.1`) becomes IPv4.
public struct Address: Sendable, Hashable, CustomStringConvertible {
    private let number: UInt128
    /// False for IPv4, mapped or not.
    public let isIPv6: Bool
    /// 0 when no port is known.
    public let port: UInt16

    /// From 4 or 16 bytes, the most significant first; nil for any other number of bytes.
    public init?(bytes: [UInt8], port: UInt16 = 0) {
        guard bytes.count == 4 || bytes.count == 16 else { return nil }
        let isMapped =
            bytes.count == 16 && bytes[..<10].allSatisfy { $0 == 0 } && bytes[10] == 255
            && bytes[11] == 255
        let own = isMapped ? bytes[12...] : bytes[...]
        number = own.reduce(0) { $0 << 8 | UInt128($1) }
        isIPv6 = own.count == 16
        self.port = port
    }

    /// Parses an address without a port, such as `192.0.2.1` or `2001:db8::1`; nil if malformed.
    public init?(_ text: String) {
        var bytes = [UInt8](repeating: 0, count: 16)
        if inet_pton(AF_INET, text, &bytes) == 1 {
            self.init(bytes: Array(bytes.prefix(4)))
        } else if inet_pton(AF_INET6, text, &bytes) == 1 {
            self.init(bytes: bytes)
        } else {
            return nil
        }
    }

    /// From the kernel's structure; another family counts as 0.0.0.0.
    init(_ storage: sockaddr_storage) {
        let family = Int32(storage.ss_family)
        let parsed = withUnsafeBytes(of: storage) { raw -> Address? in
            // sockaddr_in: port at 2, address at 4; sockaddr_in6: port at 2, address at 8.
            let port = UInt16(raw[2]) << 8 | UInt16(raw[3])
            switch family {
            case AF_INET: return Address(bytes: Array(raw[4..<8]), port: port)
            case AF_INET6: return Address(bytes: Array(raw[8..<24]), port: port)
            default: return nil
            }
        }
        self = parsed ?? Address.unspecified
    }

    private init() {
        (number, isIPv6, port) = (0, false, 0)
    }

    /// 0.0.0.0 without a port.
    public static let unspecified = Address()

    /// 4 or 16 bytes, the most significant first.
    public var bytes: [UInt8] {
        (0..<(isIPv6 ? 16 : 4)).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }

    /// The address without the port, such as `192.0.2.1` or `2001:db8::1`.
    public var description: String {
        String(unsafeUninitializedCapacity: Int(INET6_ADDRSTRLEN)) { buffer in
            buffer.withMemoryRebound(to: CChar.self) { text in
                let family = isIPv6 ? AF_INET6 : AF_INET
                let end = inet_ntop(family, bytes, text.baseAddress, socklen_t(text.count))
                return end.map { strlen($0) } ?? 0
            }
        }
    }
}

/// The address on which a server listens.
public enum Endpoint: Sendable, Hashable, CustomStringConvertible {
    /// An IP address with its port.
    case network(Address)
    /// A Unix socket; the path of an abstract one begins with `@`.
    case unix(path: String)

    /// 0 for a Unix socket.
    public var port: UInt16 {
        switch self {
        case .network(let address): address.port
        case .unix: 0
        }
    }

    /// A URL such as `http://127.0.0.1:8080`, or `unix:/run/jangteo.sock`.
    public var description: String {
        switch self {
        case .network(let address):
            let host = address.isIPv6 ? "[\(address)]" : "\(address)"
            return "http://\(host):\(address.port)"
        case .unix(let path):
            return "unix:\(path)"
        }
    }
}

/// An address of any family in the form that system calls take.
struct SocketAddress {
    private(set) var storage = sockaddr_storage()
    private(set) var length = socklen_t(MemoryLayout<sockaddr_storage>.size)

    /// Nil if the address is longer than any known one.
    init?(_ entry: addrinfo) {
        guard Int(entry.ai_addrlen) <= MemoryLayout<sockaddr_storage>.size else { return nil }
        memcpy(&storage, entry.ai_addr, Int(entry.ai_addrlen))
        length = entry.ai_addrlen
    }

    /// The address of a Unix socket; throws if the path is longer than the 107 bytes of unix(7).
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

    /// The address that a socket is bound to; throws if the descriptor is not a socket.
    init(of descriptor: Int32) throws(ServerError) {
        let code = withUnsafeMutablePointer(to: &storage) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                getsockname(descriptor, $0, &length)
            }
        }
        guard code == 0 else { throw .system(errno) }
    }

    /// Creates a non-blocking stream socket of this family, not bound yet.
    func makeSocket() throws(ServerError) -> Int32 {
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        let descriptor = socket(family, kind, 0)
        guard descriptor >= 0 else { throw .system(errno) }
        return descriptor
    }

    var family: Int32 { Int32(storage.ss_family) }

    /// A family that is neither IP nor Unix counts as 0.0.0.0.
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

    /// Passes the address to a system call.
    func withPointer(_ call: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
        withUnsafePointer(to: storage) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { call($0, length) }
        }
    }
}
