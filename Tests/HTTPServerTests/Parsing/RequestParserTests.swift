import Testing

@testable import HTTPServer

func parse(_ text: String, _ limits: Limits = Limits()) -> RequestParser.Result {
    var parser = RequestParser(limits)
    return parser.parse(Array(text.utf8).span)
}

func parsed(_ text: String) throws -> RequestHead {
    guard case .done(let head, _) = parse(text) else {
        throw BodyError.malformed
    }
    return head
}

struct RequestParserTests {
    @Test func aByteIsAHexadecimalDigitOrNone() {
        for byte in UInt8.min ... .max {
            let digit = Character(UnicodeScalar(byte)).hexDigitValue
            #expect(byte.hexValue.map(Int.init) == digit, "\(byte)")
        }
    }

    static let good: [String] = [
        "GET / HTTP/1.1\r\nHost: a\r\n\r\n",
        "\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET /a/b?c=d&e=%20 HTTP/1.1\r\nHost: example.org:8080\r\nAccept: */*\r\n\r\n",
        "GET /%EC%9D%98%EC%9E%90 HTTP/1.1\r\nhost: [::1]:80\r\n\r\n",
        "GET http://other.org/x?y HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET http://other.org HTTP/1.1\r\nHost: a\r\n\r\n",
        "OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n",
        "OPTIONS http://a HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET / HTTP/1.0\r\n\r\n",
        "GET / HTTP/1.0\r\nConnection: Keep-Alive\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\r\nConnection: te, Close\r\n\r\n",
        "GET / HTTP/1.7\r\nHost: a\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 007\r\nExpect: 100-Continue\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: Chunked\r\n\r\n",
        "GET / HTTP/1.1\r\nHost:\ta \t\r\nX:\r\nX:  y\u{80}z\r\n\r\n",
    ]

