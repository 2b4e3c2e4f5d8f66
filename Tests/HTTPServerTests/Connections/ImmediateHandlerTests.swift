import Testing

@testable import HTTPServer

/// Immediate answers keep their order among those made by tasks.
struct ImmediateHandlerTests {
    /// Answers every path that ends with an even digit.
    private static let even: ImmediateHandler = { request in
        let last = request.path.utf8.last ?? 0
        guard last.isMultiple(of: 2) else { return nil }
        return ImmediateAnswer(.text("at once \(request.path)"))
    }

    private static func request(_ path: Int, _ fields: String = "") -> String {
        "GET /\(path) HTTP/1.1\r\nHost: a\r\n\(fields)\r\n"
    }

    private static func text(_ path: Int) -> String {
        path.isMultiple(of: 2) ? "at once /\(path)" : "GET /\(path)"
    }

    @Test func theHandlerAnswersWhatItDeclines() async throws {
        try await withServer(immediateHandler: Self.even) { _, port in
            let client = try RawClient(port)
            for path in 1...20 {
                client.send(Self.request(path))
                #expect(try client.answer().text == Self.text(path))
            }
        }
    }

    @Test func pipelinedRequestsAreAnsweredInOrder() async throws {
        let slow: Handler = { request in
            await Task.yield()
            return .text("GET \(request.path)")
        }
        try await withServer(immediateHandler: Self.even, handler: slow) { _, port in
            let client = try RawClient(port)
            client.send((1...500).map { Self.request($0) }.joined())
            for path in 1...500 { #expect(try client.answer().text == Self.text(path)) }
        }
    }

    @Test func itIsNotAskedForARequestWithABody() async throws {
        try await withServer(
            immediateHandler: { _ in ImmediateAnswer(.text("at once")) }, handler: echo
        ) { _, port in
            let client = try RawClient(port)
            client.send("POST /2 HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc")
            #expect(try client.answer().text == "abc")
        }
    }

    @Test func headHasNoBody() async throws {
        try await withServer(immediateHandler: Self.even) { _, port in
            let client = try RawClient(port)
            client.send("HEAD /2 HTTP/1.1\r\nHost: a\r\n\r\n" + Self.request(4))
            #expect(try client.answer(toHead: true).fields["content-length"] == "10")
            #expect(try client.answer().text == "at once /4")
        }
    }

    @Test func whatTheClientDoesNotTakeAtOnceIsSentLater() async throws {
        let size = 20_000_000
        let large: ImmediateHandler = { request in
            let body = [UInt8](repeating: UInt8(ascii: "a"), count: size)
            guard request.path == "/2" else { return nil }
            return ImmediateAnswer(Response(type: "text/plain", body: body))
        }
        try await withServer(immediateHandler: large) { _, port in
            let client = try RawClient(port)
            client.send(Self.request(2) + Self.request(3))
            #expect(try client.answer().body.count == size)
            #expect(try client.answer().text == "GET /3")
        }
    }

    @Test func aConnectionThatIsToCloseIsClosed() async throws {
        try await withServer(immediateHandler: Self.even) { _, port in
            let client = try RawClient(port)
            client.send(Self.request(2, "Connection: close\r\n"))
            let answer = try client.answer()
            #expect(answer.text == "at once /2")
            #expect(answer.fields["connection"] == "close")
            #expect(client.isClosed())
        }
    }

    @Test func halfClosedClientIsAnswered() async throws {
        try await withServer(immediateHandler: Self.even) { _, port in
            let client = try RawClient(port)
            client.send(Self.request(2) + Self.request(3))
            client.finish()
            #expect(try client.answer().text == "at once /2")
            #expect(try client.answer().text == "GET /3")
            #expect(client.isClosed())
        }
    }

    /// A client that always has more must not keep others waiting.
    @Test func othersAreAnsweredBesideABusyClient() async throws {
        try await withServer(immediateHandler: Self.even) { _, port in
            let busy = try RawClient(port)
            busy.send(String(repeating: Self.request(2), count: 2_000))
            let other = try RawClient(port)
            for path in 1...20 {
                other.send(Self.request(path))
                #expect(try other.answer().text == Self.text(path))
            }
            for _ in 0..<2_000 { #expect(try busy.answer().text == "at once /2") }
        }
    }

    @Test func itsStreamIsSent() async throws {
        let stream: ImmediateHandler = { _ in
            var response = Response(.ok)
            response.body = .stream(Response.Stream { try await $0.write(Array("abc".utf8)) })
            return ImmediateAnswer(response, isValid: { true })
        }
        try await withServer(immediateHandler: stream) { _, port in
            let client = try RawClient(port)
            for _ in 0..<3 {
                client.send(Self.request(2))
                #expect(try client.answer().fields["transfer-encoding"] == "chunked")
                let chunks = "3\r\nabc\r\n0\r\n\r\n"
                #expect(try client.text(chunks.utf8.count) == chunks)
            }
        }
    }
}
