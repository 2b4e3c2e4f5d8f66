import Synchronization
import Testing

@testable import HTTPServer

/// Bodies that are produced while they are sent. The time limit ends waits for what is never sent.
@Suite(.timeLimit(.minutes(1)))
struct StreamWriterTests {
    @Test func eachPieceIsOneChunk() async throws {
        let long = String(repeating: "x", count: 300)
        let handler = streaming { writer in
            try await writer.write(Array("한글".utf8))
            try await writer.write([])
            try await writer.write(Array(long.utf8))
        }
        try await withServer(handler: handler) { _, port in
            let client = try streamClient(port)
            let expected = "6\r\n한글\r\n12c\r\n\(long)\r\n0\r\n\r\n"
            #expect(try client.text(expected.utf8.count) == expected)
        }
    }

    @Test(arguments: ["1.1", "1.0"], [true, false])
    func streamIsCompressedForClientsThatAcceptIt(version: String, accepts: Bool) async throws {
        let line = Array(String(repeating: "의자 두 개, ", count: 100).utf8)
        let handler: Handler = { request in
            let stream = Response.Stream { writer in
                for _ in 1...50 { try await writer.write(line) }
            }
            var response = Response(.ok, body: .stream(stream))
            response.compress(with: Gzip(level: 1), for: request)
            return response
        }
        try await withServer(handler: handler) { _, port in
            let client = try RawClient(port)
            let coding = accepts ? "Accept-Encoding: gzip\r\n" : ""
            client.send("GET / HTTP/\(version)\r\nHost: a\r\nConnection: close\r\n\(coding)\r\n")
            let answer = try client.answer()
            #expect(answer.fields["vary"] == "Accept-Encoding")
            #expect(answer.fields["content-encoding"] == (accepts ? "gzip" : nil))
            let sent = client.restOfBytes()
            let body = version == "1.1" ? try unchunked(sent) : sent
            let whole = Array(repeating: line, count: 50).flatMap { $0 }
            #expect((accepts ? gunzip(body) : body) == whole)
            #expect(!accepts || body.count < whole.count / 20)
        }
    }

    @Test func streamWithAHeartbeatIsNotCompressed() async throws {
        let handler: Handler = { request in
            let stream = Response.Stream(heartbeat: [0x62]) { try await $0.write([0x61]) }
            var response = Response(.ok, body: .stream(stream))
            response.compress(with: Gzip(level: 1), for: request)
            return response
        }
        try await withServer(handler: handler) { _, port in
            let client = try RawClient(port)
            client.send("GET / HTTP/1.1\r\nHost: a\r\nAccept-Encoding: gzip\r\n\r\n")
            #expect(try client.answer().fields["content-encoding"] == nil)
            #expect(try client.text(11) == "1\r\na\r\n0\r\n\r\n")
        }
    }

    /// The decoded chunks of a body (RFC 9112 §7.1).
    private func unchunked(_ bytes: [UInt8]) throws -> [UInt8] {
        var (body, rest): ([UInt8], ArraySlice<UInt8>) = ([], bytes[...])
        while true {
            let end = try #require(rest.firstRange(of: Array("\r\n".utf8)))
            let size = Int(String(decoding: rest[..<end.lowerBound], as: UTF8.self), radix: 16)
            let count = try #require(size)
            guard count > 0 else { return body }
            body += rest[end.upperBound...].prefix(count)
            rest = rest[end.upperBound...].dropFirst(count + 2)
        }
    }

    @Test func nextRequestIsAnsweredAfterTheLastChunk() async throws {
        try await withServer(handler: streaming { try await $0.write([0x61]) }) { _, port in
            let client = try RawClient(port)
            client.send(getStream + "GET /next HTTP/1.1\r\nHost: a\r\n\r\n" + getStream)
            _ = try client.answer()
            #expect(try client.text(11) == "1\r\na\r\n0\r\n\r\n")
            #expect(try client.answer().text == "/next")
            _ = try client.answer()
            #expect(try client.text(11) == "1\r\na\r\n0\r\n\r\n")
        }
    }

    @Test func requestDuringAStreamIsAnsweredAfterIt() async throws {
        let (gate, opener) = AsyncStream.makeStream(of: Void.self)
        try await withServer(handler: streaming { _ in for await _ in gate {} }) { _, port in
            let client = try streamClient(port)
            client.send("GET /next HTTP/1.1\r\nHost: a\r\n\r\n")
            opener.finish()
            #expect(try client.text(5) == "0\r\n\r\n")
            #expect(try client.answer().text == "/next")
        }
    }

    @Test func headRequestDoesNotRunTheStream() async throws {
        let runs = Atomic<Int>(0)
        let handler = streaming { _ in runs.add(1, ordering: .relaxed) }
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

    /// RFC 9112 §6.1: no Transfer-Encoding with 204, nor to an HTTP/1.0 client.
    @Test func bodilessStatusDoesNotRunTheStream() async throws {
        let handler: Handler = { _ in
            Response(.noContent, body: .stream(Response.Stream { try await $0.write([0x61]) }))
        }
        try await withServer(handler: handler) { _, port in
            let client = try RawClient(port)
            for _ in 1...2 {
                client.send(getStream)
                let answer = try client.answer()
                #expect(answer.status == 204)
                #expect(answer.fields["transfer-encoding"] == nil)
            }
        }
    }

    @Test(arguments: ["", "Connection: keep-alive\r\n"])
    func http10ClientGetsTheStreamUntilClose(_ field: String) async throws {
        let handler = streaming { writer in
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
        let handler = streaming { writer in
            try await writer.write([0x61])
            throw Broken()
        }
        try await withServer(handler: handler) { _, port in
            let client = try streamClient(port)
            #expect(client.rest() == "1\r\na\r\n")
        }
    }

    @Test func stalledReaderIsCutWithBoundedMemory() async throws {
        let piece = [UInt8](repeating: 1, count: 65_536)
        let written = Atomic<Int>(0)
        let (ends, ended) = AsyncStream.makeStream(of: (any Error).self)
        let handler = streaming { writer in
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
            client.send(getStream)
            let error = await ends.first { _ in true }
            #expect(error as? StreamError == .disconnected)
            // Only the kernel's buffers are filled, none of the server's.
            #expect(written.load(ordering: .relaxed) < 200)
            withExtendedLifetime(client) {}
        }
    }

    @Test func writeAfterTheEndThrowsClosed() async throws {
        let kept = Mutex<StreamWriter?>(nil)
        let handler = streaming { writer in kept.withLock { $0 = writer } }
        try await withServer(handler: handler) { _, port in
            let client = try streamClient(port)
            #expect(try client.text(5) == "0\r\n\r\n")
            let writer = try #require(kept.withLock { $0 })
            await #expect(throws: StreamError.closed) { try await writer.write([0x61]) }
            client.send("GET /next HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(try client.answer().text == "/next")
        }
    }

    @Test func piecesMayBeWrittenFromAnyThread() async throws {
        let handler = streaming { writer in
            try await Task.detached {
                for byte in UInt8(0x61)...0x7A { try await writer.write([byte]) }
            }.value
        }
        try await withServer(handler: handler) { _, port in
            let client = try streamClient(port)
            for byte in UInt8(0x61)...0x7A {
                #expect(try client.text(6) == "1\r\n\(Character(Unicode.Scalar(byte)))\r\n")
            }
            #expect(try client.text(5) == "0\r\n\r\n")
        }
    }
}
