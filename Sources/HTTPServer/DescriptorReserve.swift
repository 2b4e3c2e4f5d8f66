import CLinux
import Glibc

/// The last descriptors of the process, which are left to the handlers and never accepted away: who
/// is in needs files to be answered.
struct DescriptorReserve: Sendable {
    /// The system gives out the lowest number that is free: one from here on means that few are.
    private let first: Int32

    /// A quarter of what the process may have open, at most 64.
    init() {
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        first = Int32(clamping: limit.rlim_cur - min(limit.rlim_cur / 4, 64))
    }

    func holds(_ descriptor: Int32) -> Bool { descriptor >= first }

    /// Whether nothing but the reserve is free, found out by a copy of `descriptor`.
    func isAllThatIsLeft(copying descriptor: Int32) -> Bool {
        let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
        guard copy >= 0 else { return true }
        close(copy)
        return holds(copy)
    }
}
