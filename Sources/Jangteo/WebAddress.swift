import HTTPServer

/// Hosts and origins as the operator writes them in options.
enum WebAddress {
    /// A scheme and an authority, as browsers serialise an origin (RFC 6454 section 6.2): without the port if it
    /// is the scheme's default. Nil for anything else.
    static func origin(_ text: String) -> String? {
        guard let scheme = ["https://", "http://"].first(where: text.hasPrefix) else { return nil }
        let authority = text.dropFirst(scheme.count)
        let end = authority.hasSuffix("]") ? nil : authority.lastIndex(of: ":")
        let host = authority[..<(end ?? authority.endIndex)]
        guard !host.isEmpty, isName(host) || isIPv6(host) else { return nil }
        guard let end else { return scheme + host }
        let digits = String(authority[authority.index(after: end)...])
        guard let port = UInt16(digits: digits, in: 1...65_535) else { return nil }
        let isDefault = port == (scheme == "https://" ? 443 : 80)
        return scheme + host + (isDefault ? "" : ":\(port)")
    }

    /// Whether the text is a host name, an IPv6 address in brackets, or a port from 1 without leading zeros.
    static func isHostOrPort(_ text: String) -> Bool {
        if text.allSatisfy({ $0.isASCII && $0.isNumber }) {
            return UInt16(text).map { "\($0)" == text && $0 > 0 } ?? false
        }
        return isName(text[...]) || isIPv6(text[...])
    }

    private static func isName(_ host: Substring) -> Bool {
        host.allSatisfy { "abcdefghijklmnopqrstuvwxyz0123456789.-".contains($0) }
    }

    private static func isIPv6(_ host: Substring) -> Bool {
        host.hasPrefix("[") && host.hasSuffix("]") && host.contains(":")
            && Address(String(host.dropFirst().dropLast())) != nil
    }
}
