import Fixtures
import Foundation
import FoundationXML
import Market
import Testing

@Blocking
struct SitemapSceneTests {
    private let site: ServedSite

    init() throws {
        site = try ServedSite(.memory)
    }

    /// A part of the sitemap, as it is streamed.
    private func part(_ path: String, _ fields: String = "") throws -> (Answer, String) {
        let client = try Client(port: site.port)
        try client.send("GET \(path) HTTP/1.1\r\nHost: \(site.host)\r\n\(fields)\r\n")
        let answer = try client.readAnswer()
        guard answer["Transfer-Encoding"] == "chunked" else { return (answer, answer.text) }
        var text = ""
        while case let chunk = try client.readChunk(), !chunk.isEmpty { text += chunk }
        return (answer, text)
    }

    /// The texts of all elements with this name; the document must be well-formed.
    private func elements(_ name: String, of xml: String) throws -> [String] {
        #expect(XMLParser(data: Data(xml.utf8)).parse())
        let element = try Regex("<\(name)>([^<]*)</\(name)>", as: (Substring, Substring).self)
        return xml.matches(of: element).map { String($0.1) }
    }

    @Test func robotsAreToldWhereItIs() throws {
        let answer = try site.get("/robots.txt")
        #expect(answer["Content-Type"] == "text/plain; charset=utf-8")
        #expect(answer.text.hasPrefix("User-agent: *\nDisallow: /items/new\n"))
        #expect(answer.text.hasSuffix("\n\nSitemap: http://\(site.host)/sitemap.xml\n"))
    }

    @Test func theIndexNamesEveryPart() async throws {
        let pages = "http://\(site.host)/sitemap/pages.xml"
        #expect(try elements("loc", of: site.get("/sitemap.xml").text) == [pages])
        try await site.add(2)
        let answer = try site.get("/sitemap.xml")
        #expect(answer["Content-Type"] == "application/xml; charset=utf-8")
        let parts = try elements("loc", of: answer.text)
        #expect(parts == [pages, "http://\(site.host)/sitemap/1.xml"])
        for part in parts {
            let path = String(part.dropFirst("http://\(site.host)".count))
            #expect(try self.part(path).0.status == 200)
        }
    }

    @Test func aPartHasEveryListingThatIsNotSold() async throws {
        let ids = try await site.add(1_203)
        try await site.storage.setStatus(.sold, of: ids[600], at: site.clock.now)
        let (answer, xml) = try part("/sitemap/1.xml")
        #expect(answer["Content-Type"] == "application/xml; charset=utf-8")
        let expected = ids.filter { $0 != ids[600] }.map { "http://\(site.host)/items/\($0)" }
        #expect(try elements("loc", of: xml) == expected)
        #expect(try Set(elements("lastmod", of: xml)) == ["2026-11-21T11:20:00Z"])
    }

    @Test func aPartIsCompressed() async throws {
        try await site.add()
        let (answer, _) = try part("/sitemap/1.xml", "Accept-Encoding: gzip\r\n")
        #expect(answer["Content-Encoding"] == "gzip")
        #expect(answer["Vary"] == "Accept-Encoding")
    }

    @Test func theListOfEachCategoryIsAPage() throws {
        let pages = try elements("loc", of: part("/sitemap/pages.xml").1)
        let origin = "http://\(site.host)"
        #expect(pages == [origin + "/"] + (1...11).map { origin + "/?category=\($0)" })
    }

    @Test(arguments: [
        "2.xml", "0.xml", "-1.xml", "01.xml", "1", "x.xml", "9223372036854775807.xml",
    ])
    func anInvalidPartIs404(name: String) async throws {
        try await site.add()
        #expect(try site.get("/sitemap/" + name).status == 404)
    }

    @Test func behindTLSAddressesAreHTTPS() async throws {
        let site = try ServedSite(.memory) { $0.isBehindTLS = true }
        let origin = "https://\(site.host)"
        #expect(try site.get("/robots.txt").text.contains("Sitemap: \(origin)/sitemap.xml"))
        #expect(try site.get("/sitemap.xml").text.contains("<loc>\(origin)/sitemap/"))
    }

    @Test func aBusyStorageIs503() throws {
        let site = try ServedSite(.busy)
        #expect(try site.get("/sitemap.xml").status == 503)
        #expect(try site.get("/sitemap/1.xml").status == 503)
    }
}
