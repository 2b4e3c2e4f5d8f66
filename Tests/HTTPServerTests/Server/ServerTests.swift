import Foundation
import Testing

@testable import HTTPServer

/// Starting and shutting down.
struct ServerTests {
    @Test func portInUseThrowsAddressInUse() async throws {
        try await withServer { _, port in
            var configuration = Configuration()
            configuration.port = port
            let second = Server(configuration) { _ in Response(.ok) }
            #expect(throws: ServerError.addressInUse) { try second.start() }
        }
    }

    @Test func unresolvableHostThrowsUnknownHost() {
        var configuration = Configuration()
        configuration.host = "no such host."
        let server = Server(configuration) { _ in Response(.ok) }
        #expect(throws: ServerError.unknownHost) { try server.start() }
    }

    @Test func foreignAddressThrowsAddressNotAvailable() {
        var configuration = Configuration()
        configuration.host = "192.0.2.1"
        let server = Server(configuration) { _ in Response(.ok) }
        #expect(throws: ServerError.addressNotAvailable) { try server.start() }
    }

    /// For measurements: what is measured must be what is sent.
    @Test func aRequestIsAnsweredWithoutAConnectionAsWithOne() async throws {
        let immediate: ImmediateHandler = { request in
            request.path == "/at-once" ? ImmediateAnswer(.text("at once")) : nil
        }
        try await withServer(immediateHandler: immediate, handler: echo) { server, port in
            for (request, text) in [
                ("GET /at-once HTTP/1.1\r\nHost: a\r\n\r\n", "at once"),
                ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc", "abc"),
            ] {
                var head: [UInt8] = []
                let response = await server.answer(Array(request.utf8).span, into: &head)
                guard case .bytes(let body)? = response?.body else {
                    Issue.record("\(request) has no answer")
                    continue
                }
                #expect(String(decoding: body, as: UTF8.self) == text)
                let client = try RawClient(port)
                client.send(request)
                let answer = try client.answer()
                #expect(answer.text == text)
                let lines = String(decoding: head, as: UTF8.self).split(separator: "\r\n")
                #expect(lines.first == "HTTP/1.1 200 OK")
                for line in lines.dropFirst() where !line.hasPrefix("Date: ") {
                    let field = line.split(separator: ":", maxSplits: 1).map(String.init)
                    #expect(answer.fields[field[0].lowercased()] == String(field[1].dropFirst()))
                }
            }
            var head: [UInt8] = []
            #expect(await server.answer(Array("GET / HTTP".utf8).span, into: &head) == nil)
            #expect(head.isEmpty)
        }
    }

    @Test func secondStartThrowsAlreadyStarted() async throws {
        try await withServer { server, _ in
            #expect(throws: ServerError.alreadyStarted) { try server.start() }
        }
    }

    @Test func shutdownClosesIdleConnectionsAndLetsRunningOnesFinish() async throws {
        let (gate, opener) = AsyncStream.makeStream(of: Void.self)
        let (arrivals, arrived) = AsyncStream.makeStream(of: Void.self)
        let handler: Handler = { request in
            guard request.path == "/slow" else { return .text("quick") }
            arrived.finish()
            for await _ in gate {}
            return .text("done")
        }
        try await withServer(handler: handler) { server, port in
            let idle = try RawClient(port)
            idle.send(getRoot)
            #expect(try idle.answer().text == "quick")
            let running = try RawClient(port)
            running.send("GET /slow HTTP/1.1\r\nHost: a\r\n\r\n")
            for await _ in arrivals {}
            async let end: Void = server.shutdown(within: .seconds(60))
            #expect(idle.isClosed())
            #expect(throws: RawClient.Closed.self) { try RawClient(port) }
            opener.finish()
            let answer = try running.answer()
            #expect(answer.text == "done")
            #expect(answer.fields["connection"] == "close")
            #expect(running.isClosed())
            await end
            #expect(server.connections == 0)
        }
    }

    @Test func shutdownCutsHandlersAfterTheGrace() async throws {
        let (arrivals, arrived) = AsyncStream.makeStream(of: Void.self)
        let handler: Handler = { _ in
            arrived.finish()
            // Ends only when the task is cancelled.
            await untilCancelled()
            return .text("never")
        }
        try await withServer(handler: handler) { server, port in
            let client = try RawClient(port)
            client.send(getRoot)
            for await _ in arrivals {}
            await server.shutdown(within: .zero)
            #expect(client.isClosed())
            #expect(server.connections == 0)
        }
    }
}
