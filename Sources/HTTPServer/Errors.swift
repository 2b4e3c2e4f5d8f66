/// Why a server did not start.
public enum ServerError: Error, Equatable, Sendable {
    /// Another program, or another server, listens there.
    case addressInUse
    /// Ports below 1024 need a privilege.
    case permissionDenied
    /// The host is no address and no known name.
    case unknownHost
    /// The address is none of this machine's.
    case addressNotAvailable
    /// Something that is no socket has the name that a Unix socket was to have.
    case notASocket
    /// The descriptor that was handed over is no stream socket that listens.
    case notListening
    /// `start` works once.
    case alreadyStarted
    /// Any other refusal of the system, by its `errno`.
    case system(Int32)
}

/// Why a piece of a stream could not be sent.
public enum StreamError: Error, Equatable, Sendable {
    /// The peer went away, or took nothing for too long.
    case disconnected
    /// The stream is over, or another task is writing.
    case closed
}

/// Why a body could not be read to its end.
public enum RequestError: Error, Equatable, Sendable {
    /// More bytes than allowed, announced or sent.
    case tooLarge
    /// The peer stopped sending.
    case timedOut
    /// The peer went away in the middle.
    case disconnected
    /// The chunks are not framed as RFC 9112 §7.1 says.
    case malformed
    /// The request has been answered, or another task is reading.
    case closed

    /// What to answer.
    public var status: Status {
        switch self {
        case .tooLarge: .contentTooLarge
        case .timedOut: .requestTimeout
        case .disconnected, .malformed, .closed: .badRequest
        }
    }
}