    static let bad: [(String, Int)] = [
        ("GET / HTTP/1.1\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost:\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: a b\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: user@a\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: a/b\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: a:99999\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: [::1\r\n\r\n", 400),
        ("GET / HTTP/1.1\nHost: a\n\n", 400),
        ("GET / HTTP/1.1\r\nHost: a\n\r\n", 400),
        ("GET / HTTP/1.1\rHost: a\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: a\r\nX: a\rb\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: a\r\nX: a\u{0}b\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: a\r\nX: a\u{7F}b\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: a\r\nX : a\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: a\r\n: a\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: a\r\nX\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: a\r\nX: a\r\n b\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\n Host: a\r\n\r\n", 400),
        ("\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n", 400),
        ("\nGET / HTTP/1.1\r\nHost: a\r\n\r\n", 400),
        (" GET / HTTP/1.1\r\nHost: a\r\n\r\n", 400),
        ("GET  / HTTP/1.1\r\nHost: a\r\n\r\n", 400),
        ("GET /  HTTP/1.1\r\nHost: a\r\n\r\n", 400),
        ("GET / HTTP/1.1 \r\nHost: a\r\n\r\n", 400),
        ("GET\t/ HTTP/1.1\r\nHost: a\r\n\r\n", 400),
        ("GET /\r\nHost: a\r\n\r\n", 400),
        ("GET / HTTP/1\r\nHost: a\r\n\r\n", 400),
        ("GET / HTTP/1.10\r\nHost: a\r\n\r\n", 400),
        ("GET / http/1.1\r\nHost: a\r\n\r\n", 400),
        ("GET / HTTP/a.1\r\nHost: a\r\n\r\n", 400),
        ("G@T / HTTP/1.1\r\nHost: a\r\n\r\n", 400),
        ("\u{16}\u{3}\u{1}", 400),
        ("GET x HTTP/1.1\r\nHost: a\r\n\r\n", 400),
        ("GET * HTTP/1.1\r\nHost: a\r\n\r\n", 400),
        ("GET ftp://a/ HTTP/1.1\r\nHost: a\r\n\r\n", 400),
        ("GET http:///x HTTP/1.1\r\nHost: a\r\n\r\n", 400),
        ("GET http://u@a/x HTTP/1.1\r\nHost: a\r\n\r\n", 400),
        ("GET /a#b HTTP/1.1\r\nHost: a\r\n\r\n", 400),
        ("GET /a?c#b HTTP/1.1\r\nHost: a\r\n\r\n", 400),
        ("GET /의자 HTTP/1.1\r\nHost: a\r\n\r\n", 400),
        ("GET /% HTTP/1.1\r\nHost: a\r\n\r\n", 400),
        ("GET /%4 HTTP/1.1\r\nHost: a\r\n\r\n", 400),
        ("GET /%zz HTTP/1.1\r\nHost: a\r\n\r\n", 400),
        ("GET /a%00b HTTP/1.1\r\nHost: a\r\n\r\n", 400),
        ("GET /a%0d%0ab HTTP/1.1\r\nHost: a\r\n\r\n", 400),
        ("GET /%C0%AE%C0%AE/ HTTP/1.1\r\nHost: a\r\n\r\n", 400),
        ("GET /%FF HTTP/1.1\r\nHost: a\r\n\r\n", 400),
        ("GET /%ED%A0%80 HTTP/1.1\r\nHost: a\r\n\r\n", 400),
        ("GET /../etc/passwd HTTP/1.1\r\nHost: a\r\n\r\n", 400),
        ("GET /a/./b HTTP/1.1\r\nHost: a\r\n\r\n", 400),
        ("GET /a/%2e%2E HTTP/1.1\r\nHost: a\r\n\r\n", 400),
        ("GET /a/..%2fb HTTP/1.1\r\nHost: a\r\n\r\n", 400),
        ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nContent-Length: 5\r\n\r\n", 400),
        ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5, 5\r\n\r\n", 400),
        ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: +5\r\n\r\n", 400),
        ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: -5\r\n\r\n", 400),
        ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 0x5\r\n\r\n", 400),
        ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length:\r\n\r\n", 400),
        ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999999999999999\r\n\r\n", 413),
        (
            "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n",
            400
        ),
        (
            "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nContent-Length: 0\r\n\r\n",
            400
        ),
        ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip\r\n\r\n", 400),
        ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\n\r\n", 400),
        ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked, identity\r\n\r\n", 400),
        ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: xchunked\r\n\r\n", 400),
        ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding:\r\n\r\n", 400),
        (
            "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n"
                + "Transfer-Encoding: chunked\r\n\r\n", 400
        ),
        ("POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n", 400),
        ("POST / HTTP/1.1\r\nHost: a\r\nExpect: magic\r\n\r\n", 417),
        ("BREW / HTTP/1.1\r\nHost: a\r\n\r\n", 501),
        ("get / HTTP/1.1\r\nHost: a\r\n\r\n", 501),
        ("CONNECT a:80 HTTP/1.1\r\nHost: a\r\n\r\n", 501),
        ("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 505),
        ("GET / HTTP/0.9\r\nHost: a\r\n\r\n", 505),
    ]

    @Test(arguments: good)
    func wellFormedRequestIsDone(_ text: String) {
        #expect(outcome(parse(text)).hasSuffix("took \(text.utf8.count)"))
    }

    @Test(arguments: bad)
    func malformedRequestHasItsStatus(_ text: String, status: Int) {
        #expect(outcome(parse(text)).hasPrefix("\(status) "))
    }

    /// One parser is given each request growing byte by byte, as on a slow line.
    @Test(arguments: good + bad.map(\.0))
    func oneByteAtATimeGivesTheSame(_ text: String) {
        let bytes = Array(text.utf8)
        var parser = RequestParser(Limits())
        var result = RequestParser.Result.needMore
        for end in 1...bytes.count {
            result = parser.parse(bytes.span.extracting(0..<end))
            guard case .needMore = result else { break }
        }
        #expect(outcome(result) == outcome(parse(text)))
    }

    @Test(arguments: good + bad.map(\.0))
    func cutAtEveryByteGivesTheSame(_ text: String) {
        let (bytes, whole) = (Array(text.utf8), outcome(parse(text)))
        for cut in 0..<bytes.count {
            var parser = RequestParser(Limits())
            var result = parser.parse(bytes.span.extracting(0..<cut))
            if case .needMore = result { result = parser.parse(bytes.span) }
            #expect(outcome(result) == whole, "cut at \(cut)")
        }
    }

    @Test(arguments: good)
    func everyBeginningOfAGoodRequestNeedsMore(_ text: String) {
        for end in 0..<text.utf8.count {
            #expect(
                outcome(parse(String(decoding: text.utf8.prefix(end), as: UTF8.self))) == "more")
        }
    }

