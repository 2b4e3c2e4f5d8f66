import Glibc

/// How many files and connections the system lets the program have open.
enum OpenFileLimit {
    /// Takes as many as this user may have; most systems start a program with 1,024.
    static func raise() {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
        limit.rlim_cur = limit.rlim_max
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }
}
