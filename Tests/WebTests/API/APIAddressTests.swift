import Fixtures
import Testing

/// At which addresses calls are answered, and which addresses the answers contain.
@Blocking @Suite(.sharing)
struct APIAddressTests {
    /// Has one item.
    private let site: ServedSite

    init() async throws {
        site = try await .sharedWithItem()
    }

    private func urls(_ site: ServedSite, host: String? = nil) throws -> [String] {
        let item = try site.call("GET", "/api/item/1", host: host).json
        let items = try site.call("GET", "/api/items/1", host: host).json["items"][0]
        let product = try site.call("GET", "/api/products/1", host: host).json
        let products = try site.call("GET", "/api/products", host: host).json["pages"][0]
        let image = product["images"][0]
        let all = [
            item["images"][0], item["thumbnails"][0], items["thumbnails"][0], product["thumbnail"],
            image["url"], image["thumbnail_url"], products["thumbnail"],
        ]
        return all.compactMap(\.string)
    }

    @Test(arguments: ["market.example", "market.example:8080", "[::1]:8080", "MARKET.example"])
    func urlsBeginWithTheHostAskedFor(host: String) throws {
        let urls = try urls(site, host: host)
        #expect(urls.count == 7)
        #expect(urls.allSatisfy { $0.hasPrefix("http://\(host)/photos/") })
    }

    /// An answer cached for one host name is not sent under another.
    @Test func twoNamesAreKeptApart() throws {
        for _ in 0..<4 {
            for host in ["one.example", "two.example"] {
                #expect(try urls(site, host: host).allSatisfy { $0.hasPrefix("http://\(host)/") })
            }
        }
    }

    @Test func behindTLSUrlsAreSecure() throws {
        let site = try ServedSite { $0.isBehindTLS = true }
        try site.postItem()
        let urls = try urls(site, host: "market.example")
        #expect(urls.count == 7)
        #expect(urls.allSatisfy { $0.hasPrefix("https://market.example/photos/") })
    }

    @Test func urlsBeginWithTheConfiguredPublicOne() throws {
        let site = try ServedSite { $0.publicURL = "https://market.example" }
        let posted = try site.call("POST", "/api/item", .item)
        #expect(posted.text.contains(#""images":["https://market.example/photos/"#))
        #expect(!posted.text.contains(site.host))
        let urls = try urls(site, host: "10.0.0.7:8080")
        #expect(urls.count == 7)
        #expect(urls.allSatisfy { $0.hasPrefix("https://market.example/photos/") })
    }

    @Test func aClientThatNamesNoHostIsAnsweredAllTheSame() throws {
        let bytes = try site.everything(answering: "GET /api/item/1 HTTP/1.0\r\n\r\n")
        #expect(String(decoding: bytes, as: UTF8.self).contains("http://localhost/photos/"))
    }

    private nonisolated static let spellings = [
        "/api/items/1/", "//api/items/1", "/api//items/1", "/api/items//1//", "///api///items/1",
        "/api/item/1/", "//api/item/1", "/api//item//1", "/api/products/", "/api//products",
        "//api/products/?page_no=1", "/api/products/1/", "/api//products//1",
    ]

    @Test(arguments: spellings)
    func severalSlashesCountAsOneAndTheLastAsNone(path: String) throws {
        let plain = path.split(separator: "/").joined(separator: "/")
        let answer = try site.get(path)
        #expect(answer.status == 200)
        #expect(try answer.json == site.get("/" + plain).json)
    }

    @Test(arguments: ["/api/item/", "//api/item", "/api//item//"])
    func itemsArePostedUnderEverySpelling(path: String) throws {
        let site = try ServedSite()
        #expect(try site.call("POST", path, .item).status == 200)
        let form = HandmadeForm([.text("password", "달빛1234")])
        #expect(try site.call("PATCH", path + "/1/", form).status == 200)
        let json = #"{"password": "달빛1234"}"#
        #expect(try site.call("DELETE", path + "/1/", json: json).status == 200)
        #expect(try site.storedRows()[0] == 0)
    }

    @Test(arguments: ["/api/products/", "//api/products", "/api//products//"])
    func productsArePostedUnderEverySpelling(path: String) throws {
        let site = try ServedSite()
        #expect(try site.call("POST", path, .product).status == 200)
        let json = #"{"secret": "달빛1234"}"#
        #expect(try site.call("PATCH", path + "/1/", json: json).status == 200)
        let uri = try site.call("POST", path + "/1/archived/", json: json).text
        #expect(try site.call("DELETE", "/" + uri + "/").status == 200)
        #expect(try site.storedRows()[0] == 0)
    }

    @Test(arguments: [
        "/api/items", "/api/items/", "/api/items/1/2", "/api/item/1/2", "/api/products/1/2/3",
        "/api/nothing", "/API/items/1", "/api/Items/1", "/apis", "/api/products/1/archived/x",
        "/healthchecker", "/api/healthChecker",
    ])
    func anotherAddressIs404(path: String) throws {
        let answer = try site.get(path)
        #expect(answer.status == 404)
        #expect((answer.faultyFields == []) == path.hasPrefix("/api/"))
    }
}
