import Testing

@testable import HTTPServer

/// Why streams end: the peer, a shutdown, an error, a limit. The time limit ends waits for what is
/// never sent.
@Suite(.timeLimit(.minutes(1)))
struct StreamEndTests {
    @Test func closedConnectionCancelsAnIdleStream() async throws {
        let (ends, ended) = AsyncStream.makeStream(of: Void.self)
        let handler = streaming { _ in
            await untilCancelled()
            ended.finish()
        }
        try await withServer(handler: handler) { _, port in
            var client: RawClient? = try streamClient(port)
            withExtendedLifetime(client) {}
            client = nil
            for await _ in ends {}
        }
    }

    @Test func halfClosedPeerGetsTheLastChunk() async throws {
        try await withServer(handler: streaming { _ in await untilCancelled() }) { _, port in
            let client = try streamClient(port)
            client.send("GET /never HTTP/1.1\r\nHost: a\r\n\r\n")
            client.finish()
            #expect(client.rest() == "0\r\n\r\n")
        }
    }

    /// A stream that is not waiting goes on.
    @Test func halfClosedPeerGetsEverythingWritten() async throws {
        let (gate, opener) = AsyncStream.makeStream(of: Void.self)
        let handler = streaming { writer in
            await Task { for await _ in gate {} }.value
            for _ in 1...100 { try await writer.write([0x61]) }
        }
        try await withServer(handler: handler) { _, port in
            let client = try streamClient(port)
            client.finish()
            opener.finish()
            #expect(client.rest() == String(repeating: "1\r\na\r\n", count: 100) + "0\r\n\r\n")
        }
    }

    @Test func shutdownEndsStreamsAtOnce() async throws {
        try await withServer(handler: streaming { _ in await untilCancelled() }) { server, port in
            let clients = try (0..<10).map { _ in try streamClient(port) }
            async let end: Void = server.shutdown(within: .seconds(3_600))
            for client in clients { #expect(client.rest() == "0\r\n\r\n") }
            await end
            #expect(server.connections == 0)
        }
    }

    @Test func aStreamThatBeginsDuringAShutdownEndsAtOnce() async throws {
        try await withServer(handler: streaming { _ in await untilCancelled() }) { server, port in
            let client = try RawClient(port)
            client.send("GET /first HTTP/1.1\r\nHost: a\r\n\r\nGET /stream HTTP/1.1\r\n")
            _ = try client.answer()
            async let end: Void = server.shutdown(within: .seconds(3_600))
            while (try? RawClient(port)) != nil { await Task.yield() }
            client.send("Host: a\r\n\r\n")
            #expect(client.rest().hasSuffix("\r\n\r\n0\r\n\r\n"))
            await end
        }
    }

    @Test func shutdownCutsAStreamThatIgnoresCancellation() async throws {
        let (arrivals, arrived) = AsyncStream.makeStream(of: Void.self)
        let handler = streaming { writer in
            arrived.finish()
            while true { try await writer.write([0x61]) }
        }
        try await withServer(handler: handler) { server, port in
            let client = try RawClient(port)
            client.send(getStream)
            for await _ in arrivals {}
            await server.shutdown(within: .zero)
            #expect(server.connections == 0)
        }
    }

    @Test func aStreamEndsAfterItsOwnLifetime() async throws {
        let handler: Handler = { _ in
            let stream = Response.Stream(lifetime: .milliseconds(20)) { _ in
                await untilCancelled()
            }
            return Response(.ok, body: .stream(stream))
        }
        try await withServer({ $0.limits.idleTimeout = .seconds(1) }, handler: handler) { _, port in
            let rest = try streamClient(port).rest()
            #expect(rest == "0\r\n\r\n")
        }
    }

    @Test func tooManyStreamsAre503() async throws {
        let change: (inout Configuration) -> Void = { $0.limits.streams = 2 }
        let handler = streaming { _ in await untilCancelled() }
        try await withServer(change, handler: handler) { server, port in
            var inside = [try streamClient(port), try streamClient(port)]
            let third = try RawClient(port)
            third.send(getStream)
            let answer = try third.answer()
            #expect(answer.status == 503)
            #expect(answer.fields["retry-after"] == "30")
            #expect(await server.statistics().streams == 2)
            third.send("GET /other HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(try third.answer().text == "/other")

            inside[0].finish()
            #expect(inside[0].rest() == "0\r\n\r\n")
            inside.append(try streamClient(port))
            #expect(await server.statistics().streams == 2)
        }
    }

    @Test func brokenStreamFreesItsPlace() async throws {
        struct Broken: Error {}
        let change: (inout Configuration) -> Void = { $0.limits.streams = 1 }
        try await withServer(change, handler: streaming { _ in throw Broken() }) { _, port in
            for _ in 1...20 {
                let client = try streamClient(port)
                #expect(client.rest() == "")
            }
        }
    }

    @Test func heartbeatIsSentWhileIdle() async throws {
        let change: (inout Configuration) -> Void = { $0.limits.heartbeat = .milliseconds(20) }
        let handler = streaming(heartbeat: ":\n\n") { _ in await untilCancelled() }
        try await withServer(change, handler: handler) { _, port in
            let client = try streamClient(port)
            for _ in 1...3 { #expect(try client.text(8) == "3\r\n:\n\n\r\n") }
        }
    }

    @Test func streamIsCancelledAfterItsLifetime() async throws {
        let change: (inout Configuration) -> Void = { $0.limits.streamLifetime = .milliseconds(40) }
        let handler = streaming { _ in await untilCancelled() }
        try await withServer(change, handler: handler) { _, port in
            let client = try streamClient(port)
            #expect(client.rest() == "0\r\n\r\n")
        }
    }
}
