import Testing

@testable import HTTPServer

/// The error of a malformed request has as much of its target as was received.
struct RequestErrorTests {
    /// Requests that are malformed after their target, and that target.
    private static let malformed: [(request: String, target: String)] = [
        ("GET /api/items/1 HTTP/1.1\r\n\r\n", "/api/items/1"),
        ("GET /api/items/1?a=b HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", "/api/items/1?a=b"),
        ("\r\nGET /a HTTP/1.1\r\nX : y\r\n\r\n", "/a"),
        ("POST /api/item HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n", "/api/item"),
        ("POST /a HTTP/1.1\r\nHost: a\r\nExpect: magic\r\n\r\n", "/a"),
        ("BREW /pot HTTP/1.1\r\nHost: a\r\n\r\n", "/pot"), ("get / HTTP/1.1\r\n\r\n", "/"),
        ("GET /%zz HTTP/1.1\r\n\r\n", "/%zz"), ("GET /a#b HTTP/1.1\r\n\r\n", "/a#b"),
        ("GET /a/../b HTTP/1.1\r\n\r\n", "/a/../b"), ("GET * HTTP/1.1\r\n\r\n", "*"),
        ("GET /x\r\n\r\n", "/x"), ("GET /x  HTTP/1.1\r\n\r\n", "/x"),
        ("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "*"), ("GET ftp://a/ HTTP/1.1\r\n\r\n", "ftp://a/"),
        ("GET /의자 HTTP/1.1\r\n\r\n", "/"), ("GET  / HTTP/1.1\r\n\r\n", ""),
        (" GET / HTTP/1.1\r\n\r\n", "GET"), ("GET\r\n\r\n", ""), ("\u{16}\u{3}\u{1}\u{2}", ""),
        ("G@T / HTTP/1.1\r\n\r\n", "/"), ("GET\t/ HTTP/1.1\r\n\r\n", ""),
    ]

    private func target(_ bytes: ArraySlice<UInt8>) -> String {
        RequestParser.target(in: Array(bytes).span)
    }

    @Test(arguments: malformed)
    func errorHasTheTarget(request: String, target: String) {
        guard case .invalid(let fault) = parse(request) else {
            Issue.record("not bad")
            return
        }
        #expect(fault.target == target)
    }

    @Test(arguments: malformed)
    func incompleteRequestHasAsMuchOfTheTargetAsCame(request: String, target: String) {
        let bytes = Array(request.utf8)
        var longest = 0
        for cut in 0...bytes.count {
            let seen = self.target(bytes[..<cut])
            #expect(target.hasPrefix(seen))
            #expect(seen.utf8.count >= longest)
            longest = seen.utf8.count
        }
        #expect(longest == target.utf8.count)
    }

    /// One parser is given each request growing byte by byte.
    @Test(arguments: malformed)
    func oneByteAtATimeGivesTheSameTarget(request: String, target: String) {
        let bytes = Array(request.utf8)
        var parser = RequestParser(Limits())
        for end in 1...bytes.count {
            guard case .invalid(let fault) = parser.parse(bytes.span.extracting(0..<end)) else {
                continue
            }
            #expect(target.hasPrefix(fault.target))
            return
        }
        Issue.record("not bad")
    }

    @Test(arguments: [255, 256, 257, 100_000])
    func longTargetIsTruncated(length: Int) {
        let path = "/" + String(repeating: "x", count: length - 1)
        let bytes = Array("GET \(path) HTTP/1.1\r\n\r\n".utf8)
        #expect(target(bytes[...]) == String(path.prefix(256)))
    }

    @Test func everyByteEndsATargetOrBelongsToIt() {
        for byte in UInt8.min...UInt8.max {
            let seen = target(Array("GET /a".utf8)[...] + [byte] + Array("b ".utf8))
            let isVisible = (0x21...0x7E).contains(byte)
            #expect(seen == (isVisible ? "/a" + String(UnicodeScalar(byte)) + "b" : "/a"))
        }
    }

    @Test func errorResponseIsGivenTheTarget() async throws {
        try await withServer {
            $0.errorResponse = { .text("\($0.target)|\($0.reason)", status: $0.status) }
        } _: { _, port in
            for (request, target) in Self.malformed {
                let client = try RawClient(port)
                client.send(request)
                let answer = try client.answer()
                #expect(answer.status >= 400)
                #expect(answer.text.hasPrefix(target + "|"), "\(request)")
            }
        }
    }

    @Test(arguments: ["GET /api/items/1", "GET /api/items/1 HTTP/1.1\r\nHost: a\r\nX: "])
    func closedRequestHasItsTarget(beginning: String) async throws {
        try await withServer {
            $0.errorResponse = { .text($0.target, status: $0.status) }
        } _: { _, port in
            let client = try RawClient(port)
            client.send(beginning)
            client.finish()
            let answer = try client.answer()
            #expect(answer.status == 400)
            #expect(answer.text == "/api/items/1")
        }
    }

    @Test func slowRequestHasItsTarget() async throws {
        try await withServer {
            $0.limits.headerTimeout = .milliseconds(50)
            $0.errorResponse = { .text($0.target, status: $0.status) }
        } _: { _, port in
            let client = try RawClient(port)
            client.send("GET /api/items/1 HTTP/1.1\r\n")
            let answer = try client.answer()
            #expect(answer.status == 408)
            #expect(answer.text == "/api/items/1")
        }
    }
}
