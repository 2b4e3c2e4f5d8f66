import HTTPServer

/// The site's cookies (RFC 6265): never sent along from elsewhere, and never readable by scripts, but for the
/// one that a script writes.
struct CookieJar: Sendable {
    /// Whether visitors come by TLS, ended in front of this server.
    let areSecure: Bool

    /// A cookie with the name it has over TLS: a browser takes such a prefix (RFC 6265bis) from a
    /// secure site only, so that no other can plant it.
    struct Name: Sendable {
        let plain: StaticString
        let secure: StaticString

        /// Names an alert for the next page.
        static let alert = Name(plain: "alert", secure: "__Host-alert")
        /// Who is signed in.
        static let session = Name(plain: "session", secure: "__Host-session")
        /// Whose the session was that is open, or was last.
        static let writer = Name(plain: "writer", secure: "__Host-writer")
        /// The language chosen.
        static let language = Name(plain: "language", secure: "__Host-language")
        /// How the list is laid out.
        static let view = Name(plain: "view", secure: "__Host-view")
        /// Where a guest lives, on the way there alone.
        static let neighbourhood = Name(plain: "near", secure: "__Secure-near")
        /// Which to-dos come first, below the path of lists alone.
        static let todoOrder = Name(plain: "todo-order", secure: "__Secure-todo-order")
        /// What the visitor's last write was, where several programs serve one market.
        static let commit = Name(plain: "commit", secure: "__Host-commit")
        /// Opens one item's edit form, below that item's path alone.
        static let edit = Name(plain: "edit", secure: "__Secure-edit")
        /// Opens that item's hidden photos, below the path of photos alone.
        static let photos = Name(plain: "photos", secure: "__Secure-photos")
        /// Has the items that were posted here just now taken over, below the path of items alone.
        static let newItems = Name(plain: "new-items", secure: "__Secure-new-items")
        /// Tells that one item was posted here, below that item's path alone.
        static let posted = Name(plain: "posted", secure: "__Secure-posted")
        /// Tells which items were posted here.
        static let postedItems = Name(plain: "posted-items", secure: "__Host-posted-items")
        /// Tells which items were looked at here, on the page that lists them alone. A script writes
        /// it, and it shows what everybody may see, whoever has planted it.
        static let viewed = Name(plain: "viewed", secure: "viewed")
        /// The announcement that was put away.
        static let announcement = Name(plain: "announcement", secure: "__Host-announcement")
    }

    /// - Parameter lifetime: in seconds; 0 takes the cookie away.
    func set(
        _ name: Name, to value: String, path: String = "/", lifetime: Int,
        on response: inout Response
    ) {
        let secure = areSecure ? "; Secure" : ""
        response.append(
            "Set-Cookie",
            "\(text(name))=\(value); Path=\(path); Max-Age=\(lifetime); HttpOnly; "
                + "SameSite=Lax\(secure)")
    }

    func value(_ name: Name, in request: Request) -> String? {
        request.cookies[text(name)]
    }

    private func text(_ name: Name) -> StaticString {
        areSecure ? name.secure : name.plain
    }
}
