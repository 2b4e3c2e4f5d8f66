import Testing

@testable import HTTPServer

struct ResponseGzipTests {
    private static let page = Array(String(repeating: "<li>의자</li>", count: 500).utf8)
    private let gzip = Gzip(level: 1)

    private func compressed(_ body: [UInt8], accepting: String) throws -> Response {
        var response = Response(type: "text/html", body: body)
        let request = try Request(.get, "/", headers: [("Accept-Encoding", accepting)])
        response.compress(with: gzip, for: request)
        return response
    }

    private func fields(_ response: Response) -> String {
        String(decoding: response.fields.bytes, as: UTF8.self)
    }

    @Test func pageIsCompressedForWhoAcceptsIt() throws {
        let response = try compressed(Self.page, accepting: "gzip, br")
        guard case .bytes(let bytes) = response.body else {
            Issue.record("no bytes")
            return
        }
        #expect(gunzip(bytes) == Self.page)
        #expect(
            fields(response)
                == "Content-Type: text/html\r\nVary: Accept-Encoding\r\nContent-Encoding: gzip\r\n")
    }

    @Test func pageStaysAsItIsForOthersAndSaysThatItVaries() throws {
        let response = try compressed(Self.page, accepting: "br")
        #expect(response.body.count == Self.page.count)
        #expect(fields(response) == "Content-Type: text/html\r\nVary: Accept-Encoding\r\n")
    }

    static let tags = [("gzip", "\"t-gzip\""), ("br", "\"t\""), ("gzip;q=0", "\"t\"")]

    @Test(arguments: tags)
    func tagIsThatOfTheBytesSent(_ accepted: String, tag: String) throws {
        var response = Response(type: "text/html", body: Self.page)
        let request = try Request(.get, "/", headers: [("Accept-Encoding", accepted)])
        response.compress(with: gzip, for: request, tag: EntityTag("t"))
        #expect(fields(response).contains("ETag: \(tag)\r\n"))
    }

    @Test func littleAndNothingAreLeftAlone() throws {
        for body in [Array(Self.page.prefix(1023)), []] {
            let response = try compressed(body, accepting: "gzip")
            #expect(response.body.count == body.count)
            #expect(fields(response) == "Content-Type: text/html\r\n")
        }
        var moved = Response.redirect(to: "/")
        moved.compress(
            with: gzip, for: try Request(.get, "/", headers: [("Accept-Encoding", "gzip")]))
        #expect(fields(moved) == "Location: /\r\n")
    }

    @Test func bodyThatCannotBeCompressedIsLeftAlone() throws {
        var random = SplitMix64(seed: 3)
        let noise = (0..<5000).map { _ in UInt8.random(in: 0...255, using: &random) }
        let response = try compressed(noise, accepting: "gzip")
        #expect(response.body.count == noise.count)
        #expect(!fields(response).contains("Content-Encoding"))
    }
}
