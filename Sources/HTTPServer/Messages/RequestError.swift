/// Why a request never reaches the handler: it is malformed, too large, too slow, or one too many.
public struct RequestError: Error, Equatable, Sendable {
    /// The status of the response.
    public let status: Status
    /// What is wrong, in English.
    public let reason: String
    /// The undecoded request target (RFC 9112 §3.2), as much of it as was received; empty if nothing was.
    public internal(set) var target: String
    /// The position of the byte of the request that is at fault.
    let position: Int

    init(_ status: Status, _ reason: String, position: Int = 0, target: String = "") {
        self.status = status
        self.reason = reason
        self.position = position
        self.target = target
    }

    /// A request that breaks the grammar: 400.
    static func malformed(_ reason: String, _ position: Int) -> RequestError {
        RequestError(.badRequest, reason, position: position)
    }

    /// The undecoded path of the target: without the query and, in absolute form, without scheme and
    /// authority.
    public var path: String {
        let target = target.prefix { $0 != "?" }
        guard !target.hasPrefix("/"), let scheme = target.firstRange(of: "://") else {
            return String(target)
        }
        return String(target[scheme.upperBound...].drop { $0 != "/" })
    }
}
