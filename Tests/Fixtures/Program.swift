import Foundation

/// The built program, serving a market.
public final class Program {
    public let port: UInt16
    public let process: ChildProcess
    private let folder: TemporaryFolder?

    /// Starts `jangteo serve` on a free port and waits until it listens.
    /// - Parameters:
    ///   - database: its file; by default one that goes with the program.
    ///   - preparation: what a shell does first.
    ///   - socket: a descriptor that it finds as number 3.
    public convenience init(
        database: String? = nil, options: [String] = [], after preparation: String = "",
        socket: Int32? = nil
    ) throws {
        let folder = try database == nil ? TemporaryFolder() : nil
        let file = database ?? folder?.file("market.sqlite") ?? ""
        let process = try Self.start(
            Self.serving(database: file, options), after: preparation, socket: socket)
        try self.init(process, keeping: folder)
    }

    /// Starts the program with exactly these arguments and waits until it listens.
    public convenience init(
        exactly arguments: [String], environment: [String: String] = [:]
    ) throws {
        try self.init(Self.start(arguments, environment: environment), keeping: nil)
    }

    private init(_ process: ChildProcess, keeping folder: TemporaryFolder?) throws {
        self.folder = folder
        self.process = process
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

    /// A connection to the server of the metrics, which `--metrics-port 0` starts.
    public func metricsClient() throws -> Client {
        let line = try process.line(with: "jangteo: metrics on http://127.0.0.1:")
        guard let match = line.firstMatch(of: /:(\d+)\/metrics$/), let port = UInt16(match.1) else {
            throw Failure("no port in “\(line)”")
        }
        return try Client(port: port)
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
    /// - Parameter program: another one than that beside the tests.
    public static func run(
        _ arguments: [String], environment: [String: String] = [:], of program: String? = nil
    ) throws -> Outcome {
        let process = try start(arguments, environment: environment, of: program)
        defer { process.end() }
        let exit = try process.wait()
        return Outcome(exit: exit, output: process.output, errors: process.errors)
    }

    /// The arguments that serve this package's site on a free port, with passwords at no cost and
    /// no limit on what comes from one address, unless the options say otherwise.
    public static func serving(database: String, _ options: [String] = []) -> [String] {
        let usual = [
            ("--host", "127.0.0.1"), ("--port", "0"), ("--database", database),
            ("--root", packageRoot), ("--password-passes", "1"), ("--password-memory", "8192"),
            ("--post-rate", "0"), ("--photo-rate", "0"),
        ]
        return ["serve"] + options
            + usual.filter { !options.contains($0.0) }.flatMap { [$0.0, $0.1] }
    }

    public static let packageRoot = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path

    /// Beside the tests, which are built together with it.
    private static let executable: String = {
        if let path = ProcessInfo.processInfo.environment["JANGTEO_EXECUTABLE"] { return path }
        let tests = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        return tests.deletingLastPathComponent().appendingPathComponent("jangteo").path
    }()

    /// Starts the program, and waits for nothing.
    /// - Parameters:
    ///   - preparation: what a shell does first, as `ulimit -n 64;`.
    ///   - socket: a descriptor that it finds as number 3.
    ///   - program: another one than that beside the tests.
    public static func start(
        _ arguments: [String], environment: [String: String] = [:],
        after preparation: String = "", socket: Int32? = nil, of program: String? = nil
    ) throws -> ChildProcess {
        let executable = program ?? executable
        let inherited = ProcessInfo.processInfo.environment.filter {
            !$0.key.hasPrefix("JANGTEO_")
        }
        let variables = inherited.merging(environment) { $1 }
        guard !preparation.isEmpty else {
            return try ChildProcess(executable, arguments, environment: variables, socket: socket)
        }
        let script = preparation + " exec \"$0\" \"$@\""
        return try ChildProcess(
            "/bin/sh", ["-c", script, executable] + arguments, environment: variables,
            socket: socket)
    }
}
