import Foundation

/// The built program, serving a market.
public final class Program {
    public let port: UInt16
    public let process: ChildProcess
    private let folder: TemporaryFolder?

    /// Starts `jangteo serve` on a free port and waits until it listens.
    /// - Parameters:
    ///   - database: the path of its file; nil for a temporary one.
    ///   - preparation: shell commands to run first.
    ///   - socket: a descriptor to pass to it as number 3.
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

    /// Kills the program if it is still running.
    public func end() {
        process.end()
        folder?.remove()
    }

    public func client() throws -> Client {
        try Client(port: port)
    }

    /// A connection to the metrics server, which `--metrics-port 0` starts.
    public func metricsClient() throws -> Client {
        let line = try process.line(with: "jangteo: metrics on http://127.0.0.1:")
        guard let match = line.firstMatch(of: /:(\d+)\/metrics$/), let port = UInt16(match.1) else {
            throw Failure("no port in “\(line)”")
        }
        return try Client(port: port)
    }
}

extension Program {
    /// The result of a run that has ended.
    public struct Outcome: Sendable {
        public let exit: ChildProcess.Exit
        public let output: String
        public let errors: String
    }

    /// Runs the program until it exits.
    /// - Parameter program: the path of another executable; nil for the one beside the tests.
    public static func run(
        _ arguments: [String], environment: [String: String] = [:], of program: String? = nil
    ) throws -> Outcome {
        let process = try start(arguments, environment: environment, of: program)
        defer { process.end() }
        let exit = try process.wait()
        return Outcome(exit: exit, output: process.output, errors: process.errors)
    }

    /// The arguments to serve this package's site on a free port, with cheap password hashes and
    /// without rate limits for an address, unless the options say otherwise.
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

    /// The path of the executable beside the tests, built together with them.
    private static let executable: String = {
        if let path = ProcessInfo.processInfo.environment["JANGTEO_EXECUTABLE"] { return path }
        let tests = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        return tests.deletingLastPathComponent().appendingPathComponent("jangteo").path
    }()

    /// Starts the program without waiting for anything.
    /// - Parameters:
    ///   - preparation: shell commands to run first, such as `ulimit -n 64;`.
    ///   - socket: a descriptor to pass to it as number 3.
    ///   - program: the path of another executable; nil for the one beside the tests.
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
