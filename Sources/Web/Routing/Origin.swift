import HTTPServer

/// Where visitors find the site, for what has to name it whole: feeds, calls of programs, and what
/// is read elsewhere.
struct Origin: Sendable {
    /// Whether visitors come by TLS, ended in front of this server.
    let isBehindTLS: Bool
    /// `https://market.example`; empty when it is as visitors ask for it.
    var publicURL = ""

    /// `https://market.example`, without a slash behind.
    func text(for request: Request) -> String {
        guard publicURL.isEmpty else { return publicURL }
        return (isBehindTLS ? "https://" : "http://") + Self.authority(of: request)
    }

    /// `market.example:8080`.
    func host(for request: Request) -> String {
        guard let slashes = publicURL.firstRange(of: "://") else {
            return Self.authority(of: request)
        }
        return String(publicURL[slashes.upperBound...])
    }

    /// The server has checked that it is one. HTTP/1.0 may name none.
    private static func authority(of request: Request) -> String {
        request.host.isEmpty ? "localhost" : request.host
    }
}
