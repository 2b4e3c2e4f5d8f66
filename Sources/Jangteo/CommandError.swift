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
        case .busy: self = .failed("another program holds \(path)")
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
            self = .failed("the descriptor handed over is no stream socket that listens")
        case .inherited:
            self = .failed("cannot listen on the socket handed over: \(Self.reason(error))")
        }
    }

    private static func reason(_ error: ServerError, _ host: String, _ port: UInt16) -> String {
        switch error {
        case .addressInUse: "port \(port) on \(host) is taken; choose another with --port"
        case .permissionDenied: "port \(port) on \(host) needs more rights than this user has"
        case .unknownHost: "‘\(host)’ is no address and no known name"
        case .addressNotAvailable: "\(host) is no address of this machine"
        default: "cannot listen on \(host):\(port): \(reason(error))"
        }
    }

    private static func reason(_ error: ServerError, _ path: String) -> String {
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
