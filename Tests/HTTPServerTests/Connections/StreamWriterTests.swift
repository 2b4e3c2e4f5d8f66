import Synchronization
import Testing

@testable import HTTPServer

/// Bodies that are made while they are sent. The time limit ends waits for what is never sent.
@Suite(.timeLimit(.minutes(1)))
struct StreamWriterTests {
    private static let get = "GET /stream HTTP/1.1\r\nHost: a\r\n\r\n"

    /// Streams what `write` writes at `/stream`, and answers its path at any other.
    private func handler(
        heartbeat: String = "", _ write: @escaping @Sendable (StreamWriter) async throws -> Void
    ) -> Handler {
        { request in
            guard request.path == "/stream" else { return .text(request.path) }
            let stream = Response.Stream(heartbeat: Array(heartbeat.utf8), write: write)
            return Response(.ok, body: .stream(stream))
        }
    }

    private func client(_ port: UInt16) throws -> RawClient {
        let client = try RawClient(port)
        client.send(Self.get)
        let answer = try client.answer()
        #expect(answer.status == 200)
        #expect(answer.fields["transfer-encoding"] == "chunked")
        #expect(answer.fields["content-length"] == nil)
        return client
    }

    /// Until it is cancelled.
    private static func silence() async {
        for await _ in AsyncStream<Void>.makeStream().stream {}
    }

    @Test func eachPieceIsOneChunk() async throws {
        let long = String(repeating: "x", count: 300)
        let handler = handler { writer in
            try await writer.write(Array("한글".utf8))
            try await writer.write([])
            try await writer.write(Array(long.utf8))
        }
        try await withServer(handler: handler) { _, port in
            let client = try client(port)
            let expected = "6\r\n한글\r\n12c\r\n\(long)\r\n0\r\n\r\n"
            #expect(try client.text(expected.utf8.count) == expected)
        }
    }

    @Test func nextRequestIsAnsweredAfterTheLastChunk() async throws {
        try await withServer(handler: handler { try await $0.write([0x61]) }) { _, port in
            let client = try RawClient(port)
            client.send(Self.get + "GET /next HTTP/1.1\r\nHost: a\r\n\r\n" + Self.get)
            _ = try client.answer()
            #expect(try client.text(11) == "1\r\na\r\n0\r\n\r\n")
            #expect(try client.answer().text == "/next")
            _ = try client.answer()
            #expect(try client.text(11) == "1\r\na\r\n0\r\n\r\n")
        }
    }

    @Test func requestDuringAStreamIsAnsweredAfterIt() async throws {
        let (gate, opener) = AsyncStream.makeStream(of: Void.self)
        try await withServer(handler: handler { _ in for await _ in gate {} }) { _, port in
            let client = try client(port)
            client.send("GET /next HTTP/1.1\r\nHost: a\r\n\r\n")
            opener.finish()
            #expect(try client.text(5) == "0\r\n\r\n")
            #expect(try client.answer().text == "/next")
        }
    }

    @Test func headRequestDoesNotRunTheStream() async throws {
        let runs = Atomic<Int>(0)
        let handler = handler { _ in runs.add(1, ordering: .relaxed) }
        try await withServer(handler: handler) { _, port in
            let client = try RawClient(port)
            client.send("HEAD /stream HTTP/1.1\r\nHost: a\r\n\r\n")
            client.send("GET /next HTTP/1.1\r\nHost: a\r\n\r\n")
            let answer = try client.answer(toHead: true)
            #expect(answer.fields["transfer-encoding"] == "chunked")
            #expect(answer.fields["content-length"] == nil)
            #expect(try client.answer().text == "/next")
            #expect(runs.load(ordering: .relaxed) == 0)
        }
    }

