import Testing

@testable import HTTPServer

/// A representation in two content codings.
struct EncodedRepresentationTests {
    private static let plain = Array(String(repeating: "0123456789", count: 200).utf8)
    private static let compressed = Gzip(level: 9).variant(of: plain) ?? []
    private static let date = "Sun, 06 Nov 1994 08:49:37 GMT"

    private let both = Representation(
        .bytes(plain), mediaType: "text/plain", tag: EntityTag("t"), lastModified: 784_111_777,
        cacheControl: "no-cache", gzip: compressed)

    private func response(_ lines: [String], _ method: Method = .get) throws -> Response {
        both.response(to: try rootRequest(with: lines, method))
    }

    private func fields(_ response: Response) -> String {
        String(decoding: response.fields.bytes, as: UTF8.self)
    }

    private func bytes(_ response: Response) -> [UInt8] {
        guard case .bytes(let bytes) = response.body else { return [] }
        return bytes
    }

    @Test func eachCodingHasItsTagAndVary() throws {
        let plain = try response([])
        #expect(bytes(plain) == Self.plain)
        let rest =
            "Last-Modified: \(Self.date)\r\nVary: Accept-Encoding\r\n"
            + "Content-Type: text/plain\r\nAccept-Ranges: bytes\r\nCache-Control: no-cache\r\n"
        #expect(fields(plain) == "ETag: \"t\"\r\n" + rest)
        let compressed = try response(["Accept-Encoding: gzip"])
        #expect(gunzip(bytes(compressed)) == Self.plain)
        #expect(
            fields(compressed)
                == "ETag: \"t-gzip\"\r\n" + rest + "Content-Encoding: gzip\r\n")
    }

    static let conditions: [([String], Int)] = [
        (["If-None-Match: \"t\""], 304),
        (["If-None-Match: \"t-gzip\""], 200),
        (["Accept-Encoding: gzip", "If-None-Match: \"t-gzip\""], 304),
        (["Accept-Encoding: gzip", "If-None-Match: W/\"t-gzip\""], 304),
        (["Accept-Encoding: gzip", "If-None-Match: \"t\""], 200),
        (["Accept-Encoding: gzip", "If-None-Match: \"t\", \"t-gzip\""], 304),
        (["Accept-Encoding: gzip", "If-None-Match: *"], 304),
        (["Accept-Encoding: gzip", "If-Modified-Since: \(date)"], 304),
        (["Accept-Encoding: gzip", "If-Match: \"t-gzip\""], 200),
        (["Accept-Encoding: gzip", "If-Match: \"t\""], 412),
        (["Range: bytes=0-0", "If-Range: \"t\""], 206),
        (["Range: bytes=0-0", "If-Range: \"t-gzip\""], 200),
        (["Accept-Encoding: gzip", "Range: bytes=0-0"], 206),
        (["Accept-Encoding: gzip", "Range: bytes=0-0", "If-Range: \"t-gzip\""], 206),
        (["Accept-Encoding: gzip", "Range: bytes=0-0", "If-Range: \"t\""], 200),
        // Both variants have the same date, so it does not say which of them the client has begun.
        (["Range: bytes=0-0", "If-Range: \(date)"], 200),
        (["Accept-Encoding: gzip", "Range: bytes=0-0", "If-Range: \(date)"], 200),
        // The compressed variant is far shorter.
        (["Range: bytes=1000-"], 206),
        (["Accept-Encoding: gzip", "Range: bytes=1000-"], 416),
        (["Accept-Encoding: identity;q=0"], 200),
    ]

    @Test(arguments: conditions)
    func preconditionsApplyToTheCodingChosen(_ lines: [String], status: Int) throws {
        #expect(try response(lines).status.code == status)
    }

    @Test(arguments: ["", "gzip"])
    func notModifiedRepeatsItsTagAndVary(_ accepted: String) throws {
        let tag = accepted.isEmpty ? "t" : "t-gzip"
        let answer = try response([
            "Accept-Encoding: \(accepted)", "If-None-Match: \"\(tag)\"",
        ])
        #expect(
            fields(answer) == "ETag: \"\(tag)\"\r\nLast-Modified: \(Self.date)\r\n"
                + "Vary: Accept-Encoding\r\nCache-Control: no-cache\r\n")
    }

    @Test func rangesApplyToTheCodingChosen() throws {
        let first = try response(["Accept-Encoding: gzip", "Range: bytes=0-9"])
        let rest = try response(["Accept-Encoding: gzip", "Range: bytes=10-"])
        #expect(fields(first).contains("Content-Encoding: gzip\r\n"))
        #expect(fields(first).contains("Content-Range: bytes 0-9/\(Self.compressed.count)\r\n"))
        #expect(gunzip(bytes(first) + bytes(rest)) == Self.plain)
        let plain = try response(["Range: bytes=10-19"])
        #expect(!fields(plain).contains("Content-Encoding"))
        #expect(bytes(plain) == Array("0123456789".utf8))
    }

    @Test func clientThatAcceptsNothingGetsIdentity() throws {
        let answer = try response(["Accept-Encoding: identity;q=0, *;q=0"])
        #expect(bytes(answer) == Self.plain)
        #expect(!fields(answer).contains("Content-Encoding"))
    }

    @Test func addedFieldsAreInBothCodings() throws {
        var representation = both
        var block = FieldLines()
        block.append("X-B", "2" as StaticString)
        representation.append("X-A", "1")
        representation.append(block)
        for accepted in ["gzip", "br"] {
            let request = try Request(.get, "/", headers: [("Accept-Encoding", accepted)])
            let answer = fields(representation.response(to: request))
            #expect(answer.contains("X-A: 1\r\nX-B: 2\r\n"))
        }
    }

    @Test(arguments: ["gzip", "br"])
    func rangesAreIgnoredWhenNotAccepted(_ accepted: String) throws {
        let whole = Representation(
            .bytes(Self.plain), mediaType: "text/html", acceptsRanges: false, gzip: Self.compressed)
        let answer = whole.response(
            to: try Request(
                .get, "/", headers: [("Accept-Encoding", accepted), ("Range", "bytes=0-0")]))
        #expect(answer.status == .ok)
        #expect(!fields(answer).contains("Accept-Ranges"))
    }

    @Test func singleCodingHasNoVary() throws {
        let alone = Representation(.bytes([1]), mediaType: "image/png", tag: EntityTag("t"))
        let request = try Request(.get, "/", headers: [("Accept-Encoding", "gzip")])
        let answer = fields(alone.response(to: request))
        #expect(!answer.contains("Vary") && !answer.contains("Content-Encoding"))
        #expect(answer.contains("ETag: \"t\"\r\n"))
    }

    @Test func weakTagStaysWeak() throws {
        var lines = FieldLines()
        lines.append(try #require(EntityTag("t", isWeak: true)).gzipped)
        #expect(lines.bytes == Array("ETag: W/\"t-gzip\"\r\n".utf8))
    }

    @Test func eachCodingIsSentWithItsLength() async throws {
        let both = both
        try await withServer(handler: { both.response(to: $0) }) { _, port in
            let client = try RawClient(port)
            let ending = "Host: a\r\nAccept-Encoding: gzip\r\n\r\n"
            client.send("GET / HTTP/1.1\r\n" + ending)
            #expect(gunzip(try client.answer().body) == Self.plain)
            client.send("HEAD / HTTP/1.1\r\n" + ending)
            let head = try client.answer(toHead: true)
            #expect(head.fields["content-length"] == "\(Self.compressed.count)")
            #expect(head.fields["content-encoding"] == "gzip")
            #expect(head.fields["vary"] == "Accept-Encoding")
            client.send("GET / HTTP/1.1\r\nIf-None-Match: \"t-gzip\"\r\n" + ending)
            let same = try client.answer()
            #expect(same.status == 304 && same.fields["vary"] == "Accept-Encoding")
            client.send("HEAD / HTTP/1.1\r\nHost: a\r\n\r\n")
            let plain = try client.answer(toHead: true)
            #expect(plain.fields["content-length"] == "\(Self.plain.count)")
            #expect(plain.fields["content-encoding"] == nil)
        }
    }
}
