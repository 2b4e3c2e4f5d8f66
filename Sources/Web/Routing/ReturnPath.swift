import HTTPServer

/// Where a visitor may be led, as after signing in: a path of this site, and nothing else.
struct ReturnPath: Equatable, Sendable {
    private static let longest = 2_048

    let text: String

    /// Nil for what a browser could take to another site (WHATWG URL section 4.4): it reads `//`
    /// and `/\` as the beginning of a host, and drops tabs and line ends before it does.
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

    /// The address of a request itself, or the same at another path; the first page when it cannot
    /// be gone back to.
    init(of request: Request, at path: String? = nil) {
        let path = (path ?? request.path).percentEncoded(keeping: "/")
        let query = request.rawQuery
        self = ReturnPath(query.isEmpty ? path : "\(path)?\(query)") ?? .home
    }

    /// The page of this site that led here, as far as the browser says; nil when it says none.
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

    /// The page that a visitor sees in answer to a request: its own, or of a form's answer the one
    /// that the form was on.
    init(showing request: Request) {
        let isRead = request.method == .get || request.method == .head
        self = isRead ? ReturnPath(of: request) : ReturnPath(before: request) ?? .home
    }

    /// Named by a query or a form; the first page when it is none.
    init(named text: String?) {
        self = text.flatMap { ReturnPath($0) } ?? .home
    }

    /// Where somebody goes on who follows the link to the sign-in: where the link says, else where
    /// it stood, unless that was on the way to an account too.
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

    /// The path of a page that leads back here, as `/signin?return=/my`.
    func path(by page: Path<>) -> String {
        self == .home ? page() : page() + "?return=" + text.percentEncoded(keeping: "/")
    }
}

extension String {
    /// With all but unreserved characters (RFC 3986 section 2.3) and those kept escaped.
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
