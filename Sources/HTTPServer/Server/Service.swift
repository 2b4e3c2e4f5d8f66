import CLinux
import Glibc
import Synchronization

/// The configuration, handler and counters that all loops of one server share.
final class Service: Sendable {
    let configuration: Configuration
    let handler: Handler
    let immediateHandler: ImmediateHandler?
    let timeouts: Timeouts
    /// A parser at the beginning of a request, which is copied for each.
    let parser: RequestParser
    let reserve = DescriptorReserve()
    let connections = Atomic<Int>(0)
    private let streams = Atomic<Int>(0)

    init(
        _ configuration: Configuration, _ immediateHandler: ImmediateHandler?,
        _ handler: @escaping Handler
    ) {
        self.configuration = configuration
        self.immediateHandler = immediateHandler
        self.handler = handler
        timeouts = Timeouts(configuration.limits)
        parser = RequestParser(configuration.limits)
    }

    /// The response to a request that does not reach the handler, or whose response is invalid.
    func response(to error: RequestError) -> Response {
        let response = configuration.errorResponse(error)
        guard response.invalidity == nil, response.stream == nil else {
            return Response(error.status)
        }
        return response
    }

    /// Counts one more stream; returns false if there are already as many as allowed.
    func beginStream() -> Bool {
        let count = streams.add(1, ordering: .relaxed).newValue
        if count > configuration.limits.streams { endStream() }
        return count <= configuration.limits.streams
    }

    func endStream() {
        streams.subtract(1, ordering: .relaxed)
    }
}

/// The last descriptors of the process, which connections may not use: handlers need files to answer the
/// open connections.
struct DescriptorReserve: Sendable {
    /// A new descriptor gets the lowest free number, so a number from here on means that few are free.
    private let first: Int32

    /// A quarter of what the process may have open, at most 64.
    init() {
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        first = Int32(clamping: limit.rlim_cur - min(limit.rlim_cur / 4, 64))
    }

    func holds(_ descriptor: Int32) -> Bool { descriptor >= first }

    /// Whether only the reserve is free, found out by duplicating `descriptor`.
    func isReached(copying descriptor: Int32) -> Bool {
        let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
        guard copy >= 0 else { return true }
        close(copy)
        return holds(copy)
    }
}
