import Fixtures
import Foundation

/// What the kernel reports about a running process (proc(5)).
struct ProcessFigures {
    private let id: pid_t

    init(_ process: ChildProcess) {
        id = process.id
    }

    var openDescriptors: Int {
        get throws { try FileManager.default.contentsOfDirectory(atPath: path("fd")).count }
    }

    /// CPU time of all threads, in user and kernel mode, in seconds.
    var processorSeconds: Double {
        get throws {
            // The name, in brackets, may contain spaces; the 14th and 15th fields are ticks.
            let text = try String(contentsOfFile: path("stat"), encoding: .utf8)
            let fields = text.split(separator: ")").last?.split(separator: " ") ?? []
            guard fields.count > 12, let user = Double(fields[11]), let system = Double(fields[12])
            else { throw Failure("no ticks in “\(text)”") }
            return (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
        }
    }

    /// Memory that is not swapped out, in bytes.
    var residentBytes: Int { get throws { try kilobytes("VmRSS") * 1024 } }

    /// The peak of `residentBytes`.
    var peakResidentBytes: Int { get throws { try kilobytes("VmHWM") * 1024 } }

    private func kilobytes(_ name: String) throws -> Int {
        let text = try String(contentsOfFile: path("status"), encoding: .utf8)
        let line = text.split(separator: "\n").first { $0.hasPrefix(name + ":") }
        guard let words = line?.split(whereSeparator: \.isWhitespace), words.count > 1,
            let number = Int(words[1])
        else { throw Failure("no \(name)") }
        return number
    }

    private func path(_ name: String) -> String {
        "/proc/\(id)/\(name)"
    }
}
