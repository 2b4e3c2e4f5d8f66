import Glibc

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
            Console.complain("\(name): \(done) of \(total)")
        }
    }

    private func draw(_ done: Int, of total: Int) {
        let filled = Self.width * done / max(total, 1)
        let bar =
            String(repeating: "█", count: filled)
            + String(repeating: "░", count: Self.width - filled)
        // Back to the first column, and nothing left of what stood there.
        Console.draw("\r\u{1B}[K\(bar) \(name): \(done) of \(total)" + (done < total ? "" : "\n"))
    }
}
