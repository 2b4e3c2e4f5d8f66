import Glibc
import HTTPServer
import Market
import Storage

/// Why a command ended before its work was done.
enum CommandError: Error {
    /// The command line is wrong; the text does not name the program.
    case usage(String)
    /// The machine or the files are at fault.
    case failed(String)

    /// EX_USAGE of sysexits.h for a wrong command line, else 1.
    var exitStatus: Int32 {
        switch self {
        case .usage: 64
        case .failed: 1
        }
    }

    var message: String {
        switch self {
        case .usage(let reason): reason + "\nTry ‘jangteo --help’."
        case .failed(let reason): reason
        }
    }
}

extension CommandError {
    /// Why the database at the path cannot be opened.
    init(opening path: String, _ error: StorageError) {
        let path = SQLStorage.withoutPassword(path)
        switch error {
        case .unusable(let reason), .failed(let reason): self = .failed(reason)
        case .busy where SQLStorage.isOnServer(path):
            self = .failed("the server of \(path) does not answer")
        case .busy: self = .failed("another program is using \(path)")
        case .full: self = .failed("the disk that holds \(path) is full")
        default: self = .failed("\(path) is damaged")
        }
    }

    /// Why the market cannot listen where it is configured to; the message names the option to change.
    init(listening configuration: Configuration, _ error: ServerError) {
        switch configuration.source {
        case .network:
            self = .failed(Self.reason(error, configuration.host, configuration.port))
        case .unix(let path):
            self = .failed(Self.reason(error, path))
        case .inherited where error == .notListening:
            self = .failed("the socket handed over is not a listening stream socket")
        case .inherited:
            self = .failed("cannot listen on the socket handed over: \(Self.reason(error))")
        }
    }

    private static func reason(_ error: ServerError, _ host: String, _ port: UInt16) -> String {
        switch error {
        case .addressInUse: "port \(port) on \(host) is taken; choose another with --port"
        case .permissionDenied: "this user may not listen on port \(port) of \(host)"
        case .unknownHost: "‘\(host)’ is neither an address nor a known host name"
        case .addressNotAvailable: "\(host) is not an address of this machine"
        default: "cannot listen on \(host):\(port): \(reason(error))"
        }
    }

    private static func reason(_ error: ServerError, _ path: String) -> String {
        switch error {
        case .addressInUse: "another program listens on \(path); choose another with --socket"
        case .permissionDenied: "this user may not listen on \(path)"
        case .notASocket: "\(path) exists and is not a socket; it was left alone"
        default: "cannot listen on \(path): \(reason(error))"
        }
    }

    private static func reason(_ error: ServerError) -> String {
        guard case .system(let code) = error else { return "\(error)" }
        return String(cString: strerror(code))
    }
}
