import Foundation
import HTTPServer
import Synchronization

/// A small push service on this machine, without TLS: records requests, and answers as the path says.
public final class PushService: Sendable {
    /// A request that it received.
    public struct Push: Sendable {
        public let method: String
        public let path: String
        /// The header fields, by their names in lower case.
        public let fields: [String: String]
        public let body: [UInt8]
    }

    /// `http://127.0.0.1:8000`, in the form that `--push-services` takes.
    public let origin: String
    private let received: Received
    private let server: Server

    public init() throws {
        let received = Received()
        var configuration = Configuration()
        configuration.port = 0
        configuration.loops = 1
        let server = Server(configuration) { await received.answer($0) }
        let port = try server.start().port
        (self.received, self.server) = (received, server)
        origin = "http://127.0.0.1:\(port)"
    }

    deinit {
        Task { [server] in await server.shutdown(within: .zero) }
    }

    /// All requests so far, in order.
    public var pushes: [Push] { received.pushes.withLock { $0 } }

    /// Waits until so many requests have arrived.
    /// - Throws: `Failure` if they do not arrive in time.
    @discardableResult
    public func waitForPushes(_ count: Int, within seconds: TimeInterval = 20) throws -> [Push] {
        let deadline = Date(timeIntervalSinceNow: seconds)
        while pushes.count < count {
            guard Date() < deadline else { throw Failure("\(pushes.count) pushes, not \(count)") }
            usleep(10_000)
        }
        return pushes
    }

    private final class Received: Sendable {
        let pushes = Mutex<[Push]>([])

        func answer(_ request: Request) async -> Response {
            let body = (try? await request.body.collect()) ?? []
            let fields = request.headers.pairs.map { ($0.name.lowercased(), $0.value) }
            let push = Push(
                method: request.method.rawValue, path: request.path,
                fields: Dictionary(fields, uniquingKeysWith: { first, _ in first }), body: body)
            pushes.withLock { $0.append(push) }
            let isFirst = pushes.withLock { $0.count { $0.path == push.path } == 1 }
            switch push.path.split(separator: "/").first ?? "" {
            case "gone": return Response(.gone)
            case "refused": return Response(.forbidden)
            case "moved": return .redirect(to: "/elsewhere")
            case "broken": return Response(.serviceUnavailable)
            case "silent":
                // The test ends it.
                try? await Task.sleep(for: .seconds(120))
                return Response(.created)
            case "long": return Self.later(String(repeating: "7", count: 90_000))
            case "later" where isFirst: return Self.later("1")
            case "much-later" where isFirst: return Self.later("3")
            default: return Response(.created)
            }
        }

        private static func later(_ seconds: String) -> Response {
            var response = Response(.tooManyRequests)
            response.append("Retry-After", seconds)
            return response
        }
    }
}
