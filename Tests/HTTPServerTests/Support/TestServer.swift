import CLinux
import Foundation
import HTTPServer

/// The shortest request that is answered.
let getRoot = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"

/// Runs a server with one loop on a free port, and shuts it down at once afterwards.
func withServer(
    _ change: (inout Configuration) -> Void = { _ in },
    immediateHandler: ImmediateHandler? = nil,
    handler: @escaping Handler = { request in .text("\(request.method.rawValue) \(request.path)") },
    _ use: (Server, UInt16) async throws -> Void
) async throws {
    var configuration = Configuration()
    configuration.port = 0
    configuration.loops = 1
    change(&configuration)
    let server = Server(
        configuration, immediateHandler: immediateHandler, handler: handler)
    let port = try server.start().port
    do {
        // Blocking clients must not occupy the few threads that handlers may need.
        try await withTaskExecutorPreference(BlockingExecutor()) { try await use(server, port) }
    } catch {
        await server.shutdown(within: .zero)
        throw error
    }
    await server.shutdown(within: .zero)
}

/// Runs each job on a thread that may block.
final class BlockingExecutor: TaskExecutor {
    private let queue = DispatchQueue(label: "blocking", attributes: .concurrent)

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}

/// A request for `/` with header lines such as `Range: bytes=0-0`.
func rootRequest(with lines: [String], _ method: Method = .get) throws -> Request {
    let headers = lines.map { line in
        let parts = line.split(separator: ":", maxSplits: 1)
        return (String(parts[0]), String(parts[1]))
    }
    return try Request(method, "/", headers: headers)
}

/// Answers with the request's body, or with the status of the error.
let echo: Handler = { request in
    do throws(BodyError) {
        return Response(type: "application/octet-stream", body: try await request.body.collect())
    } catch {
        return .text("\(error)", status: error.status)
    }
}

/// The number of open sockets of this process with that local port.
func socketCount(onPort port: UInt16) -> Int {
    (0..<Int32(4096)).count { descriptor in
        var address = sockaddr_in()
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let code = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                getsockname(descriptor, $0, &length)
            }
        }
        return code == 0 && UInt16(bigEndian: address.sin_port) == port
            && Int32(address.sin_family) == AF_INET
    }
}

/// Calls `use` with a temporary folder.
func withFolder(_ use: (String) throws -> Void) throws {
    let path = try makeFolder()
    defer { try? FileManager.default.removeItem(atPath: path) }
    try use(path)
}

/// Calls `use` with a temporary folder.
func withFolder(_ use: (String) async throws -> Void) async throws {
    let path = try makeFolder()
    defer { try? FileManager.default.removeItem(atPath: path) }
    try await use(path)
}

private func makeFolder() throws -> String {
    let path = NSTemporaryDirectory() + "/http-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    return path
}

func write(_ text: String, to path: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
}

extension BodyError {
    var status: Status {
        switch self {
        case .tooLarge: .contentTooLarge
        case .timedOut: .requestTimeout
        case .disconnected, .malformed, .closed: .badRequest
        }
    }
}

extension FormError {
    var status: Status {
        switch self {
        case .unsupportedMediaType: .unsupportedMediaType
        case .malformed, .notUTF8: .badRequest
        case .tooManyParts, .partHeaderTooLarge, .fieldTooLarge: .contentTooLarge
        case .body(let error): error.status
        case .storage: .internalServerError
        }
    }
}