    @Test func aControlByteIsFoundWhereverItStands() {
        for byte in UInt8.min ... .max {
            let isControl = byte < 32 && byte != .tab || byte == 127
            for place in 0..<20 {
                for other in [UInt8(ascii: "a"), .space, 0x80, 0xFF] {
                    var bytes = [UInt8](repeating: other, count: 20)
                    bytes[place] = byte
                    let found = bytes.span.firstControl(in: 0..<20)
                    #expect(found == (isControl ? place : nil), "\(byte) at \(place)")
                }
            }
        }
    }

    @Test func pathIsDecodedOnce() throws {
        #expect(try parsed("GET /%EC%9D%98%25EC?a HTTP/1.0\r\n\r\n").path == "/의%EC")
    }

    @Test func namesWithDotsAreNoDotSegments() throws {
        #expect(try parsed("GET /a.b/...c/..d HTTP/1.0\r\n\r\n").path == "/a.b/...c/..d")
    }

    @Test func absoluteTargetNamesTheHost() throws {
        let request = "GET http://other.org:81/x HTTP/1.1\r\nHost: a\r\n\r\n"
        let head = try parsed(request)
        #expect(head.headers.bytes.span.text(head.host) == "other.org:81")
    }

    @Test func absoluteTargetWithoutPathIsTheRoot() throws {
        #expect(try parsed("GET http://a?q HTTP/1.1\r\nHost: a\r\n\r\n").path == "/")
    }

    @Test func pipelinedRequestIsLeftAlone() {
        let one = "GET /1 HTTP/1.1\r\nHost: a\r\n\r\n"
        #expect(outcome(parse(one + one)) == outcome(parse(one)))
    }

    @Test func longRequestLineIs414AtTheByteAfterTheLimit() {
        var limits = Limits()
        limits.requestLine = 20
        #expect(outcome(parse("GET /234567 HTTP/1.1\r\nHost: a\r\n\r\n", limits)).hasPrefix("GET"))
        #expect(outcome(parse("GET /2345678 HTTP/1.1\r\nHost: a\r\n\r\n", limits)).hasPrefix("414"))
        #expect(outcome(parse("GET /23456789012345678", limits)).hasPrefix("414"))
    }

    @Test func largeHeaderIs431AtTheByteAfterTheLimit() {
        var limits = Limits()
        limits.headerSection = 16
        #expect(
            outcome(parse("GET / HTTP/1.1\r\nHost: a\r\nX: y\r\n\r\n", limits)).hasPrefix("431"))
        limits.headerSection = 17
        #expect(
            outcome(parse("GET / HTTP/1.1\r\nHost: a\r\nX: y\r\n\r\n", limits)).hasPrefix("GET"))
    }

    @Test func tooManyFieldsAre431() {
        var limits = Limits()
        limits.fields = 3
        let start = "GET / HTTP/1.1\r\nHost: a\r\nA: 1\r\nB: 2\r\n"
        #expect(outcome(parse(start + "\r\n", limits)).hasPrefix("GET"))
        #expect(outcome(parse(start + "C: 3\r\n\r\n", limits)).hasPrefix("431"))
    }

    @Test func errorHasThePositionOfTheByte() {
        guard case .invalid(let fault) = parse("GET / HTTP/1.1\r\nHost: a\r\nX : a\r\n\r\n") else {
            Issue.record("not bad")
            return
        }
        #expect(fault.position == 26)
    }

    /// On a slow line the parser does not read the beginning again: overwriting complete lines
    /// changes nothing.
    @Test func completeLinesAreReadOnce() {
        var bytes = Array("GET / HTTP/1.1\r\nHost: a\r\nX: y\r\n".utf8)
        var parser = RequestParser(Limits())
        guard case .needMore = parser.parse(bytes.span) else {
            Issue.record("ended early")
            return
        }
        bytes = bytes.map { _ in 0 } + Array("\r\n".utf8)
        #expect(outcome(parser.parse(bytes.span)).hasSuffix("took \(bytes.count)"))
    }

    /// Damaged requests never crash the parser, mean the same however they are cut, and never pass
    /// with an unsafe path.
    @Test func damagedRequestsMeanTheSameInAnyPieces() {
        var random = SplitMix64(seed: Fuzz.seed)
        let seeds = RequestParserTests.good + RequestParserTests.bad.map(\.0)
        for round in 0..<Fuzz.rounds {
            let text = Array((seeds.randomElement(using: &random) ?? "").utf8)
            let bytes = Fuzz.damage(text, using: &random)
            let violation = ParserInvariants.violation(ofRequest: bytes, using: &random)
            #expect(violation == nil, "round \(round): \(bytes)")
        }
    }
}
