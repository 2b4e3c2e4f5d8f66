import Secrets

/// What says to push services who sends (RFC 8292 section 2): a token for each of them, signed at its
/// first use and good for many pushes.
struct VAPIDTokens: Sendable {
    /// For so long one is used, in seconds.
    static let lifetime: Int64 = 12 * 3_600
    /// Longer it is good, for clocks that differ; not more than a day in all.
    private static let grace: Int64 = 3_600

    private let key: VAPIDKey
    private let contact: String
    private var tokens: [String: (text: String, end: Int64)] = [:]

    /// - Parameter contact: of the operator, `mailto:` or `https:`, of printable ASCII without quotes and
    ///   backslashes.
    init(key: VAPIDKey, contact: String) {
        (self.key, self.contact) = (key, contact)
    }

    /// The value of `Authorization` (RFC 8292 section 3).
    /// - Parameters:
    ///   - origin: of the push service.
    ///   - now: in Unix time.
    /// - Throws: `.programFailed`.
    mutating func authorization(
        for origin: String, at now: Int64
    ) async throws(WebPushError) -> String {
        if let token = tokens[origin], now < token.end { return header(token.text) }
        let claims =
            #"{"aud":"\#(origin)","exp":\#(now + Self.lifetime + Self.grace),"sub":"\#(contact)"}"#
        let parts = [#"{"typ":"JWT","alg":"ES256"}"#, claims].map { part in
            Base64URL.encode(Array(part.utf8))
        }
        let signed = parts.joined(separator: ".")
        let text = signed + "." + Base64URL.encode(try await key.sign(signed))
        tokens[origin] = (text, now + Self.lifetime)
        return header(text)
    }

    private func header(_ token: String) -> String {
        "vapid t=\(token), k=\(key.publicKey)"
    }
}
