import Glibc

/// Writes to stdout and stderr without a buffer, so that a pipe gets each line at once.
enum Console {
    /// Prints what was asked for to stdout.
    static func print(_ line: String) {
        write(line + "\n", to: STDOUT_FILENO)
    }

    /// Prints an error to stderr, after the program's name.
    static func printError(_ line: String) {
        write("jangteo: \(line)\n", to: STDERR_FILENO)
    }

    /// Writes the text to stderr unchanged, for a line that is redrawn.
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

/// Shows the progress of a long command on stderr: a growing bar on a terminal, otherwise a line for each
/// quarter.
struct ProgressBar {
    private static let width = 30

    private let isTerminal = isatty(STDERR_FILENO) == 1
    private var name = ""
    private var part = 0

    /// - Parameter name: what is counted; another name starts another bar.
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
