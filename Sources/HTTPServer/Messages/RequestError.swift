/// A request that never reaches the handler: malformed, too large, too slow, or one too many.
public struct FailedRequest: Sendable {
    /// What to answer.
    public let status: Status
    /// What is wrong, in English.
    public let reason: String
    /// The request target (RFC 9112 §3.2), as it came and as far as it came; empty when none did.
    public let target: String

    /// The path in the target, as it came: what stands behind `http://market.example`, if anything
    /// stands before it, and before the query.
    public var path: String {
        let target = target.prefix { $0 != "?" }
        guard !target.hasPrefix("/"), let scheme = target.firstRange(of: "://") else {
            return String(target)
        }
        return String(target[scheme.upperBound...].drop { $0 != "/" })
    }
}

extension RequestParser {
    /// Longer ones are cut off: it says which part of a site was meant, no more.
    private static let longestTarget = 256

    /// The target of the request that begins with these bytes, however malformed it is.
    static func target(in bytes: Span<UInt8>) -> String {
        var start = 0
        while start < bytes.count, bytes[start].isLineEnd { start += 1 }
        while start < bytes.count, bytes[start].isVisible { start += 1 }
        guard start < bytes.count, bytes[start] == .space else { return "" }
        start += 1
        let most = min(bytes.count, start + longestTarget)
        var end = start
        while end < most, bytes[end].isVisible { end += 1 }
        return bytes.text(start..<end)
    }
}

extension UInt8 {
    fileprivate var isLineEnd: Bool { self == .carriageReturn || self == .lineFeed }
}
