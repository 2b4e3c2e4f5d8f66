import CLinux

/// The variables that the program was started with.
enum Environment {
    static var variables: [String: String] {
        var variables: [String: String] = [:]
        var entry = jangteo_environment()
        while let text = entry?.pointee {
            let parts = String(cString: text).split(
                separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2 { variables[String(parts[0])] = String(parts[1]) }
            entry = entry?.successor()
        }
        return variables
    }
}
