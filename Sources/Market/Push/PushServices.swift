/// The push services that are trusted. A browser sends the address that its pushes go to, so only
/// addresses at these hosts are accepted.
public struct PushServices: Equatable, Sendable {
    /// The services of the common browsers: Chrome, Samsung Internet and others; Firefox; Safari; Edge.
    public static let usual: PushServices = {
        let text =
            "fcm.googleapis.com,updates.push.services.mozilla.com,*.push.apple.com,"
            + "*.notify.windows.com"
        return PushServices(
            text: text, services: text.split(separator: ",").compactMap(Self.service))
    }()

    /// The list as it was written.
    public let text: String
    private let services: [Service]
    /// The name of each service, as it was written.
    public var names: [String] { services.map(\.name) }

    /// A service, by the parts that its endpoints' origins begin with.
    private struct Service: Equatable {
        let name: String
        /// `https://`, or `http://` for a service on this machine.
        let scheme: String
        /// For a wildcard, without the `*` but with its dot: `.push.apple.com`.
        let host: String
        /// Such as `:8443`; empty for the scheme's default port.
        let port: String
    }

    /// Nil if one is malformed, or none is named.
    /// - Parameter text: hosts separated by commas, which may begin with `*.` and end with a port;
    ///   a service on this machine, without TLS, as `http://127.0.0.1:8000`.
    public init?(_ text: String) {
        let texts = text.split(separator: ",", omittingEmptySubsequences: false)
        let services = texts.compactMap(Self.service)
        guard services.count == texts.count, !services.isEmpty else { return nil }
        self.init(text: text, services: services)
    }

    private init(text: String, services: [Service]) {
        (self.text, self.services) = (text, services)
    }

    private static func service(_ text: Substring) -> Service? {
        let onThisMachine = "http://127.0.0.1:"
        if text.hasPrefix(onThisMachine) {
            let digits = text.dropFirst(onThisMachine.count)
            return isPort(digits)
                ? Service(
                    name: String(text), scheme: "http://", host: "127.0.0.1", port: ":\(digits)")
                : nil
        }
        guard let (host, port) = parts(text) else { return nil }
        // The star stands for one or more labels.
        let name = host.hasPrefix("*.") ? host.dropFirst(2) : host
        guard isName(name), name.contains(".") else { return nil }
        return Service(
            name: String(text), scheme: "https://",
            host: String(host.hasPrefix("*.") ? host.dropFirst() : host),
            port: port)
    }

    /// The endpoint of a subscription; nil if the text is not an address of a trusted service,
    /// written as browsers write it.
    public func endpoint(_ text: String) -> PushEndpoint? {
        guard text.utf8.count <= PushEndpoint.longest,
            let scheme = ["https://", "http://"].first(where: text.hasPrefix)
        else { return nil }
        let rest = text.dropFirst(scheme.count)
        guard let slash = rest.firstIndex(of: "/"), let (host, port) = Self.parts(rest[..<slash]),
            Self.isName(host), Self.isPath(rest[slash...])
        else { return nil }
        let service = services.first { service in
            service.scheme == scheme && service.port == port
                && (service.host.hasPrefix(".")
                    ? host.hasSuffix(service.host) && host.count > service.host.count
                    : host == service.host)
        }
        guard let service else { return nil }
        return PushEndpoint(text: text, origin: "\(scheme)\(host)\(port)", service: service.name)
    }

    /// A host, and its port with the colon; nil if the port is malformed.
    private static func parts(_ authority: Substring) -> (host: Substring, port: String)? {
        guard let colon = authority.firstIndex(of: ":") else { return (authority, "") }
        guard isPort(authority[colon...].dropFirst()) else { return nil }
        return (authority[..<colon], String(authority[colon...]))
    }

    /// As browsers write a port, without leading zeros.
    private static func isPort(_ digits: Substring) -> Bool {
        UInt16(digits).map { "\($0)" == digits && $0 > 0 } ?? false
    }

    /// Labels in lower case, separated by dots; this includes IPv4 addresses.
    private static func isName(_ host: Substring) -> Bool {
        !host.isEmpty && host.utf8.count <= 253
            && host.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { label in
                !label.isEmpty
                    && label.utf8.allSatisfy { byte in
                        (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte)
                            || byte == UInt8(ascii: "-")
                    }
            }
    }

    /// What may follow an authority (RFC 3986 sections 3.3 and 3.4), and more than a slash.
    private static func isPath(_ path: Substring) -> Bool {
        let marks = Set("-._~%!$&'()*+,;=:@/?".utf8)
        return path.utf8.count > 1
            && path.utf8.allSatisfy { byte in
                (0x61...0x7A).contains(byte | 0x20)
                    || (0x30...0x39).contains(byte) || marks.contains(byte)
            }
    }
}

/// Where the pushes of a subscription go: an address of a trusted push service.
public struct PushEndpoint: Equatable, Sendable {
    /// The maximum length in bytes; the longest known ones have some hundreds.
    public static let longest = 2_000

    /// The whole address, in ASCII without quotes.
    public let text: String
    /// The origin of the service (RFC 6454 section 6.2): `https://fcm.googleapis.com`.
    public let origin: String
    /// The service as the operator names it: `*.push.apple.com` for `https://web.push.apple.com`.
    public let service: String
}
