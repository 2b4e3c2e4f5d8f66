import Fixtures
import Market
import Storage
import Testing

@Blocking @Suite(.sharing)
final class ErrorResponsesTests: SharedSiteSuite {
    @Test(arguments: [
        "GET / HTTP/1.1\r\n\r\n", "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
        "GET /%zz HTTP/1.1\r\nHost: a\r\n\r\n", "GET\r\n\r\n", "\u{16}\u{3}\u{1} TLS\r\n\r\n",
        "POST /items HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n",
    ])
    func aMalformedRequestIs400InTheSitesLookAndCloses(request: String) throws {
        let bytes = try site.everything(answering: request)
        let answer = String(decoding: bytes, as: UTF8.self)
        #expect(answer.hasPrefix("HTTP/1.1 400 "))
        #expect(answer.contains("\r\nConnection: close\r\n"))
        #expect(answer.contains("Content-Security-Policy:"))
        let page = Page(html: answer)
        #expect(page.texts.contains("요청을 알아듣지 못했어요"))
        #expect(page.links.contains("/"))
    }

    @Test func anAddressTooLongIsSaidSo() throws {
        let answer = try site.get("/?" + String(repeating: "x", count: 10_000))
        #expect(answer.status == 414)
        #expect(answer.page.texts.contains("주소가 너무 길어요"))
    }

    /// Other numbers say nothing to visitors.
    @Test func onlyAMissingPageShowsItsNumber() throws {
        #expect(try site.get("/nowhere").page.texts.contains("404"))
        let answer = try site.post(
            "/items", FormBody(contentType: "text/plain", bytes: Array("{}".utf8)))
        #expect(answer.status == 415 && !answer.page.texts.contains("415"))
    }

    @Test func aFormTooLargeIs413() throws {
        let form = FilledForm.lamp.with("content", String(repeating: "x", count: 2 << 20))
        for body in [form.urlencoded, form.multipart] {
            let answer = try site.post("/items", body)
            #expect(answer.status == 413)
            #expect(answer.page.texts.contains("보낸 것이 너무 커요"))
        }
    }

    @Test func aFormOfTooManyRowsIs413() throws {
        let form = (0..<200).reduce(FilledForm.lamp) { $0.with("row\($1)", "") }
        #expect(try site.post("/items", form.urlencoded).status == 413)
        #expect(try site.post("/items", form.multipart).status == 413)
    }

    @Test(arguments: ["/items", "/items/1/edit", "/items/1/deletion", "/photos"])
    func anotherContentTypeIs415(path: String) async throws {
        let site = try await ServedSite.shared("with an item") {
            let site = try ServedSite()
            try await site.add()
            return site
        }
        for type in ["application/json", "text/plain", "multipart/mixed; boundary=x", "", ";"] {
            let body = FormBody(contentType: type, bytes: Array("{}".utf8))
            let answer = try site.post(path, body)
            #expect(answer.status == 415, "\(type)")
            #expect(answer.page.texts.contains("읽을 수 없는 형식이에요"))
        }
        #expect(try site.request("POST", path, ["Content-Length": "0"]).status == 415)
    }

    @Test func aFieldThatIsNotUTF8Is400() async throws {
        let urlencoded = FormBody(encoded: "title=%FF%FE")
        #expect(try site.post("/items", urlencoded).status == 400)
        var multipart = FilledForm.lamp.with("title", "####").multipart
        let place = try #require(multipart.bytes.firstRange(of: Array("####".utf8)))
        multipart.bytes[place.lowerBound] = 0xFF
        #expect(try site.post("/items", multipart).status == 400)
        #expect(try await site.storedIDs().isEmpty)
    }

    @Test(arguments: [
        "multipart/form-data", "multipart/form-data; boundary=",
        "multipart/form-data; boundary=not-in-the-body",
    ])
    func aMultipartFormWithoutItsBoundaryIsRefused(type: String) async throws {
        var body = FilledForm.lamp.multipart
        body.contentType = type
        #expect([400, 415].contains(try site.post("/items", body).status))
        #expect(try await site.storedIDs().isEmpty)
    }

    @Test func aFormCutAnywhereStoresNothing() async throws {
        let body = FilledForm.lamp.with(photo: Picture.red).multipart
        for length in stride(from: 0, to: body.bytes.count - 4, by: 61) {
            var cut = body
            cut.bytes.removeLast(body.bytes.count - length)
            #expect(try site.post("/items", cut).status == 400)
        }
        #expect(try await site.storedIDs().isEmpty)
    }

    @Test func faultsForTheOperatorAreLoggedAndNotShown() throws {
        let site = try ServedSite()
        (site.storage as? SQLiteStorage)?.close()
        let answer = try site.get("/items/1")
        #expect(answer.status == 500)
        #expect(answer.page.texts.contains("문제가 생겼어요"))
        for word in ["closed", "storage", "sqlite", site.database] {
            #expect(!answer.text.lowercased().contains(word))
        }
        #expect(site.log.lines == ["GET /items/1: the storage is closed"])
    }
}
