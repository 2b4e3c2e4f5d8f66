import HTTPServer

/// Fields that tell browsers to be strict with what the site sends.
enum SecurityHeaders {
    /// For every answer.
    static let always: FieldLines = {
        var fields = FieldLines()
        fields.append("X-Content-Type-Options", "nosniff")
        fields.append("Referrer-Policy", "same-origin")
        return fields
    }()

    static let pageType = "text/html; charset=utf-8"

    /// For pages: nothing inline, nothing from elsewhere, in nobody's frame.
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
