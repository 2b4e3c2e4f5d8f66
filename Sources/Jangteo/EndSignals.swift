import CLinux
import Glibc

/// Waits for SIGTERM or SIGINT. Made on the main thread before there are others, so that these
/// inherit the mask and no signal ends the program behind its back.
@MainActor
struct EndSignals {
    private let descriptor: Int32

    init() {
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGTERM)
        sigaddset(&signals, SIGINT)
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        descriptor = signalfd(-1, &signals, Int32(SFD_CLOEXEC))
    }

    /// Holds the main thread, which has nothing else to do, until a signal comes.
    func wait() {
        var signal = signalfd_siginfo()
        while read(descriptor, &signal, MemoryLayout<signalfd_siginfo>.size) < 0, errno == EINTR {}
    }
}
