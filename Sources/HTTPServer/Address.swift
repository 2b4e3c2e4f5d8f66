import CLinux
import Glibc

/// An IP address and a port. An IPv4 address that came in IPv6 clothes (`::ffff:1.2.3.4`) is IPv4.
public struct Address: Sendable, Hashable, CustomStringConvertible {
    private let high: UInt64
    private let low: UInt64
    public let isIPv6: Bool
    public let port: UInt16

    /// 4 or 16 bytes, the most significant first.
    public init?(bytes: [UInt8], port: UInt16 = 0) {
        guard bytes.count == 4 || bytes.count == 16 else { return nil }
        let isMapped =
            bytes.count == 16 && bytes[..<10].allSatisfy { $0 == 0 } && bytes[10] == 255
            && bytes[11] == 255
        let own = isMapped ? bytes[12...] : bytes[...]
        let wide = own.reduce(into: UInt128(0)) { $0 = $0 << 8 | UInt128($1) }
        high = UInt64(truncatingIfNeeded: wide >> 64)
        low = UInt64(truncatingIfNeeded: wide)
        isIPv6 = own.count == 16
        self.port = port
    }

    /// Reads an address as it is written, without a port: `192.0.2.1`, `2001:db8::1`.
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

    /// Reads what the kernel filled in; another family counts as 0.0.0.0.
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

    private init(high: UInt64, low: UInt64) {
        (self.high, self.low, isIPv6, port) = (high, low, false, 0)
    }

    /// 0.0.0.0 without a port.
    public static let unspecified = Address(high: 0, low: 0)

    /// 4 or 16 bytes, the most significant first.
    public var bytes: [UInt8] {
        let wide = UInt128(high) << 64 | UInt128(low)
        return (0..<(isIPv6 ? 16 : 4)).reversed().map {
            UInt8(truncatingIfNeeded: wide >> UInt128($0 * 8))
        }
    }

    /// The address without the port, as `192.0.2.1` or `2001:db8::1`.
    public var description: String {
        let length = Int(INET6_ADDRSTRLEN)
        let text = [UInt8](unsafeUninitializedCapacity: length) { buffer, count in
            buffer.withMemoryRebound(to: CChar.self) { chars in
                let family = isIPv6 ? AF_INET6 : AF_INET
                let end = inet_ntop(family, bytes, chars.baseAddress, socklen_t(length))
                count = end.map { strlen($0) } ?? 0
            }
        }
        return String(decoding: text, as: UTF8.self)
    }
}
