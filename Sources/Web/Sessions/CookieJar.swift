import HTTPServer

/// The site's cookies (RFC 6265): never sent with requests from other sites, and never readable by
/// scripts, except for the one that a script writes.
struct CookieJar: Sendable {
    /// Whether visitors connect by TLS, terminated in front of this server.
    let areSecure: Bool

    /// A cookie's name, and its name over TLS: browsers accept the prefix (RFC 6265bis) only from a
    /// secure site, so no other site can plant the cookie.
    struct Name: Sendable {
        let plain: StaticString
        let secure: StaticString

        /// The name of an alert for the next page.
        static let alert = Name(plain: "alert", secure: "__Host-alert")
        /// The session's token.
        static let session = Name(plain: "session", secure: "__Host-session")
        /// A mark of the account whose session is, or was last, open here.
        static let writer = Name(plain: "writer", secure: "__Host-writer")
        /// The chosen language.
        static let language = Name(plain: "language", secure: "__Host-language")
        /// The list's layout.
        static let view = Name(plain: "view", secure: "__Host-view")
        /// The guest's neighbourhood; sent only to `/near`.
        static let neighbourhood = Name(plain: "near", secure: "__Secure-near")
        /// The order of to-dos; sent only below the path of lists.
        static let todoOrder = Name(plain: "todo-order", secure: "__Secure-todo-order")
        /// The visitor's last write, if several server processes share one database.
        static let commit = Name(plain: "commit", secure: "__Host-commit")
        /// Lets a guest change one item without its password; sent only below that item's path.
        static let edit = Name(plain: "edit", secure: "__Secure-edit")
        /// Opens that item's hidden photos; sent only below the path of photos.
        static let photos = Name(plain: "photos", secure: "__Secure-photos")
        /// Allows taking over the items just posted here; sent only below the path of items.
        static let newItems = Name(plain: "new-items", secure: "__Secure-new-items")
        /// Says that one item was posted here; sent only below that item's path.
        static let posted = Name(plain: "posted", secure: "__Secure-posted")
        /// Lists the items posted here.
        static let postedItems = Name(plain: "posted-items", secure: "__Host-posted-items")
        /// Lists the items viewed here; sent only to the page that shows them. A script writes it;
        /// planting it is harmless, because the items it names are public.
        static let viewed = Name(plain: "viewed", secure: "viewed")
        /// The announcement that the visitor dismissed.
        static let announcement = Name(plain: "announcement", secure: "__Host-announcement")
    }

    /// - Parameter lifetime: in seconds; 0 deletes the cookie.
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
