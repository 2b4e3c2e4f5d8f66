import CLinux
import Glibc
import Synchronization

/// Answers a request. Runs on the event loop of its connection, which it must not block. Its task is
/// cancelled when the peer closes its side of the connection; the response it returns then is still sent.
public typealias Handler = @Sendable (Request) async -> Response

/// Answers a request without a body if that needs no waiting; nil leaves the request to the `Handler`. It
/// runs on the event loop, outside any task, and is not called for the same bytes while its answer is valid.
public typealias ImmediateHandler = @Sendable (Request) -> ImmediateAnswer?

/// The answer of an `ImmediateHandler`.
public struct ImmediateAnswer: Sendable {
    /// What is sent.
    public let response: Response
    let isValid: (@Sendable () -> Bool)?

    /// - Parameter isValid: whether requests with the same bytes, from any client, still get this answer; called
    ///   for each of them, on its event loop. If nil, the handler is called again each time.
    public init(_ response: Response, isValid: (@Sendable () -> Bool)? = nil) {
        (self.response, self.isValid) = (response, isValid)
    }
}

/// An HTTP/1.1 server with one event loop per core.
public final class Server: Sendable {
    private struct State {
        var hasStarted = false
        var loops: [EventLoop] = []
        var file: SocketFile?
    }

    /// Number of event loops, at least 1.
    public let loops: Int
    private let service: Service
    private let state = Mutex(State())

    /// Makes a server that does not listen yet.
    /// - Parameters:
    ///   - immediateHandler: is called first, for requests without a body.
    ///   - handler: answers all requests that `immediateHandler` does not.
    public init(
        _ configuration: Configuration = Configuration(),
        immediateHandler: ImmediateHandler? = nil, handler: @escaping Handler
    ) {
        service = Service(configuration, immediateHandler, handler)
        loops = max(configuration.loops ?? sysconf(Int32(_SC_NPROCESSORS_ONLN)), 1)
    }

    /// Starts listening and returns the endpoint. From then on the process ignores SIGPIPE.
    /// - Throws: any `ServerError`, such as `.addressInUse`; `.alreadyStarted` at a second call.
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

    /// Starts one loop for each socket, or none at all.
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

    /// The number of open connections, without those being refused.
    public var connections: Int { service.connections.load(ordering: .relaxed) }

    /// The sums over all loops since the start. Each loop's counters are read on its own thread, so this waits
    /// for a loop that is blocked.
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

    /// Stops accepting, closes idle connections, ends streams and lets running requests finish; after `grace`
    /// the remaining connections are cut. Returns at most about a second after that.
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

extension Server {
    /// Answers a request as a connection would for bytes it has not seen before, but without a connection: for
    /// measurements.
    /// - Parameters:
    ///   - bytes: the whole request.
    ///   - head: receives the header section of the answer.
    /// - Returns: the answer; nil if `bytes` is not a complete request.
    public func answer(_ bytes: Span<UInt8>, into head: inout [UInt8]) async -> Response? {
        var parser = service.parser
        guard case .done(let parsed, let consumed) = parser.parse(bytes) else { return nil }
        let content = bytes.extracting(consumed..<bytes.count).withUnsafeBufferPointer { Array($0) }
        let request = Request(
            parsed, body: Body(bytes: content, limit: service.configuration.limits.body),
            remoteAddress: .unspecified, loop: 0, service: service)
        var response = content.isEmpty ? service.immediateHandler?(request)?.response : nil
        if response == nil { response = await service.handler(request) }
        response?.writeHead(
            into: &head, date: Self.someDate, common: service.configuration.fields.bytes,
            delivery: Response.Delivery(keepsAlive: true, isVersion10: false))
        return response
    }

    private static let someDate = HTTPDate.bytes(0)
}

/// Why a server did not start.
public enum ServerError: Error, Equatable, Sendable {
    /// Another process listens on the address.
    case addressInUse
    /// Ports below 1024 and some folders need a privilege.
    case permissionDenied
    /// The host is neither an address nor a name that resolves.
    case unknownHost
    /// The address belongs to no interface of this machine.
    case addressNotAvailable
    /// The path of the Unix socket is taken by something that is not a socket.
    case notASocket
    /// The inherited descriptor is not a listening stream socket.
    case notListening
    /// `start` was called before.
    case alreadyStarted
    /// Any other error of a system call, by its `errno`.
    case system(Int32)
}
