import Foundation

/// A process that a test starts, reads from and ends.
public final class ChildProcess {
    /// How a process ended.
    public enum Exit: Equatable, Sendable {
        case code(Int32)
        case signal(Int32)
    }

    public let id: pid_t
    private let standardOutput: Transcript
    private let standardError: Transcript
    private var exit: Exit?

    /// Starts the program at `path` as the leader of its own process group.
    /// - Parameter socket: a descriptor to pass to it as number 3; it inherits no other.
    public init(
        _ path: String, _ arguments: [String], environment: [String: String],
        socket: Int32? = nil
    ) throws {
        let output = try Pipe.make()
        let errors = try Pipe.make()
        defer {
            close(output.writing)
            close(errors.writing)
        }
        standardOutput = Transcript(reading: output.reading)
        standardError = Transcript(reading: errors.reading)
        id = try Self.spawn(
            path, arguments, environment: environment, output: output.writing,
            errors: errors.writing, socket: socket)
    }

    deinit {
        end()
    }

    public var output: String { standardOutput.text }
    public var errors: String { standardError.text }

    /// The first line of standard output that contains `part`.
    /// - Throws: `Failure` with all of the process's output if there is none in time.
    public func line(with part: String, within seconds: TimeInterval = 60) throws -> String {
        let deadline = Date(timeIntervalSinceNow: seconds)
        if let line = standardOutput.line(with: part, until: deadline) { return line }
        throw Failure("no line with “\(part)”, but:\n\(output)\(errors)")
    }

    /// The first line of standard error that contains `part`.
    /// - Throws: the same as `line`.
    public func errorLine(with part: String, within seconds: TimeInterval = 60) throws -> String {
        let deadline = Date(timeIntervalSinceNow: seconds)
        if let line = standardError.line(with: part, until: deadline) { return line }
        throw Failure("no line of standard error with “\(part)”, but:\n\(output)\(errors)")
    }

    public func signal(_ number: Int32) {
        guard exit == nil else { return }
        kill(id, number)
    }

    /// Waits until the process has exited by itself.
    /// - Throws: `Failure` if it is still running after `seconds`.
    public func wait(within seconds: TimeInterval = 60) throws -> Exit {
        if let exit { return exit }
        let deadline = Date(timeIntervalSinceNow: seconds)
        guard standardOutput.waitForEnd(until: deadline),
            standardError.waitForEnd(until: deadline)
        else { throw Failure("still running after \(seconds) s:\n\(output)\(errors)") }
        return reap()
    }

    /// Kills the process and everything that it started, unless it has exited already.
    public func end() {
        guard exit == nil else { return }
        kill(-id, SIGKILL)
        _ = reap()
    }

    private func reap() -> Exit {
        var status: Int32 = 0
        while waitpid(id, &status, 0) < 0, errno == EINTR {}
        let signal = status & 0x7F
        let exit: Exit = signal == 0 ? .code((status >> 8) & 0xFF) : .signal(signal)
        self.exit = exit
        return exit
    }
}

extension ChildProcess {
    /// The highest descriptor closed in the child: the default limit is 1024 descriptors.
    private static let highestDescriptor: Int32 = 1_023

    private static func spawn(
        _ path: String, _ arguments: [String], environment: [String: String], output: Int32,
        errors: Int32, socket: Int32?
    ) throws -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
        posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO)
        if let socket { posix_spawn_file_actions_adddup2(&actions, socket, 3) }
        for descriptor in (socket == nil ? 3 : 4)...highestDescriptor {
            posix_spawn_file_actions_addclose(&actions, descriptor)
        }
        var attributes = blankSlate()
        defer { posix_spawnattr_destroy(&attributes) }

        let variables = environment.map { "\($0.key)=\($0.value)" }
        var id: pid_t = 0
        let code = withCStrings([path] + arguments) { argv in
            withCStrings(variables) { envp in
                posix_spawn(&id, path, &actions, &attributes, argv, envp)
            }
        }
        guard code == 0 else { throw Failure(errno: code, "starting \(path)") }
        return id
    }

    /// A process group of its own, and default signal handling as from a shell, because threads of
    /// the test process may block some signals.
    private static func blankSlate() -> posix_spawnattr_t {
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setpgroup(&attributes, 0)
        let flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
        posix_spawnattr_setflags(&attributes, Int16(flags))
        return attributes
    }

    private static func withCStrings<R>(
        _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> R
    ) -> R {
        let copies = strings.map { strdup($0) }
        defer { copies.forEach { free($0) } }
        return body(copies + [nil])
    }
}

private enum Pipe {
    /// Makes a pipe; both ends are closed in other child processes.
    static func make() throws -> (reading: Int32, writing: Int32) {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { throw Failure(errno: errno, "pipe") }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return (ends[0], ends[1])
    }
}
