import Glibc

/// What the program says, a line at a time and at once, also through a pipe.
enum Console {
    /// To stdout: what was asked for.
    static func say(_ line: String) {
        write(line + "\n", to: STDOUT_FILENO)
    }

    /// To stderr: what went wrong, after the program's name.
    static func complain(_ line: String) {
        write("jangteo: \(line)\n", to: STDERR_FILENO)
    }

    /// To stderr as it is, for a line that is drawn over and over.
    static func draw(_ text: String) {
        write(text, to: STDERR_FILENO)
    }

    private static func write(_ text: String, to file: Int32) {
        var rest = ArraySlice(text.utf8)
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
            if count < 0, errno != EINTR { return }
            rest = rest.dropFirst(max(count, 0))
        }
    }
}
