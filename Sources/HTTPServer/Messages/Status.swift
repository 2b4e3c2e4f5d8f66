/// A status code with its reason phrase; section numbers without an RFC refer to RFC 9110.
public struct Status: Sendable, Equatable {
    /// Three digits, 100 to 599.
    public let code: Int
    /// For people only; clients use the code.
    public let phrase: StaticString

    /// Makes a status outside the list below; the code is clamped to 100 to 599.
    public init(_ code: Int, _ phrase: StaticString) {
        self.code = min(max(code, 100), 599)
        self.phrase = phrase
    }

    /// Compares the codes only.
    public static func == (left: Status, right: Status) -> Bool { left.code == right.code }

    /// Whether a response of this status never has content (RFC 9110 §6.4.1).
    var isBodiless: Bool { code < 200 || code == 204 || code == 304 }

    /// §15.3.1: the request succeeded.
    public static let ok = Status(200, "OK")
    /// §15.3.2: a resource was created, named by Location.
    public static let created = Status(201, "Created")
    /// §15.3.5: success without content.
    public static let noContent = Status(204, "No Content")
    /// §15.3.7: the range that was asked for.
    public static let partialContent = Status(206, "Partial Content")
    /// §15.4.4: the client is to use GET at another location.
    public static let seeOther = Status(303, "See Other")
    /// §15.4.5: the client's cached copy is current.
    public static let notModified = Status(304, "Not Modified")
    /// §15.4.9: moved for good; the client is to repeat the request there with the same method.
    public static let permanentRedirect = Status(308, "Permanent Redirect")
    /// §15.5.1: the request is malformed.
    public static let badRequest = Status(400, "Bad Request")
    /// §15.5.4: understood and refused.
    public static let forbidden = Status(403, "Forbidden")
    /// §15.5.5: there is no such resource.
    public static let notFound = Status(404, "Not Found")
    /// §15.5.6: the resource does not support the method; Allow lists those it supports.
    public static let methodNotAllowed = Status(405, "Method Not Allowed")
    /// §15.5.9: the request did not arrive in time.
    public static let requestTimeout = Status(408, "Request Timeout")
    /// §15.5.10: the state of the resource does not allow it.
    public static let conflict = Status(409, "Conflict")
    /// §15.5.11: the resource is gone for good.
    public static let gone = Status(410, "Gone")
    /// §15.5.13: If-Match or another precondition is false.
    public static let preconditionFailed = Status(412, "Precondition Failed")
    /// §15.5.14: the body is larger than a limit.
    public static let contentTooLarge = Status(413, "Content Too Large")
    /// §15.5.15: the request line is longer than `Limits.requestLine`.
    public static let uriTooLong = Status(414, "URI Too Long")
    /// §15.5.16: the media type of the content is not supported.
    public static let unsupportedMediaType = Status(415, "Unsupported Media Type")
    /// §15.5.17: the range lies outside the content.
    public static let rangeNotSatisfiable = Status(416, "Range Not Satisfiable")
    /// §15.5.18: Expect holds something other than 100-continue.
    public static let expectationFailed = Status(417, "Expectation Failed")
    /// §15.5.20: this server does not answer for the host.
    public static let misdirectedRequest = Status(421, "Misdirected Request")
    /// §15.5.21: well-formed content that breaks a rule.
    public static let unprocessableContent = Status(422, "Unprocessable Content")
    /// RFC 6585 §4: a rate limit is exceeded.
    public static let tooManyRequests = Status(429, "Too Many Requests")
    /// RFC 6585 §5: the fields exceed a limit.
    public static let headerFieldsTooLarge = Status(431, "Request Header Fields Too Large")
    /// §15.6.1: the server is at fault.
    public static let internalServerError = Status(500, "Internal Server Error")
    /// §15.6.2: the method is unknown.
    public static let notImplemented = Status(501, "Not Implemented")
    /// §15.6.4: overloaded; Retry-After may say for how long.
    public static let serviceUnavailable = Status(503, "Service Unavailable")
    /// §15.6.6: neither HTTP/1.0 nor 1.1.
    public static let versionNotSupported = Status(505, "HTTP Version Not Supported")
}
