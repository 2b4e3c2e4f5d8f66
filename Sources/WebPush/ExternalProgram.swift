import CLinux
import Glibc

/// A program of the system, run as a child process. Its input goes through pipes, so it is not visible in
/// process lists, and its parsing of foreign data is kept out of this process's memory.
struct ExternalProgram: Sendable {
    /// The name that is looked up in `PATH`.
    let name: String

    /// Whether the program is installed.
    var isInstalled: Bool {
        let folders = getenv("PATH").map { String(cString: $0) } ?? ""
        return folders.split(separator: ":").contains { access("\($0)/\(name)", X_OK) == 0 }
    }

    /// The result of a run.
    struct Outcome: Sendable {
        /// The standard output, with long lines truncated: remote servers can make it print long ones.
        let output: [UInt8]
        /// The exit code; 128 plus the signal's number if a signal ended it, as shells report it.
        let code: Int32
    }

    /// Runs the program to its end, on a thread created for it.
    /// - Parameters:
    ///   - input: is written to its standard input.
    ///   - message: can be read by it as `/dev/fd/3`; at most 4,096 bytes.
    ///   - limit: the time after which it is killed; its output so far is returned.
    /// - Returns: nil if it could not be started.
    func run(
        _ arguments: [String], input: [UInt8], message: [UInt8] = [], within limit: Duration
    ) async -> Outcome? {
        let outcome = await BlockingThread.run {
            start(arguments, input, message, until: .now + limit)
        }
        return outcome.flatMap { $0 }
    }

    private func start(
        _ arguments: [String], _ input: [UInt8], _ message: [UInt8],
        until deadline: ContinuousClock.Instant
    ) -> Outcome? {
        guard let standardInput = Pipe(), let output = Pipe(), let extra = Pipe() else {
            return nil
        }
        // The message fits into the pipe's buffer, so this does not wait for a reader.
        extra.write(message.prefix(4_096), until: deadline)
        extra.closeWriting()
        let child = spawn(arguments, [(standardInput.reading, 0), (extra.reading, 3)], output)
        guard let child else { return nil }
        output.closeWriting()
        // Otherwise the write below would wait for a child that does not read everything.
        standardInput.closeReading()
        standardInput.write(input[...], until: deadline)
        standardInput.closeWriting()
        let printed = output.read(until: deadline)
        output.closeReading()
        let status = Self.end(of: child, until: deadline)
        let signal = status & 0x7F
        return Outcome(output: printed, code: signal == 0 ? (status >> 8) & 0xFF : 128 + signal)
    }

    /// Waits for the child, which may outlive its output; kills it after the deadline.
    private static func end(of child: pid_t, until deadline: ContinuousClock.Instant) -> Int32 {
        var status: Int32 = 0
        while true {
            let ended = waitpid(child, &status, WNOHANG)
            // If this process ignores SIGCHLD, there is no child to wait for.
            if ended == child || ended < 0 && errno != EINTR { return status }
            if ContinuousClock.now >= deadline { kill(child, SIGKILL) }
            poll(nil, 0, 1)
        }
    }

    private func spawn(
        _ arguments: [String], _ inputs: [(Int32, Int32)], _ output: Pipe
    ) -> pid_t? {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for (descriptor, number) in inputs {
            posix_spawn_file_actions_adddup2(&actions, descriptor, number)
        }
        posix_spawn_file_actions_adddup2(&actions, output.writing, STDOUT_FILENO)
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
        var attributes = Self.defaultSignals()
        defer { posix_spawnattr_destroy(&attributes) }
        var child: pid_t = 0
        let code = Self.withCStrings([name] + arguments) { argv in
            Self.withCStrings(Self.environment) { envp in
                posix_spawnp(&child, name, &actions, &attributes, argv, envp)
            }
        }
        return code == 0 ? child : nil
    }

    /// Resets the blocked and ignored signals of this process, which the child would inherit.
    private static func defaultSignals() -> posix_spawnattr_t {
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
        return attributes
    }

