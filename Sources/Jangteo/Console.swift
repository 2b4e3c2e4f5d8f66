import Glibc

/// Writes to stdout and stderr without a buffer, so that a pipe gets each line at once.
enum Console {
    /// To stdout: what was asked for.
    static func print(_ line: String) {
        write(line + "\n", to: STDOUT_FILENO)
    }

    /// To stderr: what went wrong, after the program's name.
    static func printError(_ line: String) {
        write("jangteo: \(line)\n", to: STDERR_FILENO)
    }

    /// To stderr as it is, for a line that is drawn over and over.
    static func printRaw(_ text: String) {
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

/// Shows on stderr how far a long command has come: a bar that grows on a terminal, else a line
/// for each quarter.
struct ProgressBar {
    private static let width = 30

    private let isTerminal = isatty(STDERR_FILENO) == 1
    private var name = ""
    private var part = 0

    /// - Parameter name: of what is counted; another one begins another bar.
    mutating func show(_ name: String, _ done: Int, of total: Int) {
        let part = done * (isTerminal ? 100 : 4) / max(total, 1)
        guard (name, part) != (self.name, self.part) else { return }
        (self.name, self.part) = (name, part)
        if isTerminal {
            draw(done, of: total)
        } else if part > 0 {
            Console.printError("\(name): \(done) of \(total)")
        }
    }

    private func draw(_ done: Int, of total: Int) {
        let filled = Self.width * done / max(total, 1)
        let bar =
            String(repeating: "█", count: filled)
            + String(repeating: "░", count: Self.width - filled)
        let end = done < total ? "" : "\n"
        // Overwrites the line: back to the first column, and clear to the end.
        Console.printRaw("\r\u{1B}[K\(bar) \(name): \(done) of \(total)\(end)")
    }
}
