import CLinux
import Glibc

/// The protocol between this process and the service manager that started it (systemd, or one like it):
/// sd_listen_fds(3) and sd_notify(3).
struct ServiceManager {
    /// The number that the protocol gives the first descriptor passed.
    private static let firstSocket: Int32 = 3

    /// A socket that is already listening, to be used instead of an address.
    let socket: Int32?
    private let notifications: String?

    /// Reads the variables, and removes those of the socket so that no child process takes them for its own.
    /// - Throws: `.failed` if more than one socket is passed.
    init(_ variable: (String) -> String?) throws(CommandError) {
        notifications = variable("NOTIFY_SOCKET")
        socket = try Self.socket(variable)
        for name in ["LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"] { unsetenv(name) }
    }

    private static func socket(_ variable: (String) -> String?) throws(CommandError) -> Int32? {
        guard variable("LISTEN_PID") == "\(getpid())", let count = variable("LISTEN_FDS"),
            count != "0"
        else { return nil }
        guard count == "1" else {
            throw .failed("LISTEN_FDS=\(count): the program takes exactly one socket")
        }
        return firstSocket
    }

    /// Tells the manager that connections are accepted.
    func notifyReady() {
        notify("READY=1")
    }

    /// Tells the manager that the shutdown has begun.
    func notifyStopping() {
        notify("STOPPING=1")
    }

    /// Ignores errors: a manager that receives nothing has a time limit of its own.
    private func notify(_ state: String) {
        var address = sockaddr_un()
        guard let name = notifications.map({ Array($0.utf8) }), let first = name.first,
            [UInt8(ascii: "/"), UInt8(ascii: "@")].contains(first),
            name.count < MemoryLayout.size(ofValue: address.sun_path)
        else { return }
        let descriptor = Glibc.socket(
            AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { path in
            path.copyBytes(from: name)
            // An abstract name begins with a zero byte.
            if first == UInt8(ascii: "@") { path[0] = 0 }
        }
        let length = socklen_t(MemoryLayout<sa_family_t>.size + name.count)
        withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                _ = sendto(descriptor, state, state.utf8.count, Int32(MSG_NOSIGNAL), $0, length)
            }
        }
    }
}
