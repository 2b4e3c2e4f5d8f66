import HTTPServer

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
