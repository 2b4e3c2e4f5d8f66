import Glibc
import HTTPServer

extension Configuration {
    /// Why the market cannot be reached where it was to be, in words that name the option.
    func words(_ error: ServerError) -> String {
        switch source {
        case .network: networkWords(error)
        case .unix(let path): Self.unixWords(error, path)
        case .inherited:
            error == .notListening
                ? "the descriptor handed over is no stream socket that listens"
                : "cannot listen on the socket handed over: \(Self.reason(error))"
        }
    }

    private func networkWords(_ error: ServerError) -> String {
        switch error {
        case .addressInUse: "port \(port) on \(host) is taken; choose another with --port"
        case .permissionDenied: "port \(port) on \(host) needs more rights than this user has"
        case .unknownHost: "‘\(host)’ is no address and no known name"
        case .addressNotAvailable: "\(host) is no address of this machine"
        default: "cannot listen on \(host):\(port): \(Self.reason(error))"
        }
    }

    private static func unixWords(_ error: ServerError, _ path: String) -> String {
        switch error {
        case .addressInUse: "another program listens on \(path); choose another with --socket"
        case .permissionDenied: "\(path) needs more rights than this user has"
        case .notASocket: "\(path) is there and is no socket: it is left as it is"
        default: "cannot listen on \(path): \(reason(error))"
        }
    }

    private static func reason(_ error: ServerError) -> String {
        guard case .system(let code) = error else { return "\(error)" }
        return String(cString: strerror(code))
    }
}
