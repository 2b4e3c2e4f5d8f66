import Glibc

/// What this process takes of the machine.
struct ProcessUsage {
    /// 0 where the system does not tell.
    let residentBytes: Int
    /// Of all its threads, in the system too, since it began.
    let processorSeconds: Double

    /// As of now.
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
