import HTTPServer

/// Where visitors find the site, for what has to name it whole: feeds, and what is read elsewhere.
struct Origin: Sendable {
    /// Whether visitors come by TLS, ended in front of this server.
    let isBehindTLS: Bool

    /// `https://market.example`, as the visitor asked for it.
    func text(for request: Request) -> String {
        (isBehindTLS ? "https://" : "http://") + Self.host(of: request)
    }

    /// `market.example:8080`; the server has checked that it is an authority. HTTP/1.0 may name none.
    static func host(of request: Request) -> String {
        request.host.isEmpty ? "localhost" : request.host
    }
}
