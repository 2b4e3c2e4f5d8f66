import HTTPServer

/// The site's own origin, for whatever needs absolute URLs: feeds, the API, and metadata read by other sites.
struct Origin: Sendable {
    /// Whether visitors connect by TLS, terminated in front of this server.
    let isBehindTLS: Bool
    /// `https://market.example`; empty if the origin is taken from each request.
    let publicURL: String
    /// The host part of `publicURL`; empty if that is.
    private let publicHost: String

    init(isBehindTLS: Bool, publicURL: String) {
        self.isBehindTLS = isBehindTLS
        self.publicURL = publicURL
        publicHost =
            publicURL.firstRange(of: "://").map { String(publicURL[$0.upperBound...]) } ?? ""
    }

    /// `https://market.example`, without a trailing slash.
    func text(for request: Request) -> String {
        guard publicURL.isEmpty else { return publicURL }
        return "\(scheme)" + Self.authority(of: request)
    }

    /// The scheme that visitors use, with the `://` behind it.
    var scheme: StaticString { isBehindTLS ? "https://" : "http://" }

    /// `market.example:8080`.
    func host(for request: Request) -> String {
        publicHost.isEmpty ? Self.authority(of: request) : publicHost
    }

    /// The request's authority, which the server has validated. HTTP/1.0 requests may have none.
    private static func authority(of request: Request) -> String {
        request.host.isEmpty ? "localhost" : request.host
    }
}

/// Tells this site's forms from those that another site makes a visitor's browser send.
enum CrossSite {
    /// Whether a state-changing request is allowed. Browsers say where a request comes from by
    /// `Sec-Fetch-Site` (W3C Fetch Metadata), older ones by `Origin` (RFC 6454). A client that
    /// sends neither is not a browser, and carries nobody's cookies.
    static func allows(_ request: Request) -> Bool {
        if let site = request.headers["Sec-Fetch-Site"] {
            return site == "same-origin" || site == "none"
        }
        guard let origin = request.headers["Origin"] else { return true }
        guard let host = request.headers["Host"] else { return false }
        return origin == "http://" + host || origin == "https://" + host
    }
}

/// The reverse proxies whose `X-Forwarded-For` is believed.
struct TrustedProxies: Sendable {
    let addresses: [Address]

    /// The address that the proxy itself saw: the last one in `X-Forwarded-For`, because the ones
    /// before it are the visitor's own claim. Without a trusted proxy it is the peer's address.
    func clientAddress(of request: Request) -> Address {
        let peer = request.remoteAddress
        guard addresses.contains(where: { $0.bytes == peer.bytes }),
            let last = request.headers.all("X-Forwarded-For").last?.split(separator: ",").last
        else { return peer }
        let text = String(last.drop { $0 == " " }.prefix { $0 != " " })
        return Address(text) ?? Self.addressBesidePort(in: text) ?? peer
    }

    /// The address without its port, which some proxies add: `192.0.2.1:5000`, `[2001:db8::1]:5000`.
    private static func addressBesidePort(in text: String) -> Address? {
        let match = text.wholeMatch(of: /\[([0-9a-fA-F:.]+)\](:\d+)?|([0-9.]+):\d+/)?.output
        return (match?.1 ?? match?.3).flatMap { Address(String($0)) }
    }
}
