import Secrets

/// What says to push services who sends (RFC 8292 section 2): a token for each of them, signed at its
/// first use and good for many pushes.
struct VAPIDTokens: Sendable {
    /// For so long one is used, in seconds.
    static let lifetime: Int64 = 12 * 3_600
    /// Longer it is good, for clocks that differ; not more than a day in all.
    private static let grace: Int64 = 3_600
    /// So many are signed in a minute, and kept: which origins there are is what visitors say.
    static let (mostPerMinute, most) = (30, 200)

    private let key: VAPIDKey
    private let contact: String
    private var tokens: [String: (text: String, end: Int64)] = [:]
    private var minute: (start: Int64, signed: Int) = (0, 0)

    /// - Parameter contact: of the operator, `mailto:` or `https:`, of printable ASCII without quotes and
    ///   backslashes.
    init(key: VAPIDKey, contact: String) {
        (self.key, self.contact) = (key, contact)
    }

    /// How many are kept.
    var count: Int { tokens.count }

    /// The value of `Authorization` (RFC 8292 section 3); nil while too many others were signed just
    /// now.
    /// - Parameters:
    ///   - origin: of the push service.
    ///   - now: in Unix time.
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

    /// Of those that are good still, the one that ends first goes when there are too many.
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