    /// RFC 9112 §6.1: there is no Transfer-Encoding for 204, nor for a client of HTTP/1.0.
    @Test func bodilessStatusDoesNotRunTheStream() async throws {
        let handler: Handler = { _ in
            Response(.noContent, body: .stream(Response.Stream { try await $0.write([0x61]) }))
        }
        try await withServer(handler: handler) { _, port in
            let client = try RawClient(port)
            for _ in 1...2 {
                client.send(Self.get)
                let answer = try client.answer()
                #expect(answer.status == 204)
                #expect(answer.fields["transfer-encoding"] == nil)
            }
        }
    }

    @Test(arguments: ["", "Connection: keep-alive\r\n"])
    func http10ClientGetsTheStreamUntilClose(_ field: String) async throws {
        let handler = handler { writer in
            try await writer.write(Array("one ".utf8))
            try await writer.write(Array("two".utf8))
        }
        try await withServer(handler: handler) { _, port in
            let client = try RawClient(port)
            client.send("GET /stream HTTP/1.0\r\n\(field)\r\n")
            let answer = try client.answer()
            #expect(answer.fields["transfer-encoding"] == nil)
            #expect(answer.fields["content-length"] == nil)
            #expect(answer.fields["connection"] == "close")
            #expect(client.rest() == "one two")
        }
    }

    @Test func errorClosesWithoutTheLastChunk() async throws {
        struct Broken: Error {}
        let handler = handler { writer in
            try await writer.write([0x61])
            throw Broken()
        }
        try await withServer(handler: handler) { _, port in
            let client = try client(port)
            #expect(client.rest() == "1\r\na\r\n")
        }
    }

    @Test func stalledReaderIsCutWithBoundedMemory() async throws {
        let piece = [UInt8](repeating: 1, count: 65_536)
        let written = Atomic<Int>(0)
        let (ends, ended) = AsyncStream.makeStream(of: (any Error).self)
        let handler = handler { writer in
            do {
                while true {
                    try await writer.write(piece)
                    written.add(1, ordering: .relaxed)
                }
            } catch {
                ended.yield(error)
                throw error
            }
        }
        let change: (inout Configuration) -> Void = { $0.limits.writeTimeout = .milliseconds(40) }
        try await withServer(change, handler: handler) { _, port in
            let client = try RawClient(port, receiveBuffer: 4096)
            client.send(Self.get)
            let error = await ends.first { _ in true }
            #expect(error as? StreamError == .disconnected)
            // Only the buffers of the kernel, none of ours.
            #expect(written.load(ordering: .relaxed) < 200)
            withExtendedLifetime(client) {}
        }
    }

    @Test func closedConnectionCancelsAnIdleStream() async throws {
        let (ends, ended) = AsyncStream.makeStream(of: Void.self)
        let handler = handler { _ in
            await Self.silence()
            ended.finish()
        }
        try await withServer(handler: handler) { _, port in
            var client: RawClient? = try client(port)
            withExtendedLifetime(client) {}
            client = nil
            for await _ in ends {}
        }
    }

    @Test func halfClosedPeerGetsTheLastChunk() async throws {
        try await withServer(handler: handler { _ in await Self.silence() }) { _, port in
            let client = try client(port)
            client.send("GET /never HTTP/1.1\r\nHost: a\r\n\r\n")
            client.finish()
            #expect(client.rest() == "0\r\n\r\n")
        }
    }

    /// One that waits for nothing goes on.
    @Test func halfClosedPeerGetsEverythingWritten() async throws {
        let (gate, opener) = AsyncStream.makeStream(of: Void.self)
        let handler = handler { writer in
            await Task { for await _ in gate {} }.value
            for _ in 1...100 { try await writer.write([0x61]) }
        }
        try await withServer(handler: handler) { _, port in
            let client = try client(port)
            client.finish()
            opener.finish()
            #expect(client.rest() == String(repeating: "1\r\na\r\n", count: 100) + "0\r\n\r\n")
        }
    }

