import CLinux
import Foundation
import Testing

@testable import HTTPServer

/// Listening on a Unix socket, and which files may already be there.
struct UnixSocketTests {
    private func server(_ path: String) -> Server {
        var configuration = Configuration()
        configuration.source = .unix(path: path)
        configuration.loops = 2
        return Server(configuration) { .text("\($0.remoteAddress == .unspecified)") }
    }

    /// Runs a server whose socket is in a folder of its own.
    private func withUnixServer(
        _ use: (Server, _ path: String) async throws -> Void
    ) async throws {
        try await withFolder { folder in
            let server = server(folder + "/market.sock")
            #expect(try server.start() == .unix(path: folder + "/market.sock"))
            try await use(server, folder + "/market.sock")
            await server.shutdown(within: .zero)
        }
    }

    private func answer(at path: String) throws -> RawClient.Answer {
        let client = try RawClient(path: path)
        client.send(getRoot)
        return try client.answer()
    }

    private func isThere(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0
    }

    @Test func peerOfAUnixSocketIsUnspecified() async throws {
        try await withUnixServer { _, path in
            let answer = try answer(at: path)
            #expect(answer.text == "true")
        }
    }

    @Test func socketFileHasMode0660() async throws {
        try await withUnixServer { _, path in
            var status = stat()
            try #require(lstat(path, &status) == 0)
            #expect(status.st_mode == S_IFSOCK | 0o660)
        }
    }

    @Test func socketFileIsRemovedAtShutdown() async throws {
        try await withUnixServer { server, path in
            await server.shutdown(within: .zero)
            #expect(!isThere(path))
        }
    }

    @Test func staleSocketFileIsReplaced() async throws {
        try await withFolder { folder in
            let path = folder + "/market.sock"
            close(try BoundSocket.unix(path))
            #expect(isThere(path))
            let server = server(path)
            try server.start()
            #expect(try answer(at: path).status == 200)
            await server.shutdown(within: .zero)
        }
    }

    @Test func socketFileInUseIsKept() async throws {
        try await withUnixServer { _, path in
            #expect(throws: ServerError.addressInUse) { try server(path).start() }
            let answer = try answer(at: path)
            #expect(answer.status == 200)
        }
    }

    /// Nobody accepts on this socket and its queue is full, but it is in use all the same.
    @Test func socketFileOfABusyServerIsKept() throws {
        try withFolder { folder in
            let path = folder + "/market.sock"
            let socket = try BoundSocket.unix(path, isListening: false)
            defer { close(socket) }
            listen(socket, 0)
            let waiting = try RawClient(path: path)
            #expect(throws: ServerError.addressInUse) { try server(path).start() }
            #expect(isThere(path))
            withExtendedLifetime(waiting) {}
        }
    }

    @Test func replacedSocketFileIsNotRemoved() async throws {
        try await withUnixServer { first, path in
            unlink(path)
            let second = server(path)
            try second.start()
            await first.shutdown(within: .zero)
            #expect(try answer(at: path).status == 200)
            await second.shutdown(within: .zero)
        }
    }

    @Test func fileFolderOrLinkAtThePathIsKept() async throws {
        try await withUnixServer { _, path in
            let (file, folder, link) = (path + ".file", path + ".folder", path + ".link")
            try write("notes", to: file)
            try #require(mkdir(folder, 0o700) == 0 && symlink(path, link) == 0)
            for other in [file, folder, link] {
                #expect(throws: ServerError.notASocket) { try server(other).start() }
                #expect(isThere(other))
            }
        }
    }

    @Test func impossiblePathThrowsTheSystemError() throws {
        try withFolder { folder in
            let long = folder + "/" + String(repeating: "x", count: 108)
            #expect(throws: ServerError.system(ENAMETOOLONG)) { try server(long).start() }
            let missing = folder + "/missing/market.sock"
            #expect(throws: ServerError.system(ENOENT)) { try server(missing).start() }
        }
    }

    @Test func largeResponseArrivesWhole() async throws {
        let body = [UInt8](repeating: 7, count: 3_000_000)
        let handler: Handler = { _ in Response(type: "x/y", body: body) }
        try await withFolder { folder in
            let path = folder + "/market.sock"
            try await withServer({ $0.source = .unix(path: path) }, handler: handler) { _, _ in
                let answer = try answer(at: path)
                #expect(answer.body == body)
            }
        }
    }

    /// Both loops accept from the same socket: while one is blocked, the other serves.
    @Test func blockedLoopDoesNotDelayNewConnections() async throws {
        let gate = Gate()
        let (arrivals, arrived) = AsyncStream.makeStream(of: Void.self)
        let handler: Handler = { request in
            guard request.path == "/held" else { return .text("quick") }
            arrived.finish()
            gate.wait()
            return .text("held")
        }
        let change: (String) -> (inout Configuration) -> Void = { path in
            { ($0.source, $0.loops) = (.unix(path: path), 2) }
        }
        try await withFolder { folder in
            let path = folder + "/market.sock"
            try await withServer(change(path), handler: handler) { _, _ in
                let held = try RawClient(path: path)
                held.send("GET /held HTTP/1.1\r\nHost: a\r\n\r\n")
                for await _ in arrivals {}
                defer { gate.open() }
                for _ in 0..<10 { #expect(try answer(at: path).text == "quick") }
                gate.open()
                #expect(try held.answer().text == "held")
            }
        }
    }

    /// Blocks its thread, as no handler should.
    private final class Gate: Sendable {
        private let semaphore = DispatchSemaphore(value: 0)

        func wait() { semaphore.wait() }
        func open() { semaphore.signal() }
    }
}
