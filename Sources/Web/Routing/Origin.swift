import HTTPServer

/// Where visitors find the site, for what has to name it whole: feeds, the API, and what is read
/// elsewhere.
struct Origin: Sendable {
    /// Whether visitors come by TLS, ended in front of this server.
    let isBehindTLS: Bool
    /// `https://market.example`; empty when it is as visitors ask for it.
    let publicURL: String
    /// What stands in it behind the slashes; empty when it is.
    private let publicHost: String

    init(isBehindTLS: Bool, publicURL: String) {
        self.isBehindTLS = isBehindTLS
        self.publicURL = publicURL
        publicHost =
            publicURL.firstRange(of: "://").map { String(publicURL[$0.upperBound...]) } ?? ""
    }

    /// `https://market.example`, without a slash behind.
    func text(for request: Request) -> String {
        guard publicURL.isEmpty else { return publicURL }
        return "\(scheme)" + Self.authority(of: request)
    }

    /// As visitors ask for it, with what parts it from the host.
    var scheme: StaticString { isBehindTLS ? "https://" : "http://" }

    /// `market.example:8080`.
    func host(for request: Request) -> String {
        publicHost.isEmpty ? Self.authority(of: request) : publicHost
    }

    /// The server has checked that it is one. HTTP/1.0 may name none.
    private static func authority(of request: Request) -> String {
        request.host.isEmpty ? "localhost" : request.host
    }
}

/// Tells forms of this site from those that another site makes a visitor's browser send.
enum CrossSite {
    /// Whether a request that changes something may: browsers say where it comes from by
    /// `Sec-Fetch-Site` (W3C Fetch Metadata), older ones by `Origin` (RFC 6454). A client that says
    /// neither is no browser and carries nobody's cookies.
    static func allows(_ request: Request) -> Bool {
        if let site = request.headers["Sec-Fetch-Site"] {
            return site == "same-origin" || site == "none"
        }
        guard let origin = request.headers["Origin"] else { return true }
        guard let host = request.headers["Host"] else { return false }
        return origin == "http://" + host || origin == "https://" + host
    }
}

/// The servers in front of this one that are believed when they say for whom they ask.
struct TrustedProxies: Sendable {
    let addresses: [Address]

    /// The address that the proxy itself saw: the last of `X-Forwarded-For`, since the ones before
    /// it are what the visitor said. Without a proxy it is whoever is at the other end.
    func clientAddress(of request: Request) -> Address {
        let peer = request.remoteAddress
        guard addresses.contains(where: { $0.bytes == peer.bytes }),
            let last = request.headers.all("X-Forwarded-For").last?.split(separator: ",").last
        else { return peer }
        let text = String(last.drop { $0 == " " }.prefix { $0 != " " })
        return Address(text) ?? Self.addressBesidePort(in: text) ?? peer
    }

    /// Some proxies write the port, too: `192.0.2.1:5000`, `[2001:db8::1]:5000`.
    private static func addressBesidePort(in text: String) -> Address? {
        let match = text.wholeMatch(of: /\[([0-9a-fA-F:.]+)\](:\d+)?|([0-9.]+):\d+/)?.output
        return (match?.1 ?? match?.3).flatMap { Address(String($0)) }
    }
}