    @Test func shutdownEndsStreamsAtOnce() async throws {
        try await withServer(handler: handler { _ in await Self.silence() }) { server, port in
            let clients = try (0..<10).map { _ in try client(port) }
            async let end: Void = server.shutdown(within: .seconds(3_600))
            for client in clients { #expect(client.rest() == "0\r\n\r\n") }
            await end
            #expect(server.connections == 0)
        }
    }

    @Test func shutdownCutsAStreamThatIgnoresCancellation() async throws {
        let (arrivals, arrived) = AsyncStream.makeStream(of: Void.self)
        let handler = handler { writer in
            arrived.finish()
            while true { try await writer.write([0x61]) }
        }
        try await withServer(handler: handler) { server, port in
            let client = try RawClient(port)
            client.send(Self.get)
            for await _ in arrivals {}
            await server.shutdown(within: .zero)
            #expect(server.connections == 0)
        }
    }

    @Test func tooManyStreamsAre503() async throws {
        let change: (inout Configuration) -> Void = { $0.limits.streams = 2 }
        let handler = handler { _ in await Self.silence() }
        try await withServer(change, handler: handler) { server, port in
            var inside = [try client(port), try client(port)]
            let third = try RawClient(port)
            third.send(Self.get)
            let answer = try third.answer()
            #expect(answer.status == 503)
            #expect(answer.fields["retry-after"] == "30")
            #expect(await server.statistics().streams == 2)
            third.send("GET /other HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(try third.answer().text == "/other")

            inside[0].finish()
            #expect(inside[0].rest() == "0\r\n\r\n")
            inside.append(try client(port))
            #expect(await server.statistics().streams == 2)
        }
    }

    @Test func brokenStreamFreesItsPlace() async throws {
        struct Broken: Error {}
        let change: (inout Configuration) -> Void = { $0.limits.streams = 1 }
        try await withServer(change, handler: handler { _ in throw Broken() }) { _, port in
            for _ in 1...20 {
                let client = try client(port)
                #expect(client.rest() == "")
            }
        }
    }

    @Test func heartbeatIsSentWhileIdle() async throws {
        let change: (inout Configuration) -> Void = { $0.limits.heartbeat = .milliseconds(20) }
        let handler = handler(heartbeat: ":\n\n") { _ in await Self.silence() }
        try await withServer(change, handler: handler) { _, port in
            let client = try client(port)
            for _ in 1...3 { #expect(try client.text(8) == "3\r\n:\n\n\r\n") }
        }
    }

    @Test func streamIsCancelledAfterItsLifetime() async throws {
        let change: (inout Configuration) -> Void = { $0.limits.streamLifetime = .milliseconds(40) }
        try await withServer(change, handler: handler { _ in await Self.silence() }) { _, port in
            let client = try client(port)
            #expect(client.rest() == "0\r\n\r\n")
        }
    }

    @Test func writeAfterTheEndThrowsClosed() async throws {
        let kept = Mutex<StreamWriter?>(nil)
        let handler = handler { writer in kept.withLock { $0 = writer } }
        try await withServer(handler: handler) { _, port in
            let client = try client(port)
            #expect(try client.text(5) == "0\r\n\r\n")
            let writer = try #require(kept.withLock { $0 })
            await #expect(throws: StreamError.closed) { try await writer.write([0x61]) }
            client.send("GET /next HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(try client.answer().text == "/next")
        }
    }

    @Test func piecesMayBeWrittenFromAnyThread() async throws {
        let handler = handler { writer in
            try await Task.detached {
                for byte in UInt8(0x61)...0x7A { try await writer.write([byte]) }
            }.value
        }
        try await withServer(handler: handler) { _, port in
            let client = try client(port)
            for byte in UInt8(0x61)...0x7A {
                #expect(try client.text(6) == "1\r\n\(Character(Unicode.Scalar(byte)))\r\n")
            }
            #expect(try client.text(5) == "0\r\n\r\n")
        }
    }
}
