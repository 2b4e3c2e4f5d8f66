import Foundation

/// The built program, serving a market.
public final class Program {
    public let port: UInt16
    public let process: ChildProcess
    private let folder: TemporaryFolder?

    /// Starts `jangteo serve` on a free port and waits until it listens.
    /// - Parameter database: its file; by default one that goes with the program.
    public convenience init(database: String? = nil, options: [String] = []) throws {
        let folder = try database == nil ? TemporaryFolder() : nil
        let file = database ?? folder?.file("market.sqlite") ?? ""
        try self.init(
            arguments: Self.serving(database: file) + options, environment: [:], keeping: folder)
    }

    /// Starts the program with exactly these arguments and waits until it listens.
    public convenience init(
        exactly arguments: [String], environment: [String: String] = [:]
    ) throws {
        try self.init(arguments: arguments, environment: environment, keeping: nil)
    }

    private init(
        arguments: [String], environment: [String: String], keeping folder: TemporaryFolder?
    ) throws {
        self.folder = folder
        process = try Self.start(arguments, environment: environment)
        let line = try process.line(with: "jangteo: listening on http://")
        guard let text = line.split(separator: ":").last, let port = UInt16(text) else {
            throw Failure("no port in “\(line)”")
        }
        self.port = port
    }

    /// Kills the program when it still runs.
    public func end() {
        process.end()
        folder?.remove()
    }

    public func client() throws -> Client {
        try Client(port: port)
    }
}

extension Program {
    /// What a run to the end left behind.
    public struct Outcome: Sendable {
        public let exit: ChildProcess.Exit
        public let output: String
        public let errors: String
    }

    /// Runs the program to its end.
    public static func run(
        _ arguments: [String], environment: [String: String] = [:]
    ) throws -> Outcome {
        let process = try start(arguments, environment: environment)
        defer { process.end() }
        let exit = try process.wait()
        return Outcome(exit: exit, output: process.output, errors: process.errors)
    }

    /// The arguments that serve this package's site on a free port, with passwords at no cost.
    public static func serving(database: String) -> [String] {
        [
            "serve", "--host", "127.0.0.1", "--port", "0", "--database", database,
            "--root", packageRoot, "--password-passes", "1", "--password-memory", "8192",
        ]
    }

    public static let packageRoot = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path

    /// Beside the tests, which are built together with it.
    private static let executable: String = {
        if let path = ProcessInfo.processInfo.environment["JANGTEO_EXECUTABLE"] { return path }
        let tests = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        return tests.deletingLastPathComponent().appendingPathComponent("jangteo").path
    }()

    private static func start(
        _ arguments: [String], environment: [String: String]
    ) throws -> ChildProcess {
        let inherited = ProcessInfo.processInfo.environment.filter {
            !$0.key.hasPrefix("JANGTEO_")
        }
        return try ChildProcess(
            executable, arguments, environment: inherited.merging(environment) { $1 })
    }
}
