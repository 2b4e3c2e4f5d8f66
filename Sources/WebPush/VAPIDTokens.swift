import Secrets

/// The tokens that identify the sender to push services (RFC 8292 section 2): one per service, signed at its
/// first use and valid for many pushes.
struct VAPIDTokens: Sendable {
    /// How long a token is used, in seconds.
    static let lifetime: Int64 = 12 * 3_600
    /// How much longer a token is valid, for clocks that differ; at most a day in total.
    private static let grace: Int64 = 3_600
    /// The limits on tokens signed per minute and on tokens cached: visitors decide which origins there are.
    static let (mostPerMinute, most) = (30, 200)

    private let key: VAPIDKey
    private let contact: String
    /// The tokens by the origins of the push services.
    private(set) var tokens: [String: (text: String, end: Int64)] = [:]
    private var minute: (start: Int64, signed: Int) = (0, 0)

    /// - Parameter contact: the operator's address, `mailto:` or `https:`, in printable ASCII without quotes and
    ///   backslashes.
    init(key: VAPIDKey, contact: String) {
        (self.key, self.contact) = (key, contact)
    }

    /// The value of `Authorization` (RFC 8292 section 3); nil if too many tokens were signed within the last
    /// minute.
    /// - Parameters:
    ///   - origin: the origin of the push service.
    ///   - now: the current Unix time.
    /// - Throws: `.programFailed`.
    mutating func authorization(
        for origin: String, at now: Int64
    ) async throws(WebPushError) -> String? {
        if let token = tokens[origin], now < token.end { return header(token.text) }
        guard maySign(at: now) else { return nil }
        let claims =
            #"{"aud":"\#(origin)","exp":\#(now + Self.lifetime + Self.grace),"sub":"\#(contact)"}"#
        let parts = [#"{"typ":"JWT","alg":"ES256"}"#, claims].map { part in
            Base64URL.encode(Array(part.utf8))
        }
        let signed = parts.joined(separator: ".")
        let text = signed + "." + Base64URL.encode(try await key.sign(signed))
        makeRoom(at: now)
        tokens[origin] = (text, now + Self.lifetime)
        return header(text)
    }

    private mutating func maySign(at now: Int64) -> Bool {
        if !(0..<60).contains(now - minute.start) { minute = (now, 0) }
        minute.signed += 1
        return minute.signed <= Self.mostPerMinute
    }

    /// Removes expired tokens and, if there are still too many, the one that expires first.
    private mutating func makeRoom(at now: Int64) {
        tokens = tokens.filter { now < $0.value.end }
        guard tokens.count >= Self.most else { return }
        let first = tokens.min { $0.value.end < $1.value.end }
        if let first { tokens[first.key] = nil }
    }

    private func header(_ token: String) -> String {
        "vapid t=\(token), k=\(key.publicKey)"
    }
}
