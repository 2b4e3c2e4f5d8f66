extension Site {
    /// What follows one of these in a path is a key that opens something: no log is to hold it.
    public static let secretPaths = ["/feeds/"]

    /// The path as a log may hold it.
    static func pathWithoutSecret(_ path: String) -> String {
        secretPaths.first { path.hasPrefix($0) }.map { $0 + "*" } ?? path
    }
}
