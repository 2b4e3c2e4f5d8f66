import CLinux
import Glibc
import Market

/// The environment variables of this process.
enum Environment {
    static func variable(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }
    }
}

/// Waits for SIGTERM or SIGINT. Must be created on the main thread before there are others, so that they
/// inherit the signal mask and the signals do not end the process at once.
@MainActor
struct TerminationSignals {
    private let descriptor: Int32

    init() {
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGTERM)
        sigaddset(&signals, SIGINT)
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        descriptor = signalfd(-1, &signals, Int32(SFD_CLOEXEC))
    }

    /// Blocks the main thread, which has nothing else to do, until a signal arrives.
    func wait() {
        var signal = signalfd_siginfo()
        while read(descriptor, &signal, MemoryLayout<signalfd_siginfo>.size) < 0, errno == EINTR {}
    }
}

/// The limit of open files, connections included (RLIMIT_NOFILE).
enum OpenFileLimit {
    /// Raises the limit to the maximum for this user; most systems start a process with 1,024.
    static func raise() {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
        limit.rlim_cur = limit.rlim_max
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }
}

/// Memory and processor time of this process.
struct ProcessUsage {
    /// 0 if /proc is not available.
    let residentBytes: Int
    /// Of all threads, in user and system mode, since the process began.
    let processorSeconds: Double

    init() {
        residentBytes = Self.residentPages * Int(sysconf(Int32(_SC_PAGESIZE)))
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        processorSeconds = Double(time.tv_sec) + Double(time.tv_nsec) / 1_000_000_000
    }

    /// The second number of the line (proc(5)).
    private static var residentPages: Int {
        let file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return 0 }
        defer { close(file) }
        var line = [UInt8](repeating: 0, count: 256)
        let count = read(file, &line, line.count)
        let words = line.prefix(max(count, 0)).split(separator: UInt8(ascii: " "))
        guard words.count > 1 else { return 0 }
        return Int(String(decoding: words[1], as: UTF8.self)) ?? 0
    }
}

extension Timestamp {
    static var now: Timestamp { Timestamp(seconds: Int64(time(nil))) }
}
