import Foundation
import Testing

@testable import HTTPServer

/// Sockets that another process opened and handed over.
struct InheritedSocketTests {
    private func server(_ socket: Int32, loops: Int = 1) -> Server {
        var configuration = Configuration()
        configuration.source = .inherited(socket)
        configuration.loops = loops
        return Server(configuration) { .text("\($0.remoteAddress)") }
    }

    @Test func inheritedPortIsServedByAllLoops() async throws {
        let server = server(try BoundSocket.network(), loops: 4)
        let port = try server.start().port
        let clients = try (0..<40).map { _ in try RawClient(port) }
        for client in clients { client.send(getRoot) }
        for client in clients { #expect(try client.answer().text == "127.0.0.1") }
        #expect(await server.statistics().accepted == 40)
        await server.shutdown(within: .zero)
    }

    @Test func inheritedUnixSocketKeepsItsFile() async throws {
        try await withFolder { folder in
            let path = folder + "/market.sock"
            let server = server(try BoundSocket.unix(path))
            #expect(try server.start() == .unix(path: path))
            let client = try RawClient(path: path)
            client.send(getRoot)
            #expect(try client.answer().text == "0.0.0.0")
            await server.shutdown(within: .zero)
            #expect(access(path, F_OK) == 0)
        }
    }

    @Test func abstractSocketIsShownWithAnAt() async throws {
        let name = "jangteo test \(getpid())"
        let socket = try BoundSocket.unix("\0" + name)
        let server = server(socket)
        let endpoint = try server.start()
        #expect("\(endpoint)".hasPrefix("unix:@\(name)"))
        await server.shutdown(within: .zero)
    }

    /// The process that hands over the socket keeps it open, so connections made between two
    /// servers wait for the second.
    @Test func noConnectionIsLostBetweenTwoServers() async throws {
        let socket = try BoundSocket.network()
        defer { close(socket) }
        let first = server(dup(socket))
        let port = try first.start().port
        await first.shutdown(within: .zero)
        let client = try RawClient(port)
        client.send(getRoot)
        let second = server(dup(socket))
        try second.start()
        #expect(try client.answer().status == 200)
        await second.shutdown(within: .zero)
    }

    @Test func socketThatDoesNotListenIsAnError() throws {
        let sockets = [
            try BoundSocket.network(isListening: false),
            try BoundSocket.network(isListening: false, kind: SOCK_DGRAM),
        ]
        defer { for socket in sockets { close(socket) } }
        for socket in sockets {
            #expect(throws: ServerError.notListening) { try server(socket).start() }
        }
    }

    @Test func descriptorThatIsNoSocketIsAnError() throws {
        let file = open("/dev/null", O_RDONLY)
        defer { close(file) }
        #expect(throws: ServerError.system(ENOTSOCK)) { try server(file).start() }
        #expect(throws: ServerError.system(EBADF)) { try server(-1).start() }
    }
}
