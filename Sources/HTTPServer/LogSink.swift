import CLinux
import Glibc

/// Where a log goes. Who reads it slowly, or no more, holds up nobody here.
///
/// The descriptor is shared with other processes as a rule, so it is not made non-blocking itself.
final class LogSink: Sendable {
    private let descriptor: Int32
    private let isSocket: Bool
    /// A pipe or terminal opened once more.
    private let isOurs: Bool

    /// Leaves the descriptor to the caller, who keeps it open as long as this is there.
    init(_ descriptor: Int32) {
        var status = stat()
        let kind = fstat(descriptor, &status) == 0 ? status.st_mode & S_IFMT : S_IFREG
        let again = kind == S_IFIFO || kind == S_IFCHR ? Self.openAgain(descriptor) : -1
        isSocket = kind == S_IFSOCK
        isOurs = again >= 0
        self.descriptor = isOurs ? again : descriptor
    }

    deinit {
        if isOurs { close(descriptor) }
    }

    /// How many bytes were taken; -1 and `errno` when none were.
    func write(_ bytes: UnsafeRawBufferPointer) -> Int {
        guard isSocket else { return Glibc.write(descriptor, bytes.baseAddress, bytes.count) }
        let flags = Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL)
        return send(descriptor, bytes.baseAddress, bytes.count, flags)
    }

    /// Fails where the file belongs to another user: then the caller's own must do.
    private static func openAgain(_ descriptor: Int32) -> Int32 {
        open("/proc/self/fd/\(descriptor)", O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    }
}
