extension Site {
    /// The path as a log may hold it, where it has a key that opens something, whatever is asked
    /// of it; else nil.
    public static func pathWithoutSecret(_ path: String) -> String? {
        if path.hasPrefix("/feeds/") { return "/feeds/*" }
        guard path.utf8.contains(UInt8(ascii: "-")),
            let key = path.split(separator: "/").first(where: DeletionKey.mayBeOne)
        else { return nil }
        return path[..<key.startIndex] + "*"
    }
}
