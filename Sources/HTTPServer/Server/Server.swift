import CLinux
import Glibc
import Synchronization

/// Answers a request. Runs on the event loop of its connection: what blocks belongs elsewhere.
public typealias Handler = @Sendable (Request) async -> Response

/// An HTTP/1.1 server of one event loop a core.
public final class Server: Sendable {
    private struct State {
        var hasStarted = false
        var loops: [EventLoop] = []
        var file: SocketFile?
    }

    /// Number of event loops.
    public let loops: Int
    private let service: Service
    private let state = Mutex(State())

    /// Sets up a server that does not listen yet.
    public init(_ configuration: Configuration = Configuration(), handler: @escaping Handler) {
        service = Service(configuration, handler)
        loops = max(configuration.loops ?? sysconf(Int32(_SC_NPROCESSORS_ONLN)), 1)
    }

    /// Begins to listen and answers where. From here on the process ignores SIGPIPE.
    @discardableResult
    public func start() throws(ServerError) -> Endpoint {
        signal(SIGPIPE, SIG_IGN)
        let isFirst = state.withLock { state in
            defer { state.hasStarted = true }
            return !state.hasStarted
        }
        guard isFirst else { throw .alreadyStarted }
        let listener = try Listener(service.configuration, count: loops)
        do throws(ServerError) {
            let started = try run(listener.sockets)
            state.withLock { ($0.loops, $0.file) = (started, listener.file) }
        } catch {
            listener.file?.remove()
            throw error
        }
        return listener.endpoint
    }

    /// One loop for each socket, or none at all.
    private func run(_ sockets: [Int32]) throws(ServerError) -> [EventLoop] {
        var loops: [EventLoop] = []
        do throws(ServerError) {
            for (index, socket) in sockets.enumerated() {
                let loop = try EventLoop(index: index, listener: socket, service: service)
                try loop.start()
                loops.append(loop)
            }
            return loops
        } catch {
            // The loop that failed has closed its own socket.
            for loop in loops { Task(executorPreference: loop) { loop.drain(until: 0) } }
            for socket in sockets.dropFirst(loops.count + 1) { close(socket) }
            throw error
        }
    }

    /// Number of open connections.
    public var connections: Int { service.connections.load(ordering: .relaxed) }

    /// What all loops have counted since the start; each is asked on its own thread, so one that is
    /// held up is waited for.
    public func statistics() async -> ServerStatistics {
        let counting = state.withLock { $0.loops }.map { loop in
            Task(executorPreference: loop) {
                loop.statistics.connections = loop.connections
                return loop.statistics
            }
        }
        var sum = ServerStatistics()
        for loop in counting { sum.add(await loop.value) }
        return sum
    }

    /// Stops accepting, closes idle connections, ends streams and lets running requests finish;
    /// what still runs after `grace` is cut. Returns when all is over, at most about a second after
    /// the grace.
    public func shutdown(within grace: Duration = .seconds(10)) async {
        let deadline = Clock.monotonic() &+ grace.nanoseconds
        let (loops, file) = state.withLock { ($0.loops, $0.file) }
        file?.remove()
        for loop in loops {
            Task(executorPreference: loop) { loop.drain(until: deadline) }
        }
        for loop in loops { await loop.finished() }
    }
}

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
