import Fixtures
import Testing
import Web

/// How the second generation writes dates, depending on the requested host.
@Blocking @Suite(.sharing)
struct APIDatesTests {
    private nonisolated static let fraction: JSON = "2026-11-21T00:00:00.00"
    private nonisolated static let plain: JSON = "2026-11-21T00:00:00"

    /// A site with one product.
    private func site(
        _ usual: APIDateStyle, _ hosts: [String: APIDateStyle] = [:]
    ) async throws -> ServedSite {
        try await .shared("\(usual) \(hosts.count)") {
            let site = try ServedSite {
                $0.apiDates = usual
                $0.apiHosts = hosts
            }
            try site.postProduct()
            return site
        }
    }

    /// All dates in an answer.
    private func dates(_ json: JSON) -> Set<JSON> {
        let images = json["images"].elements.map { $0["issued_at"] }
        let vendor = [json["vendors"]["created_at"], json["vendors"]["issued_at"]]
        return Set([json["created_at"], json["issued_at"]] + images + vendor)
            .subtracting([.null])
    }

    @Test(arguments: [(.fraction, fraction), (.plain, plain)] as [(APIDateStyle, JSON)])
    func oneFormIsForAll(style: APIDateStyle, date: JSON) async throws {
        let site = try await site(style)
        for host in [nil, "a.example", "[::1]:80"] {
            let product = try site.call("GET", "/api/products/1", host: host).json
            #expect(dates(product) == [date])
            let page = try site.call("GET", "/api/products", host: host).json
            #expect(dates(page["pages"][0]) == [date])
        }
        let changed = try site.call("PATCH", "/api/products/1", json: #"{"secret": "달빛1234"}"#)
        #expect(dates(try changed.json) == [date])
    }

    @Test(arguments: [
        ("new.example", plain), ("new.example:80", plain), ("NEW.example:8082", plain),
        ("old.example:8081", plain), ("[::1]:8081", plain), ("[::2]", plain), ("[::2]:9", plain),
        ("fraction.example:8081", fraction), ("old.example", fraction), ("[::1]", fraction),
        ("old.example:8080", fraction), ("a.new.example", fraction),
        ("127.0.0.1:18081", fraction),
    ])
    func aHostOrPortMayHaveTheOther(host: String, date: JSON) async throws {
        let site = try await site(
            .fraction,
            ["new.example": .plain, "8081": .plain, "[::2]": .plain, "fraction.example": .fraction])
        // An answer cached for one style is not sent for the other.
        for _ in 0..<3 {
            let usual = try site.get("/api/products").json
            #expect(dates(usual["pages"][0]) == [Self.fraction])
            let page = try site.call("GET", "/api/products", host: host).json
            #expect(dates(page["pages"][0]) == [date], "\(host)")
        }
    }

    /// Even if the site has one public name for all hosts.
    @Test func answersAreCachedForEachDateFormat() async throws {
        let site = try ServedSite {
            $0.publicURL = "https://market.example"
            $0.apiHosts = ["new.example": .plain]
        }
        try site.postProduct()
        for path in ["/api/products", "/api/products/1"] {
            var tags: Set<String?> = []
            for _ in 0..<3 {
                let old = try site.call("GET", path, host: "old.example")
                let new = try site.call("GET", path, host: "new.example")
                #expect(old.text.contains("T00:00:00.00\"") && !new.text.contains(":00.00\""))
                let tag = try #require(new["ETag"])
                let fields: KeyValuePairs = ["If-None-Match": tag]
                #expect(try site.call("GET", path, fields, host: "new.example").status == 304)
                #expect(try site.call("GET", path, fields, host: "old.example").status == 200)
                tags.formUnion([old["ETag"], tag])
            }
            #expect(tags.count == 2)
        }
    }

    @Test func theGuideTellsWhichFormIsRead() async throws {
        let site = try await site(.plain)
        #expect(try site.get("/api").text.contains("2026-11-21T00:00:00</code>"))
    }
}