    /// The variables that the child inherits: where programs and certificates are, and the proxies.
    private static var environment: [String] {
        let names: [String] = [
            "PATH", "SSL_CERT_FILE", "SSL_CERT_DIR", "https_proxy", "HTTPS_PROXY", "no_proxy",
            "NO_PROXY",
        ]
        return names.compactMap { name in getenv(name).map { "\(name)=\(String(cString: $0))" } }
    }

    private static func withCStrings<Result>(
        _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
    ) -> Result {
        let copies = strings.map { strdup($0) }
        defer { for copy in copies { free(copy) } }
        return body(copies + [nil])
    }
}

/// A pipe to or from a child. Used on one thread only.
private final class Pipe {
    /// The maximum length of a child's output that is kept, and of one line of it.
    private static let (longest, longestLine) = (1 << 20, 512)
    /// A size that a pipe takes in one write if poll(2) says that there is room (PIPE_BUF).
    private static let piece = 4_096

    private(set) var reading: Int32 = -1
    private(set) var writing: Int32 = -1

    /// Nil if no pipe could be created.
    init?() {
        var ends: [Int32] = [-1, -1]
        guard jangteo_pipe(&ends) == 0 else { return nil }
        // Above the numbers that the child uses, so that no descriptor replaces another one.
        (reading, writing) = (Self.moved(ends[0]), Self.moved(ends[1]))
        guard reading >= 0, writing >= 0 else { return nil }
    }

    deinit {
        closeReading()
        closeWriting()
    }

    private static func moved(_ end: Int32) -> Int32 {
        defer { close(end) }
        return fcntl(end, F_DUPFD_CLOEXEC, 10)
    }

    func closeReading() {
        if reading >= 0 { close(reading) }
        reading = -1
    }

    func closeWriting() {
        if writing >= 0 { close(writing) }
        writing = -1
    }

    /// Writes until everything is written, the deadline passes, or nobody reads any more.
    func write(_ bytes: ArraySlice<UInt8>, until deadline: ContinuousClock.Instant) {
        var rest = bytes
        while !rest.isEmpty, Self.isReady(writing, for: POLLOUT, until: deadline) {
            let count = rest.withUnsafeBytes { bytes in
                Glibc.write(writing, bytes.baseAddress, min(bytes.count, Self.piece))
            }
            if count < 0, errno != EINTR { return }
            rest = rest.dropFirst(max(count, 0))
        }
    }

    /// Reads up to the end, the deadline, or the maximum length.
    func read(until deadline: ContinuousClock.Instant) -> [UInt8] {
        var (all, buffer): ([UInt8], [UInt8]) = ([], Array(repeating: 0, count: 16_384))
        var column = 0
        while all.count < Self.longest, Self.isReady(reading, for: POLLIN, until: deadline) {
            let count = Glibc.read(reading, &buffer, buffer.count)
            if count == 0 || count < 0 && errno != EINTR { break }
            for byte in buffer[..<max(count, 0)] {
                column = byte == UInt8(ascii: "\n") ? 0 : column + 1
                if column <= Self.longestLine { all.append(byte) }
            }
        }
        return all
    }

    /// Whether the descriptor becomes ready in time; the end of the stream counts as ready.
    private static func isReady(
        _ descriptor: Int32, for event: Int32, until deadline: ContinuousClock.Instant
    ) -> Bool {
        while true {
            let left = (deadline - ContinuousClock.now).components
            guard left.seconds >= 0, left.attoseconds >= 0 else { return false }
            var asked = pollfd(fd: descriptor, events: Int16(event), revents: 0)
            let milliseconds = left.seconds * 1_000 + left.attoseconds / 1_000_000_000_000_000
            switch poll(&asked, 1, Int32(clamping: milliseconds)) {
            case 1...: return true
            case 0: return false
            default: guard errno == EINTR else { return false }
            }
        }
    }
}
