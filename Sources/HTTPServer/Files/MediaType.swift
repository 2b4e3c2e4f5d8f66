/// The media types of static files.
enum MediaType {
    /// The media type by the extension of the path; `application/octet-stream` if that is unknown.
    static func ofFile(_ path: String) -> String {
        guard let dot = path.lastIndex(of: ".") else { return unknown }
        return types[path[path.index(after: dot)...].lowercased()] ?? unknown
    }

    /// Whether content of this type is text, which compresses well.
    static func isText(_ type: String) -> Bool {
        let essence = type.prefix { $0 != ";" }
        return essence.hasPrefix("text/") || essence.hasSuffix("json") || essence.hasSuffix("xml")
    }

    private static let unknown = "application/octet-stream"

    private static let types: [String: String] = [
        "atom": "application/atom+xml; charset=utf-8",
        "avif": "image/avif",
        "css": "text/css; charset=utf-8",
        "csv": "text/csv; charset=utf-8",
        "gif": "image/gif",
        "htm": "text/html; charset=utf-8",
        "html": "text/html; charset=utf-8",
        "ico": "image/x-icon",
        "jpeg": "image/jpeg",
        "jpg": "image/jpeg",
        "js": "text/javascript; charset=utf-8",
        "json": "application/json",
        "map": "application/json",
        "mjs": "text/javascript; charset=utf-8",
        "mp4": "video/mp4",
        "otf": "font/otf",
        "pdf": "application/pdf",
        "png": "image/png",
        "svg": "image/svg+xml",
        "ttf": "font/ttf",
        "txt": "text/plain; charset=utf-8",
        "wasm": "application/wasm",
        "webmanifest": "application/manifest+json",
        "webm": "video/webm",
        "webp": "image/webp",
        "woff": "font/woff",
        "woff2": "font/woff2",
        "xml": "application/xml; charset=utf-8",
    ]
}
