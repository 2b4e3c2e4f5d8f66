import Testing

@testable import HTTPServer

struct HeadersTests {
    private func headers(_ lines: String) throws -> Headers {
        try parsed("GET / HTTP/1.1\r\nHost: a\r\n\(lines)\r\n\r\n").headers
    }

    @Test func namesIgnoreCase() throws {
        #expect(try headers("x-Name: value")["X-NAME"] == "value")
    }

    @Test func repeatedFieldsAreKept() throws {
        let headers = try headers("A: 1\r\nB: 2\r\na: 3")
        #expect(headers["a"] == "1")
        #expect(headers.all("a") == ["1", "3"])
        #expect(headers.list("A") == "1, 3")
        #expect(headers.pairs.map(\.name) == ["Host", "A", "B", "a"])
    }

    @Test func missingFieldIsNil() throws {
        let headers = try headers("A: 1")
        #expect(headers["b"] == nil)
        #expect(headers.list("b") == nil)
    }

    @Test func blanksAroundValuesAreTrimmed() throws {
        #expect(try headers("A: \t b c \t")["a"] == "b c")
    }
}

struct CookiesTests {
    static let table: [(String, String?)] = [
        ("a=1", "1"), ("b=2; a=1", "1"), ("b=2;a=1;a=3", "1"), ("a=", ""), ("a=\"x y\"", "x y"),
        ("aa=1; ba=2", nil), ("a", nil), (";;; a=b=c ;", "b=c"), ("A=1", nil), ("b=a=1", nil),
    ]

    @Test(arguments: table)
    func cookieIsFound(_ line: String, expected: String?) throws {
        let request = try Request(.get, "/", headers: [("Cookie", line)])
        #expect(request.cookies["a"] == expected)
    }

    @Test func cookieInASecondLineIsFound() throws {
        let request = try Request(.get, "/", headers: [("Cookie", "b=1"), ("cookie", "a=2")])
        #expect(request.cookies["a"] == "2")
        let flood = try Request(
            .get, "/", headers: [("Cookie", String(repeating: ";", count: 30_000) + "a=3")])
        #expect(flood.cookies["a"] == "3")
    }
}

struct QueryTests {
    static let table: [(String, [String])] = [
        ("", []), ("a=1&b=2", ["a:1", "b:2"]), ("a", ["a:"]), ("=x", [":x"]), ("a=b=c", ["a:b=c"]),
        ("&&a=1&", ["a:1"]), ("q=%EC%9D%98+x%2B", ["q:의 x+"]), ("a=%zz%4", ["a:%zz%4"]),
        ("a=%FF", ["a:\u{FFFD}"]), ("%61=1&a=2", ["a:1", "a:2"]),
    ]

    @Test(arguments: table)
    func pairsAreDecoded(_ text: String, expected: [String]) {
        let query = Query(Array(text.utf8).span)
        #expect(query.pairs.map { "\($0.name):\($0.value)" } == expected)
    }

    @Test func firstValueWinsAndAllAreKept() throws {
        let query = try Request(.get, "/?a=1&a=2").query
        #expect(query["a"] == "1")
        #expect(query.pairs.map(\.value) == ["1", "2"])
        #expect(query["b"] == nil)
    }
}

struct RequestTests {
    @Test func requestBuiltByHandIsParsed() async throws {
        let request = try Request(.post, "/a%20b?c=d", headers: [("X", "y")], body: [1, 2])
        #expect(request.path == "/a b")
        #expect(request.rawQuery == "c=d")
        #expect(request.host == "localhost")
        #expect(request.headers["x"] == "y")
        #expect(try await request.body.collect() == [1, 2])
    }

    @Test func malformedRequestBuiltByHandThrows() {
        let error = #expect(throws: RequestError.self) {
            try Request(.get, "/", headers: [("a b", "c")])
        }
        #expect(error?.reason == "malformed header field")
    }

    @Test func bodyInMemoryHasItsLimit() async throws {
        let request = try Request(.post, "/", body: [1, 2, 3])
        await #expect(throws: BodyError.tooLarge) { try await request.body.collect(upTo: 2) }
    }
}
