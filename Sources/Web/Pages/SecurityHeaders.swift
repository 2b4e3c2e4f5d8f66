import HTTPServer

/// Header fields that make browsers handle the site's answers strictly.
enum SecurityHeaders {
    /// For every response.
    static let always: FieldLines = {
        var fields = FieldLines()
        fields.append("X-Content-Type-Options", "nosniff")
        fields.append("Referrer-Policy", "same-origin")
        return fields
    }()

    /// Browsers use only HTTPS for the site for a year (RFC 6797).
    static let behindTLS: FieldLines = {
        var fields = always
        fields.append("Strict-Transport-Security", "max-age=31536000")
        return fields
    }()

    static let pageType = "text/html; charset=utf-8"

    /// For pages: nothing inline, nothing from other origins, never in a frame.
    static let page: FieldLines = {
        var fields = FieldLines()
        fields.append(
            "Content-Security-Policy",
            """
            default-src 'none'; img-src 'self'; style-src 'self'; script-src 'self'; \
            connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; \
            frame-ancestors 'none'
            """)
        fields.append("Cross-Origin-Opener-Policy", "same-origin")
        return fields
    }()
}
