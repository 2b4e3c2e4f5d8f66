/// What a server listens on.
public enum Endpoint: Sendable, Hashable, CustomStringConvertible {
    case network(Address)
    /// A Unix socket; one without a file begins with `@`.
    case unix(path: String)

    /// 0 where there are no ports.
    public var port: UInt16 {
        switch self {
        case .network(let address): address.port
        case .unix: 0
        }
    }

    /// As `http://127.0.0.1:8080` or `unix:/run/jangteo.sock`.
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
