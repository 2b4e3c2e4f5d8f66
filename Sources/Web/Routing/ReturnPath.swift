import HTTPServer

/// A path of this site to which a visitor may be redirected, for example after signing in.
struct ReturnPath: Equatable, Sendable {
    private static let longest = 2_048

    let text: String

    /// Returns nil for a text that a browser could resolve to another site (WHATWG URL section 4.4): browsers
    /// take `//` and `/\` for the start of a host, after dropping tabs and line breaks.
    init?(_ text: String) {
        var text = text
        guard text.withUTF8(Self.isPath) else { return nil }
        self.text = text
    }

    private static func isPath(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard bytes.count <= longest, bytes.first == UInt8(ascii: "/"),
            bytes.count == 1 || bytes[1] != UInt8(ascii: "/")
        else { return false }
        return bytes.allSatisfy { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\\") }
    }

    /// The address of a request itself, or the same query at another path; the home page if it
    /// cannot be returned to.
    init(of request: Request, at path: String? = nil) {
        let path = (path ?? request.path).percentEncoded(keeping: "/")
        let query = request.rawQuery
        self = ReturnPath(query.isEmpty ? path : "\(path)?\(query)") ?? .home
    }

    /// The page of this site that led here, according to the `Referer`; nil if there is none.
    init?(before request: Request) {
        guard let referer = request.headers["Referer"], let host = request.headers["Host"] else {
            return nil
        }
        for origin in ["http://" + host, "https://" + host] where referer.hasPrefix(origin) {
            guard let path = ReturnPath(String(referer.dropFirst(origin.count))) else { continue }
            self = path
            return
        }
        return nil
    }

    /// The page that the visitor sees as the answer to a request: the request's own for a GET, or
    /// the page that the submitted form was on.
    init(showing request: Request) {
        let isRead = request.method == .get || request.method == .head
        self = isRead ? ReturnPath(of: request) : ReturnPath(before: request) ?? .home
    }

    /// The path given by a query or a form; the home page if it is not valid.
    init(named text: String?) {
        self = text.flatMap { ReturnPath($0) } ?? .home
    }

    /// Where to go after signing in: the path in the link's query, otherwise the page that the link
    /// was on, unless that was one of the sign-in pages, too.
    init(after request: Request) {
        let ways = [Link.signIn(), Link.signUp(), Link.recovery()]
        let page = ReturnPath(before: request) ?? .home
        let isOnTheWay = ways.contains { page.text.hasPrefix($0) }
        self = request.query["return"].map { ReturnPath(named: $0) } ?? (isOnTheWay ? .home : page)
    }

    static let home = ReturnPath(checked: "/")

    private init(checked text: String) {
        self.text = text
    }

    /// A link to a page that returns here afterwards, such as `/signin?return=/my`.
    func path(by page: Path<>) -> String {
        self == .home ? page() : page() + "?return=" + text.percentEncoded(keeping: "/")
    }
}

extension String {
    /// Percent-encodes all but the unreserved characters (RFC 3986 section 2.3) and those in `kept`.
    func percentEncoded(keeping kept: StaticString = "") -> String {
        func isKept(_ byte: UInt8) -> Bool {
            byte.isUnreserved || kept.withUTF8Buffer { $0.contains(byte) }
        }
        var text = self
        guard !text.withUTF8({ $0.allSatisfy(isKept) }) else { return self }
        let digits: StaticString = "0123456789ABCDEF"
        var bytes: [UInt8] = []
        bytes.reserveCapacity(3 * utf8.count)
        for byte in utf8 {
            if isKept(byte) {
                bytes.append(byte)
            } else {
                bytes.append(UInt8(ascii: "%"))
                bytes.append(digits.utf8Start[Int(byte >> 4)])
                bytes.append(digits.utf8Start[Int(byte & 15)])
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension UInt8 {
    fileprivate var isUnreserved: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
            UInt8(ascii: "_"), UInt8(ascii: "~"):
            true
        default: false
        }
    }
}
